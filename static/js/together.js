// One sheet on several phones. What is typed waits on the device until the server has it, also when the page is loaded
// again; what other phones typed is asked for, often while somebody types and less when nobody does. Without this script the pad is a plain form.
//
// A field is named p<seat>-<field>; beside it stands was-p<seat>-<field> with what this page had shown. The server
// keeps both texts when something else stood there meanwhile, so every waiting text keeps what was seen before it.
(function () {
  "use strict";

  var pad = document.getElementById("pad");
  if (!pad || !window.fetch) return;
  var writable = pad.hasAttribute("data-writable");
  var banner = document.getElementById("connection");
  if (banner) banner.querySelector("span").textContent = pad.dataset.offline;
  var POLL_INTERVAL = 1500;
  var IDLE_POLL_INTERVAL = 5000;
  // Milliseconds after an entry, here or elsewhere, within which somebody probably types on.
  var TYPING_ON = 20000;
  var MAX_POLL_INTERVAL = 30000;
  var TYPING_PAUSE = 3000;

  var queue = window.sheetQueue(pad.dataset.sheet);
  var worth = JSON.parse(pad.dataset.worth);

  function isField(element) {
    return /^p\d-/.test(element.name || "");
  }
  function textOf(field) {
    return field.type === "checkbox" && !field.checked ? "" : field.value;
  }
  function seenOf(name, root) {
    return (root || pad).querySelector("[name='was-" + name + "']");
  }
  function note(field) {
    var seen = seenOf(field.name);
    queue.note(field.name, seen ? seen.value : "", textOf(field));
    show();
  }

  // What waits is marked, and after a lost connection also told.
  var lost = false;
  // Whether this phone answers for the app. It counts the changes of a sheet otherwise than the server, so whoever answers
  // first after the other one is asked for everything.
  var here = document.body.hasAttribute("data-on-phone");
  var anew = false;
  function counted(response) {
    var before = here;
    here = response.headers.has("On-Phone");
    if (here === before) return;
    anew = true;
    document.body.toggleAttribute("data-on-phone", here);
    document.querySelectorAll(".on-phone").forEach(function (mark) { mark.remove(); });
    if (!here) return;
    var mark = document.createElement("p");
    mark.className = "on-phone";
    mark.textContent = pad.dataset.here;
    document.querySelector("header.top").append(mark);
  }
  function show() {
    if (banner) banner.hidden = !lost;
    window.addUp(document.getElementById("standings"), queue, function (name) {
      var seen = seenOf(name);
      return seen && seen.value;
    }, worth, lost);
    pad.querySelectorAll(".cell").forEach(function (cell) {
      var field = Array.from(cell.querySelectorAll("[name]")).find(isField);
      var unsent = Boolean(field && queue.waits(field.name));
      cell.classList.toggle("unsent", unsent && lost);
      var waiting = cell.querySelector(".waiting");
      if (waiting && !(unsent && lost)) waiting.remove();
      if (!waiting && unsent && lost) {
        waiting = document.createElement("span");
        waiting.className = "waiting";
        if (banner) waiting.append(banner.querySelector("svg").cloneNode(true));
        waiting.append(document.createElement("span"));
        waiting.lastChild.textContent = pad.dataset.waiting;
        cell.append(waiting);
      }
    });
  }

  // Asking the server. One request at a time; every answer decides when the next one goes.

  var busy = false;
  var pressed = null;
  var timer = null;
  var pause = POLL_INTERVAL;
  var gone = false;
  function next(milliseconds) {
    clearTimeout(timer);
    if (!gone) timer = setTimeout(turn, milliseconds);
  }
  function turn() {
    if (busy) return;
    if (queue.waiting() || pressed) send();
    else if (!document.hidden) poll();
  }
  function ask(address, options) {
    busy = true;
    return queue.ask(address, options).finally(function () {
      busy = false;
    }).then(function (response) {
      counted(response);
      // Somebody has finished the sheet. What still waits here is sent when it is opened again.
      var elsewhere = response.headers.get("HX-Redirect");
      if (!elsewhere) return response;
      gone = true;
      location.href = elsewhere;
      return new Promise(function () {});
    });
  }
  var entered = Date.now();
  function interval() {
    return Date.now() - entered < TYPING_ON ? POLL_INTERVAL : IDLE_POLL_INTERVAL;
  }
  function release() {
    pad.querySelectorAll(".pressing").forEach(function (button) { button.classList.remove("pressing"); });
  }
  function reached() {
    lost = false;
    pause = POLL_INTERVAL;
  }
  function rest() {
    if (anew) document.getElementById("since").value = "0";
    next(queue.waiting() || pressed || anew ? 0 : interval());
    anew = false;
  }
  function failed(error) {
    lost = true;
    // What the server will never take it says why; it stays in its field.
    gone = gone || Boolean(error.refused);
    if (error.refused && banner) {
      banner.querySelector("span").textContent = error.refused;
      var drop = document.createElement("button");
      drop.type = "button";
      drop.className = "button";
      drop.textContent = pad.dataset.drop;
      drop.addEventListener("click", function () {
        queue.drop();
        location.reload();
      });
      if (queue.waiting()) banner.append(drop);
    }
    next(pause);
    pause = Math.min(2 * pause, MAX_POLL_INTERVAL);
    show();
  }

  function poll() {
    var since = document.getElementById("since");
    var address = new URL(pad.dataset.changes, location.href);
    address.searchParams.set("since", since ? since.value : "0");
    ask(address).then(function (response) {
      if (response.status === 404) gone = true;
      if (!response.ok) throw new Error(String(response.status));
      return response.text();
    }).then(function (html) {
      reached();
      if (html) {
        entered = Date.now();
        swap(html);
      }
      show();
      rest();
    }).catch(failed);
  }

  function send(options) {
    var sent = queue.take();
    var button = pressed;
    pressed = null;
    entered = Date.now();
    function lostPress(error) {
      // What a button does needs the server: it is not kept, and says so.
      var told = button && pad.querySelector(".tools-told");
      if (told) told.textContent = pad.dataset.needs;
      release();
      failed(error);
    }
    ask(pad.action, Object.assign({ method: "POST", body: formOf(sent, button) }, options)).then(function (response) {
      if (response.headers.has("Form-Expired")) return renew(button);
      if (!response.ok && response.status !== 422) throw new Error(String(response.status));
      return response.text().then(function (html) {
        if (sent && queue.sent(sent.id)) {
          // Who goes on typing in a field has seen there what was sent from it.
          Object.keys(sent.cells).forEach(function (name) {
            var seen = seenOf(name);
            if (seen) seen.value = sent.cells[name].text;
          });
        }
        reached();
        swap(html);
        release();
        // Whoever writes anew has nothing to redo; what was undone needs no telling any more.
        if (sent && !button) pad.querySelectorAll(".redo").forEach(function (past) { past.remove(); });
        if (sent && !button) pad.querySelector(".tools-told").textContent = "";
        show();
        rest();
      });
    }).catch(lostPress);
  }
  function formOf(sent, button) {
    var form = queue.body(pad, document.getElementById("since").value, sent);
    if (button) form.set("do", button);
    return form;
  }
  function renew(button) {
    return queue.renew(pad).then(function () {
      pressed = button;
      next(0);
    });
  }

  // The answer holds the parts of the page that changed. A cell somebody is typing in, or whose text waits, keeps it.

  var later = {};
  function swap(html) {
    var answer = document.createElement("template");
    answer.innerHTML = html;
    Array.from(answer.content.children).forEach(function (fresh) {
      var old = fresh.id && document.getElementById(fresh.id);
      if (!old) return;
      fresh.removeAttribute("hx-swap-oob");
      if (fresh.classList.contains("cell")) settle(old, fresh);
      else put(old, fresh);
    });
    document.dispatchEvent(new CustomEvent("sheet:changed"));
  }
  function put(old, fresh) {
    var focused = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(fresh);
    if (window.htmx) window.htmx.process(fresh);
    if (!focused) return;
    var same = Array.from(fresh.querySelectorAll("button, a, input")).find(function (other) {
      return other.name === focused.name && other.value === focused.value && other.href === focused.href;
    });
    if (same) same.focus({ preventScroll: true });
  }
  function settle(cell, fresh) {
    var field = Array.from(cell.querySelectorAll("[name]")).find(isField);
    var incoming = field && Array.from(fresh.querySelectorAll("[name]")).find(isField);
    if (!field || !incoming) return put(cell, fresh);
    var own = queue.waits(field.name);
    // Dollars and points of a category are fields of their own.
    var same = field.name === incoming.name;
    if (field === document.activeElement) {
      later[cell.id] = fresh;
      var seen = seenOf(field.name, cell);
      if (!same || own || field.value !== seen.value || field.value === incoming.value) return undefined;
      field.value = seen.value = incoming.value;
      field.select();
      return undefined;
    }
    if (own && same) incoming.value = own.text;
    return put(cell, fresh);
  }

  if (writable) {
    pad.addEventListener("change", function (event) {
      if (!isField(event.target)) return;
      note(event.target);
      if (!lost) next(busy ? POLL_INTERVAL : 200);
    });
    // What stands in a field for a while is meant, even when nobody leaves it: a number or a sum, not half of one.
    var COMPLETE = /^\s*[-+−–]?\d{1,3}(\s*[-+−–*×·]\s*\d{1,3})*\s*$/;
    var meant = null;
    pad.addEventListener("input", function (event) {
      clearTimeout(meant);
      var field = event.target;
      if (!isField(field)) return;
      entered = Date.now();
      meant = setTimeout(function () {
        if (field !== document.activeElement || !COMPLETE.test(field.value)) return;
        note(field);
        if (!lost) next(busy ? POLL_INTERVAL : 0);
      }, TYPING_PAUSE);
    });
    function noteFocused() {
      if (document.activeElement && isField(document.activeElement)) note(document.activeElement);
    }
    pad.addEventListener("focusout", function (event) {
      var cell = event.target.closest(".cell");
      var fresh = cell && later[cell.id];
      if (!fresh || !isField(event.target)) return;
      delete later[cell.id];
      var own = queue.waits(event.target.name);
      // After the change that leaving the field may bring, and after the focus has arrived where it goes.
      setTimeout(function () {
        if (!own && document.contains(cell) && !cell.contains(document.activeElement)) settle(cell, fresh);
      });
    });
    pad.addEventListener("submit", function (event) {
      var button = event.submitter && event.submitter.name === "do" ? event.submitter.value : "save";
      event.preventDefault();
      noteFocused();
      if (button !== "save") {
        pressed = button;
        event.submitter.classList.add("pressing");
      }
      next(0);
    });
    // Texts that were typed before the page was loaded again, or before this script was there.
    Array.from(pad.elements).filter(isField).forEach(function (field) {
      var own = queue.waits(field.name);
      var seen = seenOf(field.name);
      if (own) field.value = own.text;
      else if (seen && field !== document.activeElement && textOf(field) !== seen.value && !field.matches("[aria-invalid]")) note(field);
    });
    // Whoever locks the phone or goes elsewhere may not have left the last field.
    document.addEventListener("visibilitychange", function () {
      if (!document.hidden) return;
      noteFocused();
      if (queue.waiting() && !busy) send({ keepalive: true });
    });
    window.addEventListener("pagehide", function () {
      noteFocused();
      if (queue.waiting() && !busy) send({ keepalive: true });
    });
  }

  document.addEventListener("visibilitychange", function () {
    if (!document.hidden) next(0);
  });
  queue.listen(function () {
    pause = POLL_INTERVAL;
    next(0);
  }, function () {
    lost = true;
    show();
  }, show);
  show();
  next(queue.waiting() ? 0 : POLL_INTERVAL);
})();
