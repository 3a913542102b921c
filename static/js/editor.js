// The board editor: a tap is drawn at once and confirmed by the answer of the server, which draws the same; a refusal
// takes it back. Taps wait for each other, fingers do not. A long press clears, two fingers zoom, undo and redo are the
// links gone through on this device. Every control is a link or a form that works without this.
(function () {
  "use strict";

  var LAST = "position-last";
  var STEPS = "position-steps";
  var MAX_STEPS = 50;
  var LONG_PRESS = 550;
  var TIMEOUT = 8000;
  var AGAIN = 3000;

  function stored(store, name, otherwise) {
    try {
      return JSON.parse(store.getItem(name)) || otherwise;
    } catch {
      return otherwise;
    }
  }
  function keep(store, name, value) {
    try {
      store.setItem(name, JSON.stringify(value));
    } catch {
      // A device that keeps nothing still has the address.
    }
  }

  var last = document.querySelector("a[data-last]");
  if (last) {
    var code = stored(localStorage, LAST, "");
    if (/^[A-Za-z0-9_-]+$/.test(code)) {
      last.href = last.dataset.board.replace("CODE", code);
      last.hidden = false;
    }
  }
  if (!document.getElementById("editor")) return;

  var SVG = "http://www.w3.org/2000/svg";
  // The board that was confirmed last; the steps that wait for it, the first of them on its way.
  var base = location.href;
  var waiting = [];
  var busy = false;
  var again = null;
  // What was drawn in advance since the page was shown.
  var drawings = [];
  // What somebody took in hand while an answer was on its way: it stays in hand.
  var chosen = null;

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
    var steps = stored(sessionStorage, STEPS, { codes: [], at: -1 });
    if (steps.codes[steps.at] !== code) {
      if (!isStep && steps.codes[steps.at - 1] === code) steps.at -= 1;
      else if (!isStep && steps.codes[steps.at + 1] === code) steps.at += 1;
      else {
        steps.codes = steps.codes.slice(0, steps.at + 1).concat(code).slice(-MAX_STEPS);
        steps.at = steps.codes.length - 1;
      }
    }
    keep(sessionStorage, STEPS, steps);
    keep(localStorage, LAST, code);
    offer("[data-undo]", steps.codes[steps.at - 1]);
    offer("[data-redo]", steps.codes[steps.at + 1]);
    // What changed since this began is most often asked.
    var began = steps.codes[0];
    if (began !== code) {
      var compare = editor().querySelector("[data-compare]");
      compare.search = "?with=" + began;
    }
  }
  function offer(which, code) {
    var link = editor().querySelector(which);
    link.hidden = !code;
    if (code) link.setAttribute("href", new URL(base).pathname.replace(/[^/]*$/, code) + view());
  }
  // What is shown, without the step that led here.
  function view() {
    var query = new URL(base).searchParams;
    ["at", "do", "fill"].forEach(function (name) {
      query.delete(name);
    });
    return "?" + query;
  }

  // Goes to another view of the board, or takes a step. `drawn` takes back what was drawn in advance.
  function go(address, drawn) {
    waiting.push({ address: address, drawn: drawn });
    if (!busy) next();
  }
  function next() {
    var step = waiting[0];
    if (!step) return;
    busy = true;
    var url = new URL(step.address, base);
    var isStep = /[?&](at|fill)=/.test(url.search);
    editor().setAttribute("aria-busy", "true");
    var page = editor().dataset;
    var shown = [page.code, page.show, page.open].join(" ");
    var headers = { "HX-Request": "true", "HX-Current-URL": base, "Editor-Shown": shown };
    fetch(url, { headers: headers, signal: AbortSignal.timeout(TIMEOUT) })
      .then(function (answer) {
        if (gone(step)) return;
        if (!answer.ok && answer.status !== 422) {
          location.href = url;
          return;
        }
        return answer.text().then(function (text) {
          if (gone(step)) return;
          waiting.shift();
          var refused = answer.status === 422;
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
      .catch(function () {
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
    var before = codeIn(base);
    base = new URL(address, base).href;
    if (codeIn(base) === before) history.replaceState(null, "", base);
    else history.pushState(null, "", base);
    remember(codeIn(base), isStep);
  }
  function show(text, hash) {
    var old = editor();
    var focused = old.contains(document.activeElement) ? document.activeElement : null;
    var key = focused && (focused.dataset.place || focused.dataset.key);
    var picture = old.querySelector(".editor-picture");
    var seen = picture && { zoom: picture.dataset.zoom, left: picture.scrollLeft, top: picture.scrollTop };
    var far = scrolled();
    var page = new DOMParser().parseFromString(text, "text/html");
    page.querySelectorAll("[hx-swap-oob]").forEach(function (part) {
      part.removeAttribute("hx-swap-oob");
      document.getElementById(part.id).replaceWith(part);
    });
    drawings.splice(0).forEach(function (undo) {
      undo();
    });
    var changes = page.getElementById("editor-changes");
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
    var field = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
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
    Array.from(changes.children).forEach(function (part) {
      if (part.id !== "editor-places") document.getElementById(part.id).replaceWith(document.adoptNode(part));
    });
    Array.from(changes.querySelectorAll("#editor-places > *")).forEach(function (place) {
      var name = place.dataset.layer ? "layer" : "place";
      var before = all("[data-" + name + "]").find(function (one) {
        return one.dataset[name] === place.dataset[name];
      });
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
    editor().removeAttribute("aria-busy");
    var told = new DOMParser().parseFromString(text, "text/html").getElementById("editor-told");
    document.getElementById("editor-told").replaceWith(document.adoptNode(told));
    var place = new URL(step.address, base).searchParams.get("at");
    var link = placeOf(place);
    var message = told.querySelector(".editor-refused");
    if (!link || !message) return;
    var box = link.getBoundingClientRect();
    var room = innerHeight - message.offsetHeight - 8;
    message.classList.add("at-finger");
    message.style.top = Math.max(8, Math.min(room, box.bottom + 8)) + "px";
  }
  function refocus(key) {
    var found = all("[data-place], [data-key]").find(function (element) {
      return (element.dataset.place || element.dataset.key) === key;
    });
    if (found) found.focus({ preventScroll: true });
  }

  // What is in hand: picked without asking anybody, since every thing stands on the page.
  function inHand() {
    var pick = editor().querySelector(".editor-pieces > :not([hidden]) > .pick[aria-current]");
    return pick && pick.dataset.thing;
  }
  function pickOf(thing) {
    var alike = all(".editor-pieces .pick").filter(function (one) {
      return one.dataset.thing === thing;
    });
    return (
      alike.find(function (one) {
        return !one.parentElement.hidden;
      }) || alike[0]
    );
  }
  function group() {
    var open = editor().querySelector("[data-group][aria-current]");
    return open ? open.dataset.group : "";
  }
  function pickUp(thing) {
    all(".editor-pieces .pick[aria-current]").forEach(function (one) {
      one.removeAttribute("aria-current");
    });
    var hand = editor().querySelector(".editor-hand");
    var pick = thing && pickOf(thing);
    if (!hand) return pick;
    if (pick) {
      pick.setAttribute("aria-current", "true");
      pick.scrollIntoView({ block: "nearest" });
      hand.replaceChildren.apply(hand, Array.from(pick.cloneNode(true).childNodes));
    } else {
      hand.textContent = hand.dataset.empty;
    }
    return pick;
  }
  function take(thing) {
    var pick = pickUp(thing);
    if (waiting.length) return;
    var url = new URL(base);
    url.search = view();
    url.searchParams.set("pick", pick ? thing : "nothing");
    if (group()) url.searchParams.set("group", group());
    base = url.href;
    history.replaceState(null, "", base);
  }
  function openGroup(name) {
    all("[data-group]").forEach(function (one) {
      if (one.dataset.group === name) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    });
    all(".editor-pieces [data-of]").forEach(function (things) {
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
    var url = new URL(address, base);
    if (!/[?&](at|fill)=/.test(url.search)) return address;
    if (!link.dataset.thing) url.searchParams.set("pick", inHand() || (url.searchParams.has("pick") ? "nothing" : ""));
    url.searchParams.set("group", group());
    url.searchParams.set("open", editor().dataset.open);
    return url.search;
  }

  // A tap on the picture, drawn before anybody has confirmed it.
  function tap(link) {
    var query = new URLSearchParams(link.getAttribute("href"));
    var thing = inHand();
    if (query.has("pick") || thing) query.set("pick", thing || "nothing");
    if (group()) query.set("group", group());
    query.set("open", editor().dataset.open);
    var pick = thing && pickOf(thing);
    chosen = null;
    go("?" + query, draw(link, thing));
    var after = pick && pick.dataset.after !== thing && pickOf(pick.dataset.after);
    if (after) {
      openGroup(after.parentElement.dataset.of);
      take(after.dataset.thing);
    }
  }
  // Draws what a tap will lead to; gives back what takes the drawing away.
  function draw(link, thing) {
    var undo = [];
    function hide(one) {
      one.setAttribute("visibility", "hidden");
      undo.push(function () {
        one.removeAttribute("visibility");
      });
    }
    function hold(place, what) {
      var before = place.dataset.holds || "";
      place.dataset.holds = what;
      undo.push(function () {
        place.dataset.holds = before;
      });
    }
    function put(place, what) {
      var box = place.querySelector(".hit");
      var looks = looksOf(what);
      var art = document.createElementNS(SVG, "svg");
      art.setAttribute("class", "drawn");
      ["x", "y", "width", "height"].forEach(function (name) {
        art.setAttribute(name, box.getAttribute(name));
      });
      if (looks) {
        art.dataset.drawn = what;
        art.setAttribute("viewBox", looks.getAttribute("viewBox"));
        art.append.apply(art, Array.from(looks.cloneNode(true).childNodes));
        if (isFigure(what)) art.setAttribute("width", Math.min(34, box.getAttribute("width")));
      } else {
        var slot = document.createElementNS(SVG, "rect");
        slot.setAttribute("class", what === "unknown" ? "unknown" : "slot");
        slot.setAttribute("width", "100%");
        slot.setAttribute("height", "100%");
        slot.setAttribute("rx", 6);
        art.append(slot);
      }
      place.append(art);
      undo.push(function () {
        art.remove();
      });
    }
    var at = link.dataset.place.split(/[.:]/);
    if (at[2] === "cleared") {
      if (link.dataset.holds) put(link, "disc:" + at[1]);
      else link.querySelectorAll(".disc-body, .disc-body + use, .unknown, .unknown + text").forEach(hide);
      hold(link, link.dataset.holds ? "" : at[3]);
    } else if (at[2] === "workers") {
      var row = placeOf("players." + at[1] + ".workers." + at[3]);
      var have = Math.max(1, Number(row.dataset.holds));
      var wanted = Number(at[4]) === have ? Math.max(1, have - 1) : Number(at[4]);
      for (var space = Math.min(have, wanted) + 1; space <= Math.max(have, wanted); space += 1) {
        put(placeOf(row.dataset.place + ":" + space), wanted > have ? "worker:" + at[3] : "empty");
      }
      hold(row, wanted);
    } else if (/rows[.]\d+$/.test(link.dataset.place)) {
      link.classList.add("tapped");
      undo.push(function () {
        link.classList.remove("tapped");
      });
    } else if (isFigure(thing)) {
      var path = "players." + thing.split(":")[1] + "." + thing.split(":")[0];
      all("[data-piece='" + path + "'], [data-drawn='" + thing + "']").forEach(function (one) {
        if (!/^disc/.test(thing)) hide(one);
      });
      put(link, thing);
    } else if (thing || link.dataset.holds) {
      var away = !thing || link.dataset.holds === thing;
      put(link, away ? "empty" : thing);
      hold(link, away ? "" : thing);
    }
    return function () {
      undo.forEach(function (one) {
        one();
      });
    };
  }
  function isFigure(thing) {
    return /^(herder|engine|disc):/.test(thing || "");
  }
  function placeOf(path) {
    return all("[data-place]").find(function (one) {
      return one.dataset.place === path;
    });
  }
  function looksOf(thing) {
    var found = all("[data-thing]").find(function (one) {
      return one.dataset.thing === thing;
    });
    return thing !== "empty" && thing !== "unknown" && found && found.querySelector("svg");
  }

  function zoomTo(picture, level) {
    picture.dataset.zoom = Math.max(1, Math.min(4, level));
  }
  function scrolled() {
    var picks = editor().querySelector(".editor-pieces > :not([hidden]).editor-picks");
    return picks ? picks.scrollTop : 0;
  }
  function prepare(seen, far) {
    all(".editor-zoom").forEach(function (zoom) {
      zoom.hidden = false;
    });
    var picks = editor().querySelector(".editor-pieces > :not([hidden]).editor-picks");
    if (picks) picks.scrollTop = far;
    var picture = editor().querySelector(".editor-picture");
    if (picture && seen) {
      picture.dataset.zoom = seen.zoom;
      picture.scrollLeft = seen.left;
      picture.scrollTop = seen.top;
    }
  }

  var pressed = null;
  var held = false;
  document.body.addEventListener("click", function (event) {
    var zoom = event.target.closest("[data-zoom-by]");
    if (zoom) {
      var picture = document.querySelector(".editor-picture");
      zoomTo(picture, Number(picture.dataset.zoom) + Number(zoom.dataset.zoomBy));
      return;
    }
    var link = event.target.closest("#editor a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    var address = link.getAttribute("href");
    if (held && link.dataset.place) {
      // The long press has done its work already.
      held = false;
      event.preventDefault();
    } else if (address.startsWith("?") || link.matches("[data-undo], [data-redo]")) {
      event.preventDefault();
      var dock = link.closest(".editor-dock");
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
    var strip = link.closest(".editor-strip");
    if (!strip && !link.hasAttribute("data-step")) return null;
    var left = strip ? all("#editor > :not(.editor-strip)") : [];
    var before = Array.from((strip || link.parentElement).querySelectorAll("[aria-current]"));
    before.forEach(function (one) {
      one.removeAttribute("aria-current");
    });
    if (strip || !before.includes(link)) link.setAttribute("aria-current", "true");
    left.forEach(function (one) {
      one.inert = true;
    });
    return function () {
      link.removeAttribute("aria-current");
      before.forEach(function (one) {
        one.setAttribute("aria-current", "true");
      });
      left.forEach(function (one) {
        one.inert = false;
      });
    };
  }
  document.body.addEventListener("submit", function (event) {
    if (!event.target.matches("#editor .editor-typed")) return;
    event.preventDefault();
    go(stepOf(event.target, "?" + new URLSearchParams(new FormData(event.target))));
  });
  document.body.addEventListener("change", function (event) {
    var form = event.target.closest("#editor .editor-typed");
    if (form && event.target.name === "do") form.requestSubmit();
  });

  // A long press on a place takes away what lies there.
  function release() {
    clearTimeout(pressed);
    pressed = null;
  }
  document.body.addEventListener("pointerdown", function (event) {
    var place = event.target.closest("#editor a[data-place]");
    held = false;
    release();
    if (!place || !event.isPrimary) return;
    pressed = setTimeout(function () {
      held = true;
      go(stepOf(place, place.getAttribute("href") + "&do=clear"), draw(place, ""));
    }, LONG_PRESS);
  });
  ["pointerup", "pointercancel", "pointermove", "scroll"].forEach(function (name) {
    document.addEventListener(
      name,
      function (event) {
        if (name !== "pointermove" || Math.abs(event.movementX) + Math.abs(event.movementY) > 6) release();
      },
      true
    );
  });
  document.body.addEventListener("contextmenu", function (event) {
    if (event.target.closest("#editor a[data-place]")) event.preventDefault();
  });

  // Two fingers zoom the picture, not the page.
  var apart = 0;
  function distance(touches) {
    return Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
  }
  document.body.addEventListener(
    "touchmove",
    function (event) {
      var picture = event.target.closest(".editor-picture");
      if (!picture || event.touches.length !== 2) {
        apart = 0;
        return;
      }
      release();
      var distanceNow = distance(event.touches);
      if (!apart) apart = distanceNow;
      var level = Number(picture.dataset.zoom);
      if (distanceNow > apart * 1.3) zoomTo(picture, level + 1);
      else if (distanceNow < apart / 1.3) zoomTo(picture, level - 1);
      else return;
      apart = distanceNow;
    },
    { passive: true }
  );

  window.addEventListener("popstate", function () {
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
