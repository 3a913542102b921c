// The board editor: a tap is drawn at once and confirmed by the answer of the server, which draws the same; a refusal
// takes it back. Taps wait for each other, fingers do not. A long press clears, two fingers zoom, undo and redo are the
// links gone through on this device. Every control is a link or a form that works without this.
import { recall, remember as keep } from "./page.js";

(() => {
  const LAST = "position-last";
  const STEPS = "position-steps";
  const MAX_STEPS = 50;
  const LONG_PRESS = 550;
  const TIMEOUT = 8000;
  const AGAIN = 3000;

  const last = document.querySelector("a[data-last]");
  if (last) {
    const code = recall(LAST) || "";
    if (/^[A-Za-z0-9_-]+$/.test(code)) {
      last.href = last.dataset.board.replace("CODE", code);
      last.hidden = false;
    }
  }
  if (!document.getElementById("editor")) return;

  const SVG = "http://www.w3.org/2000/svg";
  // The board that was confirmed last; the steps that wait for it, the first of them on its way.
  let base = location.href;
  let waiting = [];
  let busy = false;
  let again = null;
  // What was drawn in advance since the page was shown.
  const drawings = [];
  // What somebody took in hand while an answer was on its way: it stays in hand.
  let chosen = null;

  function editor() {
    return document.getElementById("editor");
  }
  function all(which) {
    return Array.from(editor().querySelectorAll(which));
  }
  function codeIn(address) {
    return new URL(address, base).pathname.replace(/^.*\//, "");
  }

  // The codes gone through, and which of them is on the page. A step may lead to a position that was there before;
  // only the browser's own back and forward, and our links for them, move along what was gone through.
  function remember(code, isStep) {
    const steps = recall(STEPS, "sessionStorage") || { codes: [], at: -1 };
    if (steps.codes[steps.at] !== code) {
      if (!isStep && steps.codes[steps.at - 1] === code) steps.at -= 1;
      else if (!isStep && steps.codes[steps.at + 1] === code) steps.at += 1;
      else {
        steps.codes = steps.codes.slice(0, steps.at + 1).concat(code).slice(-MAX_STEPS);
        steps.at = steps.codes.length - 1;
      }
    }
    keep(STEPS, steps, "sessionStorage");
    keep(LAST, code);
    offer("[data-undo]", steps.codes[steps.at - 1]);
    offer("[data-redo]", steps.codes[steps.at + 1]);
    // What changed since this began is most often asked.
    const began = steps.codes[0];
    if (began !== code) {
      const compare = editor().querySelector("[data-compare]");
      compare.search = "?with=" + began;
    }
  }
  function offer(which, code) {
    const link = editor().querySelector(which);
    link.hidden = !code;
    if (code) link.setAttribute("href", new URL(base).pathname.replace(/[^/]*$/, code) + view());
  }
  // What is shown, without the step that led here.
  function view() {
    const query = new URL(base).searchParams;
    ["at", "do", "fill"].forEach((name) => {
      query.delete(name);
    });
    return "?" + query;
  }

  // Goes to another view of the board, or takes a step. `drawn` takes back what was drawn in advance.
  function go(address, drawn) {
    const step = { address: address, drawn: drawn };
    waiting.push(step);
    if (!busy) next();
    return step;
  }
  function next() {
    const step = waiting[0];
    if (!step) return;
    busy = true;
    const url = new URL(step.address, base);
    const isStep = /[?&](at|fill)=/.test(url.search);
    editor().setAttribute("aria-busy", "true");
    const page = editor().dataset;
    const shown = [page.code, page.show, page.open].join(" ");
    const headers = { "HX-Request": "true", "HX-Current-URL": base, "Editor-Shown": shown };
    fetch(url, { headers: headers, signal: AbortSignal.timeout(TIMEOUT) })
      .then((answer) => {
        if (gone(step)) return;
        if (!answer.ok && answer.status !== 422) {
          location.href = url;
          return;
        }
        return answer.text().then((text) => {
          if (gone(step)) return;
          waiting.shift();
          const refused = answer.status === 422;
          if (!refused && step.drawn) drawings.push(step.drawn);
          if (!refused) confirm(answer.headers.get("HX-Push-Url") || url.pathname + url.search, isStep);
          // Whoever is quicker than the answers sees the last of them.
          if (refused) refuse(text, step, isStep);
          else if (!waiting.length) show(text, url.hash);
          busy = false;
          window.htmx.trigger(document.body, "htmx:afterOnLoad");
          next();
        });
      })
      .catch(() => {
        if (gone(step)) return;
        // What was drawn stays; it is sent with the next tap, or when the signal is back. A part that did not open is left.
        busy = false;
        if (!isStep && step.drawn) {
          waiting.shift();
          step.drawn();
        }
        editor().removeAttribute("aria-busy");
        window.htmx.trigger(document.body, "htmx:sendError");
        // A line that has just come back often carries nothing yet.
        clearTimeout(again);
        again = setTimeout(resume, AGAIN);
      });
  }
  // Whoever went back meanwhile does not want it any more: what they went back to is next.
  function gone(step) {
    if (waiting[0] === step) return false;
    busy = false;
    next();
    return true;
  }
  function confirm(address, isStep) {
    const before = codeIn(base);
    base = new URL(address, base).href;
    if (codeIn(base) === before) history.replaceState(null, "", base);
    else history.pushState(null, "", base);
    remember(codeIn(base), isStep);
  }
  function show(text, hash) {
    const old = editor();
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const key = focused && (focused.dataset.place || focused.dataset.key);
    const picture = old.querySelector(".editor-picture");
    const seen = picture && { zoom: picture.dataset.zoom, left: picture.scrollLeft, top: picture.scrollTop };
    const far = scrolled();
    const page = new DOMParser().parseFromString(text, "text/html");
    page.querySelectorAll("[hx-swap-oob]").forEach((part) => {
      part.removeAttribute("hx-swap-oob");
      document.getElementById(part.id).replaceWith(part);
    });
    drawings.splice(0).forEach((undo) => {
      undo();
    });
    const changes = page.getElementById("editor-changes");
    if (changes) change(changes);
    else old.replaceWith(document.adoptNode(page.getElementById("editor")));
    window.htmx.process(editor());
    remember(codeIn(base), false);
    prepare(seen, far);
    if (chosen) {
      openGroup(chosen.group);
      take(chosen.thing);
      chosen = null;
    }
    if (key) refocus(key);
    const field = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (field) {
      field.focus({ preventScroll: true });
      field.scrollIntoView({ block: "center" });
    }
    window.htmx.trigger(document.body, "htmx:afterSettle");
  }
  // Puts the parts that say something else in the places of the old ones; the hand and the open group are as the answer
  // says.
  function change(changes) {
    document.getElementById("editor-told").replaceChildren();
    Array.from(changes.children).forEach((part) => {
      if (part.id !== "editor-places") document.getElementById(part.id).replaceWith(document.adoptNode(part));
    });
    Array.from(changes.querySelectorAll("#editor-places > *")).forEach((place) => {
      const name = place.dataset.layer ? "layer" : "place";
      const before = all("[data-" + name + "]").find((one) => one.dataset[name] === place.dataset[name]);
      before.replaceWith(document.adoptNode(place));
    });
    Object.assign(editor().dataset, changes.dataset);
    editor().removeAttribute("aria-busy");
    openGroup(changes.dataset.group);
    pickUp(changes.dataset.pick);
  }
  // A step that the rules of the page refuse: what was drawn goes, and why is told where the finger was.
  function refuse(text, step, isStep) {
    if (!isStep) return;
    if (step.drawn) step.drawn();
    if (step.back) step.back();
    editor().removeAttribute("aria-busy");
    const told = new DOMParser().parseFromString(text, "text/html").getElementById("editor-told");
    document.getElementById("editor-told").replaceWith(document.adoptNode(told));
    const place = new URL(step.address, base).searchParams.get("at");
    const link = placeOf(place);
    const message = told.querySelector(".editor-refused");
    if (!link || !message) return;
    const box = link.getBoundingClientRect();
    const room = innerHeight - message.offsetHeight - 8;
    message.classList.add("at-finger");
    message.style.top = Math.max(8, Math.min(room, box.bottom + 8)) + "px";
  }
  function refocus(key) {
    const found = all("[data-place], [data-key]").find((element) => (element.dataset.place || element.dataset.key) === key);
    if (found) found.focus({ preventScroll: true });
  }

  // What is in hand: picked without asking anybody, since every thing stands on the page.
  function inHand() {
    const pick = editor().querySelector(".editor-pieces > :not([hidden]) > .pick[aria-current]");
    return pick && pick.dataset.thing;
  }
  function pickOf(thing) {
    const alike = all(".editor-pieces .pick").filter((one) => one.dataset.thing === thing);
    return (
      alike.find((one) => !one.parentElement.hidden) || alike[0]
    );
  }
  function group() {
    const open = editor().querySelector("[data-group][aria-current]");
    return open ? open.dataset.group : "";
  }
  function pickUp(thing) {
    all(".editor-pieces .pick[aria-current]").forEach((one) => {
      one.removeAttribute("aria-current");
    });
    const hand = editor().querySelector(".editor-hand");
    const pick = thing && pickOf(thing);
    if (!hand) return pick;
    if (pick) {
      pick.setAttribute("aria-current", "true");
      pick.scrollIntoView({ block: "nearest" });
      hand.replaceChildren(...Array.from(pick.cloneNode(true).childNodes));
    } else {
      hand.textContent = hand.dataset.empty;
    }
    return pick;
  }
  function take(thing) {
    const pick = pickUp(thing);
    if (waiting.length) return;
    const url = new URL(base);
    url.search = view();
    url.searchParams.set("pick", pick ? thing : "nothing");
    if (group()) url.searchParams.set("group", group());
    base = url.href;
    history.replaceState(null, "", base);
  }
  function openGroup(name) {
    all("[data-group]").forEach((one) => {
      if (one.dataset.group === name) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    });
    all(".editor-pieces [data-of]").forEach((things) => {
      things.hidden = things.dataset.of !== name;
    });
  }
  function choose(name, thing) {
    openGroup(name);
    chosen = { group: name, thing: thing };
    take(thing);
    if (!waiting.length) chosen = null;
  }

  // The address of a step: what is in hand and what is open may be others than when its link was drawn.
  function stepOf(link, address) {
    const url = new URL(address, base);
    if (!/[?&](at|fill)=/.test(url.search)) return address;
    if (!link.dataset.thing) url.searchParams.set("pick", inHand() || (url.searchParams.has("pick") ? "nothing" : ""));
    url.searchParams.set("group", group());
    url.searchParams.set("open", editor().dataset.open);
    return url.search;
  }

  // A tap on the picture, drawn before anybody has confirmed it.
  function tap(link) {
    const query = new URLSearchParams(link.getAttribute("href"));
    const thing = inHand();
    if (query.has("pick") || thing) query.set("pick", thing || "nothing");
    if (group()) query.set("group", group());
    query.set("open", editor().dataset.open);
    const pick = thing && pickOf(thing);
    chosen = null;
    const after = pick && pick.dataset.after !== thing && pickOf(pick.dataset.after);
    const opened = group();
    // What comes next is in hand at once; a refusal gives back what was not taken, unless somebody chose meanwhile.
    const step = go("?" + query, draw(link, thing));
    step.back = () => {
      if (after && inHand() === after.dataset.thing && !chosen) choose(opened, thing);
    };
    if (after) {
      openGroup(after.parentElement.dataset.of);
      take(after.dataset.thing);
    }
  }
  // Draws what a tap will lead to; gives back what takes the drawing away.
  function draw(link, thing) {
    const undo = [];
    function hide(one) {
      one.setAttribute("visibility", "hidden");
      undo.push(() => {
        one.removeAttribute("visibility");
      });
    }
    function hold(place, what) {
      const before = place.dataset.holds || "";
      place.dataset.holds = what;
      undo.push(() => {
        place.dataset.holds = before;
      });
    }
    function put(place, what) {
      const box = place.querySelector(".hit");
      const looks = looksOf(what);
      const art = document.createElementNS(SVG, "svg");
      art.setAttribute("class", "drawn");
      ["x", "y", "width", "height"].forEach((name) => {
        art.setAttribute(name, box.getAttribute(name));
      });
      if (looks) {
        art.dataset.drawn = what;
        art.setAttribute("viewBox", looks.getAttribute("viewBox"));
        art.append(...Array.from(looks.cloneNode(true).childNodes));
        if (isFigure(what)) art.setAttribute("width", Math.min(34, box.getAttribute("width")));
      } else {
        const slot = document.createElementNS(SVG, "rect");
        slot.setAttribute("class", what === "unknown" ? "unknown" : "slot");
        slot.setAttribute("width", "100%");
        slot.setAttribute("height", "100%");
        slot.setAttribute("rx", 6);
        art.append(slot);
      }
      place.append(art);
      undo.push(() => {
        art.remove();
      });
    }
    const at = link.dataset.place.split(/[.:]/);
    if (at[2] === "cleared") {
      if (link.dataset.holds) put(link, "disc:" + at[1]);
      else link.querySelectorAll(".disc-body, .disc-body + use, .unknown, .unknown + text").forEach(hide);
      hold(link, link.dataset.holds ? "" : at[3]);
    } else if (at[2] === "workers") {
      const row = placeOf("players." + at[1] + ".workers." + at[3]);
      const have = Math.max(1, Number(row.dataset.holds));
      const wanted = Number(at[4]) === have ? Math.max(1, have - 1) : Number(at[4]);
      for (let space = Math.min(have, wanted) + 1; space <= Math.max(have, wanted); space += 1) {
        put(placeOf(row.dataset.place + ":" + space), wanted > have ? "worker:" + at[3] : "empty");
      }
      hold(row, wanted);
    } else if (/rows[.]\d+$/.test(link.dataset.place)) {
      link.classList.add("tapped");
      undo.push(() => {
        link.classList.remove("tapped");
      });
    } else if (isFigure(thing)) {
      const path = "players." + thing.split(":")[1] + "." + thing.split(":")[0];
      all("[data-piece='" + path + "'], [data-drawn='" + thing + "']").forEach((one) => {
        if (!/^disc/.test(thing)) hide(one);
      });
      put(link, thing);
    } else if (thing || link.dataset.holds) {
      const away = !thing || link.dataset.holds === thing;
      put(link, away ? "empty" : thing);
      hold(link, away ? "" : thing);
    }
    return () => {
      undo.forEach((one) => {
        one();
      });
    };
  }
  function isFigure(thing) {
    return /^(herder|engine|disc):/.test(thing || "");
  }
  function placeOf(path) {
    return all("[data-place]").find((one) => one.dataset.place === path);
  }
  function looksOf(thing) {
    const found = all("[data-thing]").find((one) => one.dataset.thing === thing);
    return thing !== "empty" && thing !== "unknown" && found && found.querySelector("svg");
  }

  function zoomTo(picture, level) {
    picture.dataset.zoom = Math.max(1, Math.min(4, level));
  }
  function scrolled() {
    const picks = editor().querySelector(".editor-pieces > :not([hidden]).editor-picks");
    return picks ? picks.scrollTop : 0;
  }
  function prepare(seen, far) {
    all(".editor-zoom").forEach((zoom) => {
      zoom.hidden = false;
    });
    const picks = editor().querySelector(".editor-pieces > :not([hidden]).editor-picks");
    if (picks) picks.scrollTop = far;
    const picture = editor().querySelector(".editor-picture");
    if (picture && seen) {
      picture.dataset.zoom = seen.zoom;
      picture.scrollLeft = seen.left;
      picture.scrollTop = seen.top;
    }
  }

  let pressed = null;
  let held = false;
  document.body.addEventListener("click", (event) => {
    const zoom = event.target.closest("[data-zoom-by]");
    if (zoom) {
      const picture = document.querySelector(".editor-picture");
      zoomTo(picture, Number(picture.dataset.zoom) + Number(zoom.dataset.zoomBy));
      return;
    }
    const link = event.target.closest("#editor a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const address = link.getAttribute("href");
    if (held && link.dataset.place) {
      // The long press has done its work already.
      held = false;
      event.preventDefault();
    } else if (address.startsWith("?") || link.matches("[data-undo], [data-redo]")) {
      event.preventDefault();
      const dock = link.closest(".editor-dock");
      if (dock && link.dataset.group && dock.querySelector("[data-of='" + link.dataset.group + "']") && !dock.querySelector(".editor-row")) choose(link.dataset.group, dock.querySelector("[data-of='" + link.dataset.group + "'] .pick").dataset.thing);
      else if (dock && link.matches(".editor-hand")) choose(group(), "");
      else if (dock && link.dataset.thing && !link.hasAttribute("data-step")) choose(group(), link.dataset.thing);
      else if (link.dataset.place && /[?&]at=/.test(address)) tap(link);
      else go(stepOf(link, address), press(link));
    }
  });
  // A button of a field, and a part of the board, shows at once that it was pressed, and its neighbours that they are not.
  // What belongs to the part that is left takes no taps any more.
  function press(link) {
    const strip = link.closest(".editor-strip");
    if (!strip && !link.hasAttribute("data-step")) return null;
    const left = strip ? all("#editor > :not(.editor-strip)") : [];
    const before = Array.from((strip || link.parentElement).querySelectorAll("[aria-current]"));
    before.forEach((one) => {
      one.removeAttribute("aria-current");
    });
    if (strip || !before.includes(link)) link.setAttribute("aria-current", "true");
    left.forEach((one) => {
      one.inert = true;
    });
    return () => {
      link.removeAttribute("aria-current");
      before.forEach((one) => {
        one.setAttribute("aria-current", "true");
      });
      left.forEach((one) => {
        one.inert = false;
      });
    };
  }
  document.body.addEventListener("submit", (event) => {
    if (!event.target.matches("#editor .editor-typed")) return;
    event.preventDefault();
    go(stepOf(event.target, "?" + new URLSearchParams(new FormData(event.target))));
  });
  document.body.addEventListener("change", (event) => {
    const form = event.target.closest("#editor .editor-typed");
    if (form && event.target.name === "do") form.requestSubmit();
  });

  // A long press on a place takes away what lies there.
  function release() {
    clearTimeout(pressed);
    pressed = null;
  }
  document.body.addEventListener("pointerdown", (event) => {
    const place = event.target.closest("#editor a[data-place]");
    held = false;
    release();
    if (!place || !event.isPrimary) return;
    pressed = setTimeout(() => {
      held = true;
      go(stepOf(place, place.getAttribute("href") + "&do=clear"), draw(place, ""));
    }, LONG_PRESS);
  });
  ["pointerup", "pointercancel", "pointermove", "scroll"].forEach((name) => {
    document.addEventListener(
      name,
      (event) => {
        if (name !== "pointermove" || Math.abs(event.movementX) + Math.abs(event.movementY) > 6) release();
      },
      true
    );
  });
  document.body.addEventListener("contextmenu", (event) => {
    if (event.target.closest("#editor a[data-place]")) event.preventDefault();
  });

  // Two fingers zoom the picture, not the page.
  let apart = 0;
  function distance(touches) {
    return Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
  }
  document.body.addEventListener(
    "touchmove",
    (event) => {
      const picture = event.target.closest(".editor-picture");
      if (!picture || event.touches.length !== 2) {
        apart = 0;
        return;
      }
      release();
      const distanceNow = distance(event.touches);
      if (!apart) apart = distanceNow;
      const level = Number(picture.dataset.zoom);
      if (distanceNow > apart * 1.3) zoomTo(picture, level + 1);
      else if (distanceNow < apart / 1.3) zoomTo(picture, level - 1);
      else return;
      apart = distanceNow;
    },
    { passive: true }
  );

  window.addEventListener("popstate", () => {
    base = location.href;
    waiting = [];
    go(location.href);
  });
  function resume() {
    if (navigator.onLine && !busy) next();
  }
  window.addEventListener("online", resume);

  remember(codeIn(base), false);
  prepare(null, 0);
})();
