/// The parts of the page for browsers that are the same for all layouts.
enum ViewerPage {
    static let style = """
        :root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--paper:#fff;--ground:#f3f4f6;--accent:#0969da}
        @media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4af;--paper:#0d1117;--ground:#161b22;\
        --accent:#58a6ff}}
        *{box-sizing:border-box}
        body{margin:0;font:15px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
        header{position:sticky;top:0;z-index:1;background:var(--ground);border-bottom:1px solid var(--soft);\
        padding:6px 12px}
        .row{display:flex;flex-wrap:wrap;gap:6px 10px;align-items:center}
        button{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:6px;\
        min-height:36px;min-width:36px;padding:2px 12px}
        button[aria-pressed=true]{background:var(--accent);border-color:var(--accent);color:var(--paper)}
        label{display:inline-flex;align-items:center;gap:5px;min-height:32px}
        input[type=checkbox]{width:18px;height:18px;accent-color:var(--accent)}
        input[type=range]{flex:1 1 160px;accent-color:var(--accent)}
        :focus-visible{outline:3px solid var(--accent);outline-offset:1px}
        #answer,#event{min-height:1.45em;overflow-wrap:anywhere}
        #answer{font-weight:600;min-height:2.9em}
        #event,.help{color:var(--soft)}
        .help{font-size:13px;margin:0}
        main{padding:0 4px 24px;overflow-x:auto}
        section[hidden]{display:none}
        @media (hover:none){.help{display:none}}
        .page svg{display:block;max-width:100%;min-width:640px;height:auto;scroll-margin-top:13rem;touch-action:manipulation}
        .page svg:focus-visible{outline-offset:-3px}
        .probe{pointer-events:none}
        .probe path{fill:none;stroke:var(--ink);stroke-width:1.5}
        .probe .halo{stroke:var(--paper);stroke-width:4}
        .probe rect{fill:none;stroke:var(--accent);stroke-width:3}
        .step{fill:none;stroke:var(--accent);stroke-width:3;pointer-events:none}
        .no-areas .areas,.no-zones .zones,.no-retains .retains,.no-borders .borders,.no-labels .labels,\
        .no-touches .touches,.no-heats .heats,.no-absents .absents{display:none}

        """

    static let body = """
        <header>
        <div class="row" role="group" aria-label="Pages" id="pages"></div>
        <div class="row" role="group" aria-label="Show" id="shows"></div>
        <div class="row" id="steps" hidden>
        <button type="button" id="back" aria-label="Event before">◀</button>
        <button type="button" id="play" aria-pressed="false">Play</button>
        <button type="button" id="next" aria-label="Next event">▶</button>
        <input type="range" id="step" min="0" value="0" aria-label="Event of the recording">
        </div>
        <div id="event" role="status"></div>
        <div id="answer" role="status">Point at the picture.</div>
        <p class="help">In the picture: arrows move the point by 1, with Shift by 10; Page Up and Page Down change \
        the page; comma and full stop step through the recording.</p>
        </header>
        """

