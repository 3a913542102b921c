// The full-position editor: steps swap the page's part only, a long press clears, two fingers zoom, undo and redo are
// the links gone through on this device. Every control is a link or a form that works without this.
(function () {
  "use strict";

  var LAST = "position-last";
  var STEPS = "position-steps";
  var MAX_STEPS = 50;
  var LONG_PRESS = 550;

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

  // The codes gone through, and which of them is on the page. A step may lead to a position that was there before;
  // only the browser's own back and forward, and our links for them, move along what was gone through.
  function remember(isStep) {
    var code = document.getElementById("editor").dataset.code;
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
  }
  function offer(which, code) {
    var link = document.querySelector(which);
    link.hidden = !code;
    if (code) link.setAttribute("href", location.pathname.replace(/[^/]*$/, code) + view());
  }
  // What is shown, without the step that led here.
  function view() {
    var query = new URLSearchParams(location.search);
    ["at", "do", "fill"].forEach(function (name) {
      query.delete(name);
    });
    return "?" + query;
  }

  function go(address) {
    var url = new URL(address, location.href);
    var editor = document.getElementById("editor");
    var focused = editor.contains(document.activeElement) ? document.activeElement : null;
    var key = focused && (focused.dataset.place || focused.dataset.key);
    var picture = editor.querySelector(".editor-picture");
    var seen = picture && { zoom: picture.dataset.zoom, left: picture.scrollLeft, top: picture.scrollTop };
    editor.setAttribute("aria-busy", "true");
    window.htmx
      .ajax("GET", url.pathname + url.search, { source: "#editor", target: "#editor", swap: "outerHTML" })
      .then(function () {
        prepare(seen, /[?&](at|fill)=/.test(url.search));
        if (key) refocus(key);
        var field = url.hash && document.getElementById(decodeURIComponent(url.hash.slice(1)));
        if (field) {
          field.focus({ preventScroll: true });
          field.scrollIntoView({ block: "nearest" });
        }
      })
      .catch(function () {
        // A lost connection is told for every page; the step can be taken again.
        document.getElementById("editor").removeAttribute("aria-busy");
      });
  }
  function refocus(key) {
    var found = Array.from(document.querySelectorAll("#editor [data-place], #editor [data-key]")).find(function (element) {
      return (element.dataset.place || element.dataset.key) === key;
    });
    if (found) found.focus({ preventScroll: true });
  }

  function zoomTo(picture, level) {
    picture.dataset.zoom = Math.max(1, Math.min(4, level));
  }
  function prepare(seen, isStep) {
    remember(isStep);
    document.querySelectorAll(".editor-zoom").forEach(function (zoom) {
      zoom.hidden = false;
    });
    var picture = document.querySelector(".editor-picture");
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
      go(address);
    }
  });
  document.body.addEventListener("submit", function (event) {
    if (!event.target.matches("#editor .editor-typed")) return;
    event.preventDefault();
    go("?" + new URLSearchParams(new FormData(event.target)));
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
      go(place.getAttribute("href") + "&do=clear");
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

  prepare(null, false);
})();
