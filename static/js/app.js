// Comforts on top of pages that work without: rules shown over the page, links to copy, lines to jump to.
// Everything here has a plain form or link behind it.
import { all, byId, copy, offer, on, share } from "./page.js";

const { body, documentElement: root } = document;

// A rule over the page, so that nothing typed below is lost.
const over = byId("over");
body.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  if (target.id === "over-text" && !over.open) {
    over.showModal();
    over.scrollTop = 0;
  }
  // Whoever comes from a finding wants to know why: what is folded for readers lies open here.
  for (const part of all("details.fold", target)) part.open = true;
  // An answer stands at the top; what was typed is below it.
  if (target.id === "answer") byId("main").scrollIntoView();
  prepare(target);
});
over.addEventListener("click", ({ target }) => target === over && over.close());
// What nothing was chosen for stays out of the address of a selection.
body.addEventListener("htmx:configRequest", ({ detail: { elt, formData } }) => {
  if (!elt.matches("form.selection")) return;
  for (const [name, value] of [...formData.entries()]) if (value === "") formData.delete(name);
});
// A tap beside the list of languages closes it.
body.addEventListener("click", ({ target }) => {
  if (!target.closest("#languages")) byId("languages").open = false;
});
// The other languages show the same selection.
body.addEventListener("htmx:pushedIntoHistory", () => {
  for (const link of all("a[data-language]")) link.search = location.search;
});

// A question put in between: the way back to the step that was being taught (teach.js).
const teaching = JSON.parse(sessionStorage.getItem("teaching") || "null");
if (teaching && !location.pathname.includes("/teach/")) {
  const back = document.createElement("p");
  back.innerHTML = '<a class="button main"></a>';
  [back.firstChild.href, back.firstChild.textContent] = teaching;
  byId("main").prepend(back);
}

// Without signal a page says so itself, over whatever is open, and nothing is left for the browser's own error page.
const strip = byId("no-signal");
function warnOfNoSignal() {
  (document.querySelector("dialog[open]") || body).append(strip);
  strip.hidden = true;
  // An alert is read out when it appears, also the second time.
  setTimeout(() => { strip.hidden = false; });
}
function hideWarning() {
  strip.hidden = true;
}
for (const name of ["htmx:sendError", "htmx:timeout"]) body.addEventListener(name, warnOfNoSignal);
body.addEventListener("htmx:afterOnLoad", hideWarning);
// A server that refuses a part of a page says why on a page of its own. A sheet keeps what was typed (count.js).
body.addEventListener("htmx:responseError", ({ detail: { elt, pathInfo, requestConfig } }) => {
  if (!elt.matches("a[href], form:not([data-sheet])")) return;
  if (requestConfig.verb === "get") location.href = pathInfo.finalRequestPath;
  else elt.submit();
});
addEventListener("online", hideWarning);
// A device without a network may still reach an app that runs on it, or have kept a page that is only read.
function whenReachable(address, method, then) {
  fetch(address, { method, cache: "no-store" }).then(then, warnOfNoSignal);
}
on("click", "a[href]", (link, event) => {
  if (navigator.onLine || event.defaultPrevented || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  whenReachable(link.href, "HEAD", () => { location.href = link.href; });
});
let reached = null;
document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (navigator.onLine || event.defaultPrevented || reached === target || target.method === "dialog") return;
  event.preventDefault();
  whenReachable(location.href, "OPTIONS", () => {
    reached = target;
    target.requestSubmit(submitter);
  });
});

// What sticks to the top hides nothing that is jumped to.
function measure() {
  const heights = all("[data-sticks]").map((bar) => {
    const style = getComputedStyle(bar);
    return style.position === "sticky" ? bar.offsetHeight + parseFloat(style.top) : 0;
  });
  const stuck = Math.max(0, ...heights) + "px";
  if (root.style.getPropertyValue("--stuck") !== stuck) root.style.setProperty("--stuck", stuck);
}
// With the frame that shows what has changed: measured at once, a page would be laid out again and again.
let due = 0;
function settle() {
  due ||= requestAnimationFrame(() => {
    due = 0;
    measure();
  });
}
settle();
addEventListener("resize", settle);
body.addEventListener("htmx:afterSettle", settle);

// The server knows the moment, only the device knows which day, and what time, that was here.
for (const time of all("time")) {
  const moment = new Date(time.dateTime);
  const today = moment.toDateString() === new Date().toDateString();
  const clock = today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
  time.textContent = moment.toLocaleString(root.lang, time.hasAttribute("data-clock") ? clock : { dateStyle: "long" });
}

// Copy or send a link; the buttons show themselves only where that works.
function prepare(part) {
  if (navigator.clipboard) for (const button of all("[data-copy]", part)) button.hidden = false;
  if (navigator.share) for (const button of all("[data-share]", part)) button.hidden = false;
  // What can be seen where it is edited need not lie open a second time.
  for (const listing of all("details[data-folds-with-scripts]", part)) listing.open = location.hash.startsWith("#line-");
}
prepare(document);
on("click", "[data-copy]", (button) => copy(byId(button.dataset.copy).value, button));
on("click", "[data-share]", (button) => share({ title: document.title, url: byId(button.dataset.share).value }));
offer("[data-print]", window.print, () => window.print());
offer("[data-copy-page]", navigator.clipboard, (button) => copy(location.href, button));
offer("[data-share-page]", navigator.share, () => share({ title: document.title, url: location.href }));

// A place of a finding leads into the text, as long as it is the text that was checked; else into the listing.
const entry = byId("position");
let checked = entry?.defaultValue;
entry?.form.addEventListener("htmx:beforeRequest", () => { checked = entry.value; });
on("click", "a[data-line]", (link, event) => {
  if (!entry) return;
  const listing = document.querySelector("details.entry");
  if (entry.value === checked) {
    event.preventDefault();
    selectLine(entry, parseInt(link.dataset.line, 10));
  } else if (listing) listing.open = true;
});
function selectLine(field, number) {
  const lines = field.value.split("\n");
  const line = lines[number - 1];
  const start = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
  // Long lines are wrapped, so only a copy of the field knows how far down a line begins.
  const twin = field.cloneNode();
  twin.removeAttribute("id");
  twin.removeAttribute("name");
  twin.className = "sr-only measures";
  twin.style.width = field.clientWidth + "px";
  twin.value = field.value.slice(0, start);
  field.after(twin);
  const top = twin.scrollHeight;
  twin.remove();
  field.focus({ preventScroll: true });
  field.setSelectionRange(start + line.length - line.trimStart().length, start + line.length);
  field.scrollTop = top - field.clientHeight / 3;
  field.scrollIntoView({ block: "center" });
}
