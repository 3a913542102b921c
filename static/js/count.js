// Taps on things show at once and wait on the device until the server has them, as numbers on the pad do. What is typed
// goes the way of the form, and waits too when there is no connection. Without this script every tap is a plain button.
(function () {
  "use strict";

  var form = document.getElementById("count-form");
  if (!form || !form.elements.csrf_token || !window.fetch) return;
  var queue = window.sheetQueue(form.dataset.sheet);
  var banner = document.getElementById("connection");
  var seat = "p" + form.dataset.seat + "-";
  var POLL_INTERVAL = 1500;
  var MAX_POLL_INTERVAL = 30000;
  if (banner) banner.querySelector("span").textContent = form.dataset.offline;

  function calculator() {
    return document.getElementById("calculator");
  }
  function thingOf(name) {
    return Array.from(form.querySelectorAll(".thing")).find(function (thing) { return seat + thing.dataset.field === name; });
  }

  // What waits stands on its thing; after a lost connection it is also marked.
  var lost = false;
  function show() {
    if (banner) banner.hidden = !lost;
    form.querySelectorAll(".totals-wait").forEach(function (line) { line.hidden = !(lost && queue.waiting()); });
    form.querySelectorAll(".thing").forEach(function (thing) {
      var own = queue.waits(seat + thing.dataset.field);
      if (own) put(thing, own.text);
      mark(thing, Boolean(own) && lost);
    });
    form.querySelectorAll("input[data-name]").forEach(function (field) {
      var own = queue.waits(field.dataset.name);
      if (own) field.value = own.text;
      mark(field.parentNode, Boolean(own) && lost);
    });
  }
  function put(thing, text) {
    var output = thing.querySelector("output");
    if (output) output.textContent = text || "0";
    thing.querySelectorAll("[data-word]").forEach(function (button, _place, buttons) {
      var on = buttons.length > 1 ? button.dataset.word === text : text !== "" && text !== "0";
      button.setAttribute("aria-pressed", String(on));
    });
    thing.classList.toggle("there", text !== "" && text !== "0");
    var none = document.getElementById("none");
    if (none) none.disabled = Boolean(form.querySelector("[data-shown=things] .thing.there"));
  }
  function mark(part, unsent) {
    var waiting = part.querySelector(".waiting");
    part.classList.toggle("unsent", unsent);
    if (waiting && !unsent) waiting.remove();
    if (waiting || !unsent) return;
    waiting = document.createElement("span");
    waiting.className = "waiting";
    waiting.textContent = form.dataset.waiting;
    part.append(waiting);
  }

  // Whatever comes to stand above what was pressed last, that stays below the thumb.
  var pressed = "";
  var held = null;
  function hold() {
    var button = pressed && document.getElementById(pressed);
    held = button && button.getClientRects().length ? button.getBoundingClientRect().top : null;
  }
  function letGo() {
    var button = held !== null && document.getElementById(pressed);
    if (button && button.getClientRects().length) window.scrollBy({ top: button.getBoundingClientRect().top - held, behavior: "instant" });
  }

  var busy = false;
  var timer = null;
  var pause = POLL_INTERVAL;
  function next(milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(send, milliseconds);
  }
  function send() {
    if (busy) return;
    var batch = queue.take();
    if (!batch) return;
    busy = true;
    queue.ask(form.dataset.send, { method: "POST", body: queue.body(form, calculator().dataset.since, batch) }).then(function (response) {
      if (response.headers.has("Form-Expired")) return queue.renew(form);
      var elsewhere = response.headers.get("HX-Redirect");
      if (elsewhere) location.href = elsewhere;
      if (!response.ok && response.status !== 422) throw new Error(String(response.status));
      queue.sent(batch.id);
      lost = false;
      pause = POLL_INTERVAL;
      // Whoever goes on tapping has seen what was sent.
      Object.keys(batch.cells).forEach(function (name) {
        var thing = thingOf(name);
        var text = batch.cells[name].text;
        if (thing) Object.assign(thing.dataset, { stored: text, count: Number(text) || 0 });
        else if (name === seat + "depth." + form.dataset.category) Object.assign(calculator().dataset, { said: text, depth: text });
      });
      return queue.waiting() ? null : renew();
    }).then(function () {
      busy = false;
      show();
      if (queue.waiting()) next(0);
    }).catch(function (error) {
      busy = false;
      lost = true;
      show();
      if (error.refused && banner) banner.querySelector("span").textContent = error.refused;
      if (error.refused) return;
      next(pause);
      pause = Math.min(2 * pause, MAX_POLL_INTERVAL);
    });
  }
  // What is being typed is never replaced by what comes of its own.
  function typing() {
    return document.activeElement.matches("#calculator input") || Array.from(form.querySelectorAll("input[data-name]")).some(function (field) {
      var seen = form.querySelector("[name='was-" + field.name + "']");
      return seen && seen.value !== field.value;
    });
  }
  form.addEventListener("htmx:beforeSwap", function (event) {
    if (event.detail.requestConfig.verb === "get" && typing()) event.detail.shouldSwap = false;
    hold();
  });
  function renew() {
    return queue.ask(form.action).then(function (response) { return response.text(); }).then(function (html) {
      var page = document.createElement("template");
      page.innerHTML = html;
      var fresh = page.content.getElementById("calculator");
      if (!fresh || queue.waiting() || typing()) return;
      // What was typed meanwhile may have been answered before.
      if (Number(fresh.dataset.since) < Number(calculator().dataset.since)) return;
      var focused = calculator().contains(document.activeElement) && document.activeElement.id;
      hold();
      calculator().replaceWith(fresh);
      if (window.htmx) window.htmx.process(fresh);
      var same = focused && document.getElementById(focused);
      if (same) same.focus({ preventScroll: true });
      letGo();
    });
  }

  form.addEventListener("click", function (event) {
    var button = event.target.closest("[data-word], [data-step]");
    var thing = button && button.closest(".thing");
    // Dollars are typed; their buttons go the way of the form.
    if (!thing || thing.querySelector("input.points")) return;
    event.preventDefault();
    pressed = button.id;
    var name = seat + thing.dataset.field;
    var own = queue.waits(name);
    var text;
    if (button.dataset.step) {
      var count = own ? Number(own.text) : Number(thing.dataset.count);
      text = String(Math.max(0, Math.min(Number(thing.dataset.most), count + Number(button.dataset.step))));
    } else {
      text = button.getAttribute("aria-pressed") === "true" ? "" : button.dataset.word;
    }
    queue.note(name, thing.dataset.stored, text);
    if (thing.dataset.field.startsWith("things." + form.dataset.category + ".")) wantThings();
    put(thing, text);
    show();
    if (!lost) next(100);
  });
  // Pieces or a number: what is wanted is there at once.
  form.addEventListener("click", function (event) {
    var button = event.target.closest("button[data-depth]");
    if (!button) return;
    event.preventDefault();
    var depth = button.dataset.depth;
    queue.note(seat + "depth." + form.dataset.category, calculator().dataset.said, depth);
    calculator().querySelectorAll("[data-shown]").forEach(function (part) { part.hidden = part.dataset.shown !== depth; });
    calculator().querySelectorAll("button[data-depth]").forEach(function (other) { other.setAttribute("aria-pressed", String(other === button)); });
    if (!lost) next(100);
  });
  // Other buttons show that they are pressed until the answer comes.
  form.addEventListener("submit", function (event) {
    if (!event.submitter) return;
    event.submitter.classList.add("pressing");
    pressed = event.submitter.id;
  });
  // Enter in a number walks on to the next category; what is typed goes along and is sent from there.
  form.addEventListener("keydown", function (event) {
    var field = event.target;
    var way = calculator().querySelector(".turn .after");
    if (event.key !== "Enter" || !field.matches("input.points") || !way) return;
    var count = field.value.trim() ? window.sheetNumber(field.value) : 0;
    // What is no number is told here.
    if (count === null || (field.dataset.least && count < Number(field.dataset.least))) return;
    event.preventDefault();
    note(field);
    location.href = way.href;
  });
  function note(field) {
    var seen = form.querySelector("[name='was-" + field.name + "']");
    if (!seen || seen.value === field.value) return;
    queue.note(field.dataset.name, seen.value, field.value);
    if (field.dataset.name !== seat + form.dataset.category) wantThings();
  }
  // Whoever enters things wants them to count.
  function wantThings() {
    if (calculator().dataset.depth !== "things") queue.note(seat + "depth." + form.dataset.category, calculator().dataset.said, "things");
  }
  // A field that could not be sent.
  form.addEventListener("htmx:sendError", keep);
  form.addEventListener("htmx:timeout", keep);
  function keep(event) {
    // It is told here what waits.
    event.stopPropagation();
    form.querySelectorAll("input[data-name]").forEach(note);
    lost = true;
    show();
    next(pause);
  }
  document.body.addEventListener("htmx:afterSwap", function () {
    show();
    letGo();
  });
  queue.listen(function () {
    pause = POLL_INTERVAL;
    lost = queue.waiting();
    show();
    next(0);
  }, function () {
    lost = true;
    show();
  }, show);
  show();
  if (queue.waiting()) next(0);
})();
