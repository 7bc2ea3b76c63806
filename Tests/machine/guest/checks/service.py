"""The Debian package and the service in it: systemd, its socket, reload, the watchdog and the sandbox."""

import contextlib
import json
import os
import signal
import threading
import time

import installed
from expect import expect, expect_true
from installed import CONFIGURATION, LAYOUT, PATH, PATIENCE, Before, Client, action, call, journal, monitor
from installed import panel, panel_is_read, run, service, shown, subscribed, write
from panel import wait_for


def check_the_package_installs_a_running_service():
    installed.install()
    try:
        expect(shown("ActiveState"), "active", "the service after dpkg -i")
        expect(shown("UnitFileState"), "enabled", "the service at the next boot")
        expect(shown("UnitFileState", "hitzone.socket"), "enabled", "the socket at the next boot")
            owners = run("stat", "-c", "%A %U %G", PATH).strip()
        expect(owners, "srw-rw---- root hitzone", "the socket")
        expect(run("stat", "-c", "%U", "/dev/uinput").strip(), "hitzone", "who may make twins")
        with panel() as touched, monitor() as watching:
            touched.tap(0.75, 0.5)
            touched.play()
            expect(action(watching), "right.tapped", "the installed layout's answer")
    finally:
        run("systemctl", "stop", "hitzone.socket", "hitzone.service")


def check_a_member_of_the_group_sees_actions_and_plugging():
    with service(), panel() as first, monitor() as watching:
        first.tap(0.1, 0.5)
        first.play()
        expect(action(watching), "left.tap", "the tap")
        before = journal()
        first.tap(0.9, 0.5)
        first.play()
        expect(action(watching), "right.tap", "the next tap")
        expect(journal(), before, "the log after a tap")
        first.close()
        wait_for(lambda: not panel_is_read(), "the panel to be gone", PATIENCE)
        with panel() as second:
            second.tap(0.5, 0.5)
            second.play()
            expect(action(watching), "middle.tap", "the tap on the panel that came later")
        wait_for(lambda: "panels: 0 of 1" in shown("StatusText"), "the status without a panel", PATIENCE)


def check_varlinkctl_asks_and_introspects():
    with service():
        expect_true("hitzoned" in run("varlinkctl", "info", PATH, user="visitor"), "info names the product")
        introspection = run("varlinkctl", "introspect", PATH, "io.hitzone", user="visitor")
        expect_true("method Subscribe(" in introspection, f"introspect prints {introspection}")
        state = json.loads(run("varlinkctl", "call", "-j", PATH, "io.hitzone.GetState", "{}", user="visitor"))
        expect([screen["screen"] for screen in state["state"]["screens"]], ["front"], "the screens")


def check_strangers_are_kept_out_and_listeners_may_not_change():
    with service():
        told = run("hitzone", "monitor", user="stranger", status=3)
        expect_true("Permission denied" in told, f"a stranger is told {told}")
        told = run("varlinkctl", "call", PATH, "io.hitzone.Reload", "{}", user="visitor", status=None)
        expect_true("PermissionDenied" in told, f"a listener who reloads is told {told}")
        expect_true("visitor" in journal("-p", "warning"), "the log names who was refused")


def check_the_log_has_a_limit_for_what_clients_drive():
    loop = (
        "import socket\n"
        f"s = socket.socket(socket.AF_UNIX); s.connect('{PATH}'); seen = b''\n"
        "for n in range(300):\n"
        '    s.sendall(b\'{"method":"io.hitzone.Reload"}\\0\')\n'
        "    while seen.count(b'\\0') <= n: seen += s.recv(65536)\n"
    )
    with service():
        run("python3", "-c", loop, user="visitor")
        lines = sum("may not call" in line for line in journal().splitlines())
        expect_true(0 < lines < 150, f"300 refused calls wrote {lines} lines")
    return f"300 refused calls, {lines} lines"


