extension VarlinkInterface {
    /// The same text as config/io.hitzone.varlink, which a test holds it against.
    static let hitzoneText = """
        # The events of touch panels, resolved to the regions and actions of a layout.
        #
        # Lengths and points are layout units, the coordinates of a screen's size. Times are microseconds on
        # the event clock: for a live panel CLOCK_MONOTONIC, for a recording the recording's own time.
        # Patterns are those of fnmatch(3): *, ?, [abc]; * matches / as well.
        interface io.hitzone

        # What an event tells of.
        #   action: a trigger fired an action.
        #   contact: a step in a contact's life, for feedback on the screen.
        #   refused: a contact was refused, with the reason.
        #   page: a screen shows another page.
        #   panel: a screen's panel was added or removed.
        #   layout: the layout was reloaded.
        #   lost: events are missing here.
        type Kind (action, contact, refused, page, panel, layout, lost)

        # What fired an action.
        #   press: at down. tap: up while inside. release: any end but a cancel.
        #   hold: after a time without an end. repeat: again and again while held.
        type Trigger (press, tap, release, hold, repeat)

        # The step of a contact (down, leave, enter, up, cancel), a panel (added, removed) or a layout
        # (reloaded).
        type Phase (down, leave, enter, up, cancel, added, removed, reloaded)

        # Why a contact was refused (disabled, blocked, busy, debounce, locked), had no owner (unowned),
        # ended outside its region (left), or was cancelled (page, removed, device, dropped, palm, locked,
        # reload).
        type Reason (
          disabled,
          blocked,
          busy,
          debounce,
          locked,
          unowned,
          left,
          page,
          removed,
          device,
          dropped,
          palm,
          reload
        )

        # Which part of its region a contact is in.
        type Place (drawing, expansion)

        # An event. What does not apply to its kind is absent.
        type Event (
          # The number of the event in this run of the daemon, from 1 without gaps. A lost event has the
          # number of the last event that is missing.
          seq: int,
          # When it happened.
          time: int,
          kind: Kind,
          screen: ?string,
          # The page that the screen shows; for a page event the new one.
          page: ?string,
          # The region that owns the contact, or refused it.
          region: ?string,
          # The name of the action.
          action: ?string,
          trigger: ?Trigger,
          phase: ?Phase,
          reason: ?Reason,
          # For how many microseconds the debounce window stays open that refused.
          remaining: ?int,
          # The number of the contact in this run, from 1.
          contact: ?int,
          # Where the contact is, with at most two decimals.
          x: ?float,
          y: ?float,
          inside: ?Place,
          # How many events are missing; absent from a lost event when nobody knows, as after a restart.
          count: ?int
        )

        # How a panel's contacts come to the screen: turned clockwise by rotate degrees, then by the matrix of six
        # numbers, as LIBINPUT_CALIBRATION_MATRIX. physical is the width and height in millimetres of the surface as
        # it is turned.
        type PanelMapping (rotate: int, calibration: []float, physical: ?[]float)

        # The device of a screen.
        type Panel (
          name: string,
          # vendor:product, hexadecimal.
          id: string,
          # The file it is read from: a device node, or a recording.
          node: string,
          mapping: ?PanelMapping
        )

        # What a screen shows; panel is null while there is none. A locked screen refuses all contacts.
        type ScreenState (screen: string, page: string, locked: bool, panel: ?Panel)

        # What all screens show, and where the sequence of events stands.
        type State (
          screens: []ScreenState,
          # The number of the last event, 0 before the first; in the first reply of Subscribe the number after
          # which its events go on, which since makes an earlier one.
          sequence: int,
          # A random word that changes whenever the daemon starts; numbers of another run mean nothing in
          # this one.
          run: string,
          version: string
        )

        # A region as contacts are resolved with it. Rectangles are [x, y, width, height] in the coordinates
        # of the screen, after all cuts, or null when nothing is left.
        type RegionLayout (
          region: string,
          parent: ?string,
          drawing: ?[]float,
          hitZone: ?[]float,
          retainZone: ?[]float,
          enabled: bool,
          # The names of the actions by trigger.
          actions: [string]string
        )

        # A page, its regions back to front, parents before their children.
        type PageLayout (page: string, regions: []RegionLayout)

        # A screen; size is [width, height], page the one that shows.
        type ScreenLayout (screen: string, size: []float, page: string, pages: []PageLayout)

        # A region that competes for a point, and how far its drawing is from it.
        type Candidate (region: string, distance: float)

        # What becomes of a contact.
        type Result (accepted, refused, unowned)

        # Which region a contact would have, and why. Null where nothing applies.
        type Explanation (
          screen: string,
          page: string,
          x: float,
          y: float,
          # The frontmost region whose drawing has the point.
          direct: ?string,
          # The regions whose growth competes for the point, nearest first.
          candidates: []Candidate,
          owner: ?string,
          inside: ?Place,
          result: Result,
          reason: ?Reason
        )

        # What happened on a screen since the daemon started.
        type ScreenStats (
          screen: string,
          page: string,
          locked: bool,
          # Complete frames of the panel.
          frames: int,
          # Contacts, without those of the last four members.
          contacts: int,
          actions: int,
          # Contacts that no region owned.
          unowned: int,
          # Contacts by the reason that refused them, only those that occurred.
          refused: [string]int,
          # Contacts by the reason that cancelled them, only those that occurred.
          cancelled: [string]int,
          # Contacts dropped because their position was beyond the declared range of an axis.
          outOfRange: int,
          # Contacts that lifted before their position was known.
          withoutPosition: int,
          # Contacts ignored because they were down before they could be seen to go down.
          quarantined: int,
          # How often the panel lost events.
          gaps: int
        )

        # What the daemon counted since it started.
        type Stats (
          screens: []ScreenStats,
          # How many connections there are now, this one among them, and how many of them have subscribed.
          connections: int,
          subscribers: int,
          # Events that happened, and those that subscribers missed because they did not read.
          events: int,
          lost: int,
          # How often the configuration was loaded again, and how often that was tried and failed.
          reloads: int,
          failedReloads: int,
          # Since the daemon started, in microseconds.
          uptime: int
        )

        # What is wrong with a member of a page: the member, such as regions[2].frame, and what is allowed.
        type Problem (member: string, message: string)

        # Tells of events as they happen; to be called with "more". The first reply has the state, each
        # reply after it one event.
        #
        # An event is delivered when its kind is among kinds (default: action) and when it matches every
        # list that is given: one of its patterns, that is; an event without such a name does not match. An
        # empty list matches nothing. Kinds may be patterns too; one that no kind matches is
        # InvalidParameter. A lost event is always delivered.
        #
        # since goes on after the event of that number, as far as events are still held: the last 1024, not
        # older than 10 seconds; what is held no longer is told as lost, with the count. run says to which
        # run since belongs. When the daemon was restarted since, or since is beyond its last number, a lost
        # event without a count comes first and then all that is still held of this run. Without run, since
        # is taken to belong to the present one.
        #
        # A subscriber that does not read keeps the last 1024 events; a lost event stands in the place of
        # older ones.
        method Subscribe(
          kinds: ?[]string,
          screens: ?[]string,
          pages: ?[]string,
          regions: ?[]string,
          actions: ?[]string,
          since: ?int,
          run: ?string
        ) -> (state: ?State, event: ?Event)

        # What all screens show now.
        method GetState() -> (state: State)

        # The layout, of one screen or one page where they are named.
        method GetLayout(screen: ?string, page: ?string) -> (screens: []ScreenLayout)

        # Which region a contact at a point would have, and why. The screen may be left out when there is
        # only one; the page when it is the one that shows. The answer is from the layout alone: windows of
        # debounce and other contacts do not count.
        method Explain(screen: ?string, page: ?string, x: float, y: float) -> (explanation: Explanation)

        # What was counted since the daemon started.
        method GetStats() -> (stats: Stats)

        # The methods from here on change something. They are for the users and groups that "control" in the
        # configuration names, and for root and the daemon's own user; others get
        # org.varlink.service.PermissionDenied. The screen may be left out when there is only one.

        # Shows another page. Contacts on the old one are cancelled; nothing happens when the page shows
        # already.
        method SetPage(screen: ?string, page: string) -> ()

        # Changes a region: at least one of the last three is given, and what is not given stays as it is. The
        # page may be left out when it is the one that shows. A disabled region refuses contacts; a hidden one,
        # and one of opacity 0 to 0.01, is absent with all that is in it. Contacts that lose their region are
        # cancelled.
        method SetRegion(
          screen: ?string,
          page: ?string,
          region: string,
          enabled: ?bool,
          hidden: ?bool,
          # From 0 to 1.
          opacity: ?float
        ) -> ()

        # Puts a page in the place of the one of that name, or adds it. regions is what the configuration has
        # for a page: a list of regions, or an object with the list as "regions" and with "overlap". The
        # defaults and groups of the configuration hold for it. It is checked whole before anything changes.
        # Contacts on regions that are there after as before, in the same place, go on; the others are
        # cancelled.
        method PutPage(screen: ?string, page: string, regions: object) -> ()

        # Refuses all contacts of a screen, or of all screens when none is named, until Unlock; those that are
        # down are cancelled.
        method Lock(screen: ?string) -> ()

        # Ends what Lock began, on a screen, or on all screens when none is named.
        method Unlock(screen: ?string) -> ()

        # Loads the configuration again. It is checked whole before anything changes.
        method Reload() -> ()

        # There is no such screen; null when one must be named because there is not exactly one.
        error UnknownScreen (screen: ?string)

        # The screen has no such page.
        error UnknownPage (screen: string, page: string)

        # The page has no such region.
        error UnknownRegion (screen: string, page: string, region: string)

        # The page cannot be put: all that is wrong with it. Nothing has changed.
        error InvalidLayout (problems: []Problem)

        # The configuration cannot be loaded: its errors, each as "file:line:column: error: message". Of more
        # than 100 the last line tells how many there are. Nothing has changed.
        error ReloadFailed (diagnostics: []string)

        # The daemon holds as many connections as it may. Sent without a call; the connection is closed
        # then.
        error TooManyConnections (limit: int)

        """
}