    /// Rules C1 to C5 again, for the browser; `hitzone explain` is what it is tested against.
    static let script = #"""
        "use strict";
        const data = JSON.parse(document.getElementById("data").textContent);
        const contains = (r, x, y) => x >= r[0] && x < r[2] && y >= r[1] && y < r[3];
        const encloses = (a, b) => b[0] >= a[0] && b[2] <= a[2] && b[1] >= a[1] && b[3] <= a[3];
        const squared = (r, x, y) => {
          const dx = Math.max(r[0] - x, x - r[2], 0), dy = Math.max(r[1] - y, y - r[3], 0);
          return dx * dx + dy * dy;
        };
        function isDirect(r, x, y) {
          if (!contains(r.drawing, x, y)) return false;
          if (!r.enabled || r.blocks) return true;
          return r.acts && contains(r.hitZone, x, y);
        }
        function explain(pageIndex, x, y) {
          const page = data.pages[pageIndex], regions = page.regions;
          let direct = -1;
          for (let i = regions.length - 1; i >= 0 && direct < 0; i--) if (isDirect(regions[i], x, y)) direct = i;
          const rivals = [];
          for (let i = regions.length - 1; i > direct; i--) {
            const r = regions[i];
            if (!contains(r.hitZone, x, y) || contains(r.drawing, x, y)) continue;
            const competes = direct < 0 || page.overlap === "topmost" || i < regions[direct].end
              || encloses(regions[direct].drawing, r.drawing);
            if (competes) rivals.push({index: i, squared: squared(r.drawing, x, y)});
          }
          const front = rivals.length ? rivals[0].index : -1;
          rivals.sort((a, b) => a.squared - b.squared || b.index - a.index);
          const answer = {
            screen: data.screen, page: page.page, x, y, direct: direct < 0 ? null : regions[direct].region,
            candidates: rivals.map(c => ({region: regions[c.index].region, distance: Math.sqrt(c.squared)})),
            owner: null, inside: null, result: "unowned", reason: null, index: -1,
          };
          if (rivals.length) {
            answer.index = page.overlap === "topmost" ? front : rivals[0].index;
            answer.inside = "expansion";
          } else if (direct >= 0) {
            const r = regions[direct];
            if (!r.enabled) answer.reason = "disabled";
            else if (!contains(r.hitZone, x, y)) answer.reason = "blocked";
            else { answer.index = direct; answer.inside = "drawing"; }
          }
          if (answer.index >= 0) {
            answer.result = "accepted";
            answer.owner = regions[answer.index].region;
          } else if (answer.reason) answer.result = "refused";
          return answer;
        }
        const short = v => String(Math.round(v * 100) / 100);
        function sentence(a) {
          const hit = a.direct === null ? "no drawing has the point" : "the drawing of " + a.direct + " has the point";
          const at = short(a.x) + "," + short(a.y) + ": ";
          if (a.result === "refused") return at + "refused (" + a.reason + "); " + hit + ".";
          if (a.result === "unowned") return at + "nothing; " + hit + ", and no hit zone reaches it.";
          const actions = data.pages[view.page].regions[a.index].actions.join("; ");
          const end = actions ? " [" + actions + "]" : "";
          if (!a.candidates.length) return at + a.owner + "; its drawing has the point." + end;
          const list = a.candidates.slice(0, 6).map(c => c.region + " (" + short(c.distance) + " away)").join(", ");
          return at + a.owner + "; " + hit + "; hit zones that reach it: " + list + "." + end;
        }

        """#

    static let controls = #"""
        const view = {page: data.page, x: data.size[0] / 2, y: data.size[1] / 2, step: 0, timer: 0};
        const $ = id => document.getElementById(id);
        const make = (name, attributes) => {
          const element = document.createElementNS("http://www.w3.org/2000/svg", name);
          for (const key in attributes) element.setAttribute(key, attributes[key]);
          return element;
        };
        const sections = [...document.querySelectorAll("section.page")];
        const svgOf = page => sections[page].querySelector("svg");
        const clamp = (v, low, high) => Math.min(Math.max(v, low), high);