def check_a_broken_configuration_changes_nothing():
    with service():
        state, layout = call("GetState"), call("GetLayout")
        write(LAYOUT.replace("WIDTH", "wide"))
        told = run("systemctl", "reload", "hitzone.service", status=None)
        error, parameters = call("Reload")
        expect(error, "io.hitzone.ReloadFailed", "the answer to Reload")
        expect_true(
            any(f"{CONFIGURATION}:11:" in problem for problem in parameters["diagnostics"]),
            f"the answer names the line: {parameters}",
        )
        expect_true(f"{CONFIGURATION}:11:" in journal("-p", "err"), f"the log names the line; {told}")
        expect([call("GetState"), call("GetLayout")], [state, layout], "state and layout")
        expect(shown("ActiveState"), "active", "the service")
        write(LAYOUT.replace("WIDTH", "200"))
        run("systemctl", "reload", "hitzone.service")
        expect_true(call("GetLayout") != layout, "the mended file is in use after systemctl reload")


def check_reload_by_signal_works_as_the_manager_wants_it():
    override = "/etc/systemd/system/hitzone.service.d"
    installed.install()
    os.makedirs(override)
    try:
        run("cp", "/host/systemd/notify-reload.conf", override)
        run("systemctl", "daemon-reload")
        with service():
            expect(shown("Type"), "notify-reload", "the type")
            layout = call("GetLayout")
            write(LAYOUT.replace("WIDTH", "250"))
            run("systemctl", "reload", "hitzone.service")
            expect_true(call("GetLayout") != layout, "systemctl reload returned before the layout was in use")
            expect(shown("ActiveState"), "active", "the service")
    finally:
        run("rm", "-r", override)
        run("systemctl", "daemon-reload")


def check_reloads_lose_no_contact_of_regions_that_stay():
    reloads, taps, turns = 60, 0, []
    with service(), panel() as touched, contextlib.closing(Client()) as listener:
        listener.send("io.hitzone.Subscribe", more=True, kinds=["action", "contact", "layout", "lost"])
        listener.message()

        def reload():
            with contextlib.closing(Client()) as client:
                for turn in range(reloads):
                    start = time.monotonic()
                    write(LAYOUT.replace("WIDTH", str(200 + turn)))
                    turns.append(client.call("Reload"))
                    time.sleep(max(0, 0.05 - (time.monotonic() - start)))

        held = touched.down(0.5, 0.5)
        touched.frame()
        touched.play()
        reloading = threading.Thread(target=reload)
        start = time.monotonic()
        reloading.start()
        while reloading.is_alive():
            touched.tap(0.1, 0.5, 5)
            touched.play()
            taps += 1
            time.sleep(0.01)
        reloading.join()
        rate = reloads / (time.monotonic() - start)
        touched.up(held)
        touched.frame()
        touched.play()
        expect(turns, [{}] * reloads, "the answers to Reload")
        events = []
        while not (events and events[-1].get("action") == "middle.tap"):
            events.append(listener.message()["parameters"]["event"])
        count = lambda **wanted: sum(wanted.items() <= event.items() for event in events)
        expect(count(kind="contact", phase="cancel"), 0, "cancelled contacts")
        expect(count(kind="lost"), 0, "gaps")
        expect(count(kind="action", action="left.tap"), taps, "actions beside taps")
        expect_true(count(kind="layout") >= reloads, "each reload is told")
    return f"{reloads} reloads, {rate:.0f} a second, {taps} taps and one contact through all of them"


def check_the_watchdog_restarts_a_daemon_that_is_stuck():
    with service(), panel() as touched, monitor() as watching:
        process = shown("MainPID")
        os.kill(int(process), signal.SIGSTOP)
        wait_for(lambda: shown("MainPID") not in ("0", process), "another daemon", PATIENCE)
        wait_for(panel_is_read, "the panel to be read again", PATIENCE)
        subscribed()
        touched.tap(0.9, 0.5)
        touched.play()
        expect(action(watching), "right.tap", "the next tap")
        expect_true("watchdog" in run("journalctl", "-u", "hitzone", "-o", "cat").lower(), "the log says why")


