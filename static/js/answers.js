// What may be done, on the board: a tap on a place changes the page and its address. Without this it is a link.
import { all, byId, isPlain, on } from "./page.js";

const { body } = document;

const picture = (place) => document.querySelector(`.answers-picture ${place}`);
const undo = [];
body.addEventListener("htmx:responseError", ({ detail: { target, pathInfo } }) => {
  if (target.id === "board-answers") location.href = pathInfo.finalRequestPath;
});
function rest() {
  while (undo.length) undo.pop()();
}
// The places that the answer is about take the place of those at rest.
function draw() {
  rest();
  for (const place of all("#answers-places > svg > *")) {
    const [[kind, name]] = Object.entries(place.dataset).filter(([key]) => key === "place" || key === "layer");
    const there = picture(`[data-${kind}="${CSS.escape(name)}"]`);
    if (!there) continue;
    const stood = document.createComment("");
    const home = place.parentNode;
    there.replaceWith(stood);
    // What a way passes lies over its line.
    (place.querySelector("[class*=mark-way]") ? picture("[data-layer=way]") : stood).after(place);
    undo.push(() => {
      home.prepend(place);
      stood.replaceWith(there);
    });
  }
}
document.addEventListener("htmx:beforeHistorySave", rest);
document.addEventListener("htmx:historyRestore", draw);

on("click", "#board-answers a[href*='/options?']", async (link, event) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  // The last tap is the one that is answered.
  htmx.trigger(body, "htmx:abort");
  const to = new URL(link.getAttribute("href"), location.href);
  const path = to.pathname + to.search;
  const headers = { "Board-Shown": byId("board-answers").dataset.shown };
  const isLast = await htmx
    .ajax("GET", path, { target: "#board-answers", swap: "outerHTML show:none", push: path, headers })
    .then(() => true, () => false);
  if (!isLast) return;
  draw();
  const answer = byId("answer");
  if (to.hash !== "#answer" || answer.hidden) return;
  answer.focus({ preventScroll: true });
  // What was tapped is not to lie under the answer.
  const place = picture(`[data-place="${CSS.escape(to.searchParams.get("at") ?? "")}"]`);
  const covered = place && getComputedStyle(answer).position === "fixed"
    ? place.getBoundingClientRect().bottom - answer.getBoundingClientRect().top + 16 : 0;
  if (covered > 0) scrollBy(0, covered);
});