        function probe() {
          const page = data.pages[view.page], [left, top, k] = page.frame, svg = svgOf(view.page);
          view.x = clamp(view.x, 0, data.size[0] - 0.01);
          view.y = clamp(view.y, 0, data.size[1] - 0.01);
          const a = explain(view.page, view.x, view.y);
          $("answer").textContent = sentence(a);
          svg.querySelector(".probe")?.remove();
          const group = make("g", {class: "probe"});
          if (a.index >= 0) {
            const d = page.regions[a.index].drawing;
            group.append(make("rect", {x: left + d[0] * k, y: top + d[1] * k,
              width: Math.max(d[2] - d[0], 0) * k, height: Math.max(d[3] - d[1], 0) * k}));
          }
          const x = left + view.x * k, y = top + view.y * k;
          const cross = `M${x - 9} ${y}H${x - 2}M${x + 2} ${y}H${x + 9}M${x} ${y - 9}V${y - 2}M${x} ${y + 2}V${y + 9}`;
          group.append(make("path", {d: cross, class: "halo"}), make("path", {d: cross}));
          svg.append(group);
        }
        function show(page) {
          view.page = (page + data.pages.length) % data.pages.length;
          sections.forEach((section, index) => section.hidden = index !== view.page);
          [...$("pages").children].forEach((b, index) => b.setAttribute("aria-pressed", index === view.page));
          probe();
        }
        function at(event) {
          const svg = svgOf(view.page), [left, top, k] = data.pages[view.page].frame;
          const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
          const x = (p.x - left) / k, y = (p.y - top) / k;
          if (x < 0 || y < 0 || x >= data.size[0] || y >= data.size[1]) return;
          [view.x, view.y] = [x, y];
          probe();
        }
        function describe(e) {
          const parts = [(e.time / 1e6).toFixed(3) + " s", e.kind, e.action, e.trigger, e.phase, e.reason,
            e.remaining === undefined ? undefined : e.remaining / 1e6 + " s remain",
            e.region && "on " + e.region, e.contact && "contact " + e.contact, e.kind === "page" ? e.page : undefined];
          return parts.filter(p => p !== undefined && p !== "").join("  ");
        }
        function step(to) {
          view.step = clamp(to, 0, data.events.length);
          $("step").value = view.step;
          document.querySelectorAll(".step").forEach(mark => mark.remove());
          if (!view.step) {
            $("event").textContent = data.events.length + " events; step through them.";
            return;
          }
          const e = data.events[view.step - 1];
          $("event").textContent = view.step + "/" + data.events.length + "  " + describe(e);
          const page = data.pages.findIndex(p => p.page === e.page);
          if (e.x !== undefined) [view.x, view.y] = [e.x, e.y];
          if (page >= 0 && page !== view.page) show(page); else probe();
          if (e.x === undefined) return;
          const [left, top, k] = data.pages[view.page].frame;
          svgOf(view.page).append(make("circle", {class: "step", cx: left + e.x * k, cy: top + e.y * k, r: 14}));
        }
        function play(on) {
          clearInterval(view.timer);
          view.timer = on ? setInterval(() => {
            if (view.step >= data.events.length) play(false); else step(view.step + 1);
          }, 400) : 0;
          $("play").setAttribute("aria-pressed", on);
        }

        data.pages.forEach((page, index) => {
          const button = document.createElement("button");
          button.type = "button";
          button.textContent = page.page;
          button.addEventListener("click", () => show(index));
          $("pages").append(button);
        });
        const shows = [["areas", "who wins"], ["zones", "hit zones"], ["borders", "borders"],
          ["retains", "retain zones", data.retain], ["absents", "absent"], ["labels", "labels"],
          ["touches", "touches"], ["heats", "heat", data.heat]];
        for (const [name, text, on = true] of shows) {
          if (!document.querySelector("." + name)) continue;
          const label = document.createElement("label"), box = document.createElement("input");
          box.type = "checkbox";
          box.name = name;
          box.checked = on;
          const apply = () => document.body.classList.toggle("no-" + name, !box.checked);
          box.addEventListener("change", apply);
          apply();
          label.append(box, text);
          $("shows").append(label);
        }
        sections.forEach((section, index) => {
          const svg = svgOf(index);
          svg.setAttribute("tabindex", "0");
          svg.addEventListener("pointermove", at);
          svg.addEventListener("pointerdown", at);
        });
        document.addEventListener("keydown", event => {
          if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "INPUT") return;
          const far = event.shiftKey ? 10 : 1, inPicture = event.target.closest?.("svg");
          const keys = {
            PageUp: () => show(view.page - 1), PageDown: () => show(view.page + 1),
            ",": () => step(view.step - 1), ".": () => step(view.step + 1),
          };
          if (inPicture) Object.assign(keys, {
            ArrowLeft: () => view.x -= far, ArrowRight: () => view.x += far,
            ArrowUp: () => view.y -= far, ArrowDown: () => view.y += far,
          });
          const act = keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
          if (event.key.startsWith("Arrow")) probe();
        });
        if (data.events.length) {
          $("steps").hidden = false;
          $("step").max = data.events.length;
          $("back").addEventListener("click", () => step(view.step - 1));
          $("next").addEventListener("click", () => step(view.step + 1));
          $("play").addEventListener("click", () => play(!view.timer));
          $("step").addEventListener("input", () => step(Number($("step").value)));
          step(0);
        }
        show(view.page);
        $("answer").textContent = "Point at the picture.";

        """#
}