def check_a_kill_in_the_middle_of_a_contact_loses_no_later_touch():
    with service(), panel() as touched, monitor() as watching:
        held = touched.down(0.1, 0.5)
        touched.frame()
        touched.play()
        process = shown("MainPID")
        os.kill(int(process), signal.SIGKILL)
        wait_for(lambda: shown("MainPID") not in ("0", process), "another daemon", PATIENCE)
        wait_for(panel_is_read, "the panel to be read again", PATIENCE)
        subscribed()
        touched.up(held)
        touched.frame()
        touched.wait(40)
        touched.tap(0.5, 0.5)
        touched.play()
        expect(action(watching), "middle.tap", "the first action afterwards")


def check_the_socket_is_there_before_the_daemon():
    with service():
        run("systemctl", "stop", "hitzone.service")
        expect(shown("ActiveState"), "inactive", "the service")
        expect(run("stat", "-c", "%A %U %G", PATH).strip(), "srw-rw---- root hitzone", "the socket")
        expect([screen["screen"] for screen in call("GetState")["state"]["screens"]], ["front"], "the answer")
        expect(shown("ActiveState"), "active", "the service after a call")
        told = run("hitzoned", "--config", CONFIGURATION, status=3)
        expect_true("another process listens there" in told, f"a second daemon says {told}")


def check_a_wrong_configuration_at_the_start_is_told_once():
    with service():
        for text, words in [("version: 2\n", f"{CONFIGURATION}:1:10"), (None, f"{CONFIGURATION}'")]:
            write(text) if text else os.remove(CONFIGURATION)
            run("systemctl", "stop", "hitzone.service")
            begin = time.strftime("%Y-%m-%d %H:%M:%S")
            run("systemctl", "start", "hitzone.service", status=1)
            time.sleep(3)
            result = [shown(name) for name in ("Result", "ExecMainStatus", "NRestarts", "ActiveState")]
            expect(result, ["exit-code", "1", "0", "failed"], f"the service with {text!r}")
            errors = journal("-p", "err", "--since", begin)
            expect_true(words in errors, f"the log does not say {words}: {errors}")
        expect_true("there is no configuration yet" in errors, f"the log tells what to do: {errors}")
        # A client that waits does not start it for ever.
        with contextlib.suppress(OSError, EOFError):
            call("GetState")
        wait_for(lambda: shown("ActiveState", "hitzone.socket") == "failed", "the end of trying", PATIENCE)
        write(LAYOUT.replace("WIDTH", "300"))
        run("systemctl", "start", "hitzone.service")
        expect(shown("ActiveState", "hitzone.socket"), "active", "the socket with the mended file")


def check_the_sandbox_holds():
    with service(), panel():
        verdict = run("systemd-analyze", "security", "--no-pager", "--threshold=15", "hitzone.service")
        status = open(f"/proc/{shown('MainPID')}/status", encoding="utf-8").read()
        fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        expect([fields[name] for name in ("CapPrm", "CapEff", "CapBnd")], ["0" * 16] * 3, "the capabilities")
        expect([fields["NoNewPrivs"], fields["Seccomp"]], ["1", "2"], "new privileges, system calls")
        user, own, group = (run("id", *words).strip() for words in (["-u", "hitzone"], ["-g", "hitzone"], ["-u"]))
        expect(fields["Uid"].split(), [user] * 4, f"the user, which is not {group}")
        expect_true(own in fields["Gid"].split(), "the group")
    against = [line.split("  ")[0] for line in verdict.splitlines() if line.startswith("✗")]
    return f"{verdict.splitlines()[-1].strip(' →')}; against it: {', '.join(against)}"


def check_a_purge_leaves_nothing():
    installed.install()
    run("systemctl", "start", "hitzone.service", status=None)
    run("dpkg", "--remove", "hitzone")
    expect([os.path.exists(PATH), os.path.exists(CONFIGURATION)], [False, True], "socket, configuration")
    run("dpkg", "--purge", "hitzone")
    expect(sorted(installed.files() - Before.files), [], "files after the purge")
    expect(sorted(Before.files - installed.files()), [], "files that the purge took with it")
    expect(installed.accounts(), Before.accounts, "users and groups")
    expect(shown("LoadState"), "not-found", "the unit")
