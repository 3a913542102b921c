// The board editor: a tap is drawn at once and confirmed by the answer of the server, which draws the same; a refusal
// takes it back. Taps wait for each other, fingers do not. A long press clears, two fingers zoom, undo and redo are the
// links gone through on this device. Every control is a link or a form that works without this.
import { all, byId, fragment, isPlain, on, recall, remember } from "./page.js";

const LAST = "position-last";
const STEPS = "position-steps";
const MAX_STEPS = 50;
const LONG_PRESS = 550;
const AGAIN = 3000;

const editor = byId("editor");
// The steps that wait for an answer, the first of them on its way; what was drawn in advance since the page was shown.
const waiting = [];
let sent = null;
const drawings = [];
// What somebody took in hand while an answer was on its way: it stays in hand.
let chosen = null;
let again;

const inEditor = (selector) => all(selector, editor);
const byName = (name, value) => inEditor(`[data-${name}="${CSS.escape(value)}"]`);
const placeOf = (path) => byName("place", path)[0];
const codeIn = (address) => new URL(address, location.href).pathname.replace(/^.*\//, "");
const isStep = (address) => /[?&](at|fill)=/.test(address);
// What the page that is shown says of itself: its code, and what is in hand and unfolded.
const page = () => byId("editor-state").value;
const shown = (name) => new URLSearchParams(page().split("?")[1]).get(name) || "";
// What is shown, without the step that led here.
function view() {
  const url = new URL(location.href);
  for (const name of ["at", "do", "listed", "fill"]) url.searchParams.delete(name);
  return url;
}

// The codes gone through, and which of them is on the page. A step may lead to a position that was there before;
// only the browser's own back and forward, and our links for them, move along what was gone through.
function note(stepped) {
  const steps = recall(STEPS, "sessionStorage") || { codes: [], at: -1 };
  const code = codeIn(location.href);
  if (steps.codes[steps.at] !== code) {
    const beside = stepped ? undefined : [-1, 1].find((by) => steps.codes[steps.at + by] === code);
    if (!beside) steps.codes = [...steps.codes.slice(0, steps.at + 1), code].slice(-MAX_STEPS);
    steps.at = beside ? steps.at + beside : steps.codes.length - 1;
  }
  remember(STEPS, steps, "sessionStorage");
  remember(LAST, code);
  const { pathname, search } = view();
  for (const [selector, by] of [["[data-undo]", -1], ["[data-redo]", 1]]) {
    const to = steps.codes[steps.at + by];
    const link = editor.querySelector(selector);
    link.hidden = !to;
    if (to) link.href = pathname.replace(/[^/]*$/, to) + search;
  }
  // What changed since this began is most often asked.
  if (steps.codes[0] !== code) editor.querySelector("[data-compare]").search = `?with=${steps.codes[0]}`;
}

// Goes to another view of the board, or takes a step. `undo` takes back what was drawn in advance, `back` what else a
// refused step has changed.
function go(address, undo = () => {}, back = () => {}) {
  waiting.push({ address, undo, back, steps: isStep(address) });
  // What was drawn is seen first.
  requestAnimationFrame(() => setTimeout(next));
}
async function next() {
  const [step] = waiting;
  if (!step || sent) return;
  sent = step;
  clearTimeout(again);
  editor.setAttribute("aria-busy", "true");
  const seen = look();
  const headers = { "Editor-Shown": page() };
  // A step is one of the board that the step before it leads to.
  // Undo takes back what was tapped last: where that is, the answers before it have told.
  const [by] = /^\[data-/.test(step.address) ? inEditor(step.address) : [];
  step.url = new URL(by ? by.getAttribute("href") || location.href : step.address, location.href);
  const { pathname, search, hash } = step.url;
  const failed = await htmx
    .ajax("GET", pathname + search, { source: editor, target: editor, swap: "innerHTML show:none", headers })
    .then(() => false, () => true);
  sent = null;
  // Whoever went back meanwhile does not want it any more: what they went back to is next.
  if (waiting[0] !== step) return next();
  // Without an answer what was drawn stays; it is sent with the next tap, or when the signal is back. A part that did
  // not open is left. A line that has just come back often carries nothing yet.
  if (failed) again = setTimeout(resume, AGAIN);
  if (!failed || !step.steps) waiting.shift();
  // A refusal has taken back already what Undo was meant for.
  if (step.refused && waiting[0]?.address === "[data-undo]") waiting.shift();
  if (failed && !step.steps) step.undo();
  if (failed || !waiting.length) editor.removeAttribute("aria-busy");
  if (failed) return;
  // A number that was typed and not taken does not stay as if it were.
  for (const field of inEditor(".editor-typed [name=do]")) if (field !== document.activeElement) field.value = field.defaultValue;
  if (step.refused) tellAt(step.url.searchParams.get("at"));
  else note(step.steps);
  if (!step.refused && !waiting.length) settle(seen, hash);
  next();
}
const resume = () => navigator.onLine && next();

if (editor) {
  editor.addEventListener("htmx:beforeSwap", ({ detail }) => {
    sent.refused = detail.xhr.status === 422;
    if (sent.refused) {
      sent.undo();
      sent.back();
    } else if (detail.shouldSwap) {
      drawings.push(sent.undo);
      // Whoever is quicker than the answers sees the last of them.
      if (waiting.length > 1) Object.assign(detail, { serverResponse: "", swapOverride: "none" });
      else for (const undo of drawings.splice(0)) undo();
    }
  });
  editor.addEventListener("htmx:responseError", () => { location.href = sent.url; });
  addEventListener("online", resume);
  addEventListener("popstate", (event) => {
    // htmx would load the page anew.
    event.stopImmediatePropagation();
    for (const step of waiting.splice(0).reverse()) step.undo();
    htmx.trigger(editor, "htmx:abort");
    go(location.href);
  }, { capture: true });
  note(false);
}

// What is looked at, to be looked at again in what comes.
const openPicks = () => editor.querySelector(".editor-pieces > .editor-picks:not([hidden])");
function look() {
  const focused = document.activeElement;
  const picture = byId("editor-picture");
  return {
    key: editor.contains(focused) && (focused.dataset.place || focused.dataset.key),
    picture, zoom: picture?.dataset.zoom, left: picture?.scrollLeft, top: picture?.scrollTop,
    picks: openPicks(), far: openPicks()?.scrollTop,
  };
}
// What stands there still is where it was: only what is new is scrolled, since each look at it lays the page out.
function settle({ key, picture: before, zoom, left, top, picks, far }, hash) {
  openGroup(shown("group"));
  pickUp(shown("pick"));
  const picture = byId("editor-picture");
  if (picture && zoom && picture !== before) {
    picture.dataset.zoom = zoom;
    picture.scrollTo(left, top);
  }
  if (openPicks() !== picks) openPicks()?.scrollTo(0, far ?? 0);
  if (chosen) choose(chosen.group, chosen.thing);
  if (key && !editor.contains(document.activeElement)) {
    inEditor("[data-place], [data-key]").find(({ dataset }) => (dataset.place || dataset.key) === key)
      ?.focus({ preventScroll: true });
  }
  const field = hash && byId(decodeURIComponent(hash.slice(1)));
  if (!field) return;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
}
// Why a step was refused is told where the finger was.
function tellAt(place) {
  const link = place && placeOf(place);
  const message = document.querySelector(".editor-refused");
  if (!link || !message) return;
  const room = innerHeight - message.offsetHeight - 8;
  message.classList.add("at-finger");
  message.style.top = `${Math.max(8, Math.min(room, link.getBoundingClientRect().bottom + 8))}px`;
}

// What is in hand: picked without asking anybody, since every thing stands on the page.
const inHand = () => editor.querySelector(".editor-pieces > :not([hidden]) > .pick[aria-current]")?.dataset.thing;
const group = () => editor.querySelector("[data-group][aria-current]")?.dataset.group || "";
function pickOf(thing) {
  const alike = byName("thing", thing).filter((one) => one.matches(".editor-pieces .pick"));
  return alike.find((one) => !one.parentElement.hidden) || alike[0];
}
function pickUp(thing) {
  if (thing && inHand() === thing) return pickOf(thing);
  for (const one of inEditor(".editor-pieces .pick[aria-current]")) one.removeAttribute("aria-current");
  const hand = editor.querySelector(".editor-hand");
  const pick = thing && pickOf(thing);
  const hint = editor.querySelector(".editor-hint");
  if (hint) hint.textContent = pick?.title || hint.dataset.empty;
  if (!hand) return pick;
  if (!pick) hand.textContent = hand.dataset.empty;
  else {
    pick.setAttribute("aria-current", "true");
    pick.scrollIntoView({ block: "nearest" });
    hand.replaceChildren(...pick.cloneNode(true).childNodes);
  }
  return pick;
}
function openGroup(name) {
  for (const one of inEditor("[data-group]")) {
    if (one.dataset.group === name) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
  for (const things of inEditor(".editor-pieces [data-of]")) things.hidden = things.dataset.of !== name;
}
function choose(name, thing) {
  openGroup(name);
  const pick = pickUp(thing);
  chosen = waiting.length ? { group: name, thing } : null;
  if (chosen) return;
  const url = view();
  url.searchParams.set("pick", pick ? thing : "nothing");
  if (name) url.searchParams.set("group", name);
  history.replaceState(history.state, "", url);
}

// The address of a step: what is in hand and what is open may be others than when its link was drawn.
function stepOf(address, thing) {
  if (!isStep(address)) return address;
  const query = new URLSearchParams(address.replace(/^[?]/, ""));
  if (!thing) query.set("pick", inHand() || (query.has("pick") ? "nothing" : ""));
  query.set("group", group());
  query.set("open", shown("open"));
  return `?${query}`;
}
// A tap on the picture, drawn before anybody has confirmed it. What comes next is in hand at once; a refusal gives back
// what was not taken, unless somebody chose meanwhile.
function tap(link) {
  const thing = inHand();
  const opened = group();
  const pick = thing && pickOf(thing);
  const after = pick && pick.dataset.after !== thing && pickOf(pick.dataset.after);
  const address = stepOf(link.getAttribute("href"));
  chosen = null;
  go(address, draw(link, thing), () => {
    if (after && inHand() === after.dataset.thing && !chosen) choose(opened, thing);
  });
  if (!after) return;
  openGroup(after.parentElement.dataset.of);
  pickUp(after.dataset.thing);
}

// Draws what a tap will lead to; gives back what takes the drawing away.
const isFigure = (thing) => /^(herder:|engine:|disc)/.test(thing || "");
function looksOf(thing) {
  return ["empty", "unknown"].includes(thing) ? null : byName("thing", thing)[0]?.querySelector("svg");
}
function draw(link, thing) {
  const undo = [];
  function hide(one) {
    one.setAttribute("visibility", "hidden");
    undo.push(() => one.removeAttribute("visibility"));
  }
  function hold(place, what) {
    const before = place.dataset.holds || "";
    place.dataset.holds = what;
    undo.push(() => { place.dataset.holds = before; });
  }
  function put(place, what) {
    const box = place.querySelector(".hit");
    const looks = looksOf(what);
    const slot = `<svg><rect class="${what === "unknown" ? what : "slot"}" width="100%" height="100%" rx="6"/></svg>`;
    const art = looks ? looks.cloneNode(true) : fragment(slot).firstChild;
    art.setAttribute("class", "drawn");
    for (const name of ["x", "y", "width", "height"]) art.setAttribute(name, box.getAttribute(name));
    if (isFigure(what)) art.setAttribute("width", Math.min(34, box.getAttribute("width")));
    if (looks) art.dataset.drawn = what;
    place.append(art);
    undo.push(() => art.remove());
  }
  const { place, holds } = link.dataset;
  const [, colour, list, name, space] = place.split(/[.:]/);
  if (list === "cleared") {
    if (holds) put(link, `disc:${colour}`);
    else all(".disc-body, .disc-body + use, .unknown, .unknown + text", link).forEach(hide);
    hold(link, holds ? "" : name);
  } else if (list === "workers") {
    const row = placeOf(`players.${colour}.workers.${name}`);
    const have = Math.max(1, Number(row.dataset.holds));
    const wanted = Number(space) === have ? Math.max(1, have - 1) : Number(space);
    for (let at = Math.min(have, wanted) + 1; at <= Math.max(have, wanted); at += 1) {
      put(placeOf(`${row.dataset.place}:${at}`), wanted > have ? `worker:${name}` : "empty");
    }
    hold(row, wanted);
  } else if (/rows[.]\d+$/.test(place)) {
    link.classList.add("tapped");
    undo.push(() => link.classList.remove("tapped"));
  } else if (isFigure(thing)) {
    const [figure, whose] = thing.split(":");
    if (!figure.startsWith("disc")) [...byName("piece", `players.${whose}.${figure}`), ...byName("drawn", thing)].forEach(hide);
    put(link, thing);
  } else if (thing || (holds && thing === "")) {
    const away = !thing || holds === thing;
    put(link, away ? "empty" : thing);
    hold(link, away ? "" : thing);
  }
  return () => {
    for (const one of undo) one();
  };
}

// A button of a field, and a part of the board, shows at once that it was pressed, and its neighbours that they are not.
// What belongs to the part that is left takes no taps any more.
function press(link) {
  const strip = link.closest(".editor-strip");
  if (!strip && !link.hasAttribute("data-step")) return undefined;
  const before = all("[aria-current]", strip || link.parentElement);
  const left = strip ? inEditor("#editor > :not(.editor-strip)") : [];
  for (const one of before) one.removeAttribute("aria-current");
  if (strip || !before.includes(link)) link.setAttribute("aria-current", "true");
  for (const one of left) one.inert = true;
  return () => {
    link.removeAttribute("aria-current");
    for (const one of before) one.setAttribute("aria-current", "true");
    for (const one of left) one.inert = false;
  };
}
let held = false;
on("click", "#editor a", (link, event) => {
  const address = link.getAttribute("href");
  const { place, thing, group: name } = link.dataset;
  if (!isPlain(event)) return;
  if (!address.startsWith("?") && !link.matches("[data-undo], [data-redo]")) return;
  event.preventDefault();
  const things = link.closest(".editor-dock") && !editor.querySelector(".editor-row");
  const first = name && editor.querySelector(`[data-of="${name}"] .pick`);
  // A long press has done its work already.
  if (held && place) held = false;
  else if (things && first) choose(name, first.dataset.thing);
  else if (link.matches(".editor-hand")) choose(group(), "");
  else if (link.matches(".editor-dock [data-thing]:not([data-step])")) choose(group(), thing);
  else if (place && /[?&]at=/.test(address)) tap(link);
  else if (link.matches("[data-undo], [data-redo]")) go(link.hasAttribute("data-undo") ? "[data-undo]" : "[data-redo]");
  else go(stepOf(address, thing), press(link));
});
on("submit", "#editor .editor-typed", (form, event) => {
  event.preventDefault();
  // The keyboard has done its work, and what it hid is seen again. Return changes a field as well.
  document.activeElement.blur();
  const address = stepOf(`?${new URLSearchParams(new FormData(form))}`);
  if (waiting.at(-1)?.address !== address) go(address);
});
on("change", "#editor .editor-typed :is([name='do'], [name='listed'])", (field) => field.form.requestSubmit());

// A long press on a place takes away what lies there.
let pressed;
const release = () => clearTimeout(pressed);
on("pointerdown", "#editor a[data-place]", (place, event) => {
  held = false;
  release();
  if (event.isPrimary) pressed = setTimeout(() => {
    held = true;
    go(stepOf(`${place.getAttribute("href")}&do=clear`), draw(place, ""));
  }, LONG_PRESS);
});
for (const name of ["pointerup", "pointercancel", "scroll"]) addEventListener(name, release, true);

// A finger that goes on sideways puts the same on every place that it passes, and takes nothing away.
let passed = [];
on("pointerdown", "#editor a[data-place]", (place, event) => {
  const thing = inHand();
  passed = event.isPrimary && thing && pickOf(thing).dataset.after === thing ? [place.dataset.place] : [];
});
addEventListener("pointermove", ({ clientX, clientY, isPrimary }) => {
  if (!passed.length || !isPrimary) return;
  const place = document.elementFromPoint(clientX, clientY)?.closest("#editor a[data-place]");
  if (!place || passed.includes(place.dataset.place)) return;
  const places = passed.length > 1 ? [place] : [placeOf(passed[0]), place];
  passed.push(place.dataset.place);
  for (const one of places) {
    if (/[?&]at=/.test(one.getAttribute("href")) && one.dataset.holds !== inHand()) tap(one);
  }
});
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { passed = []; }, true);
on("dragstart", "#editor a[data-place]", (_, event) => event.preventDefault());
addEventListener("pointermove", (event) => Math.abs(event.movementX) + Math.abs(event.movementY) > 6 && release());
on("contextmenu", "#editor a[data-place]", (_, event) => event.preventDefault());

// Two fingers, and the buttons, zoom the picture, not the page.
function zoom(by) {
  const { dataset } = byId("editor-picture");
  dataset.zoom = Math.max(1, Math.min(4, Number(dataset.zoom) + by));
}
on("click", "[data-zoom-by]", (button) => zoom(Number(button.dataset.zoomBy)));
let apart = 0;
on("touchmove", ".editor-picture", (_, { touches: [one, other] }) => {
  if (!other) {
    apart = 0;
    return;
  }
  release();
  const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  const by = apart && (distance > apart * 1.3) - (distance < apart / 1.3);
  if (by) zoom(by);
  if (by || !apart) apart = distance;
});
