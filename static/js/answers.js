// What may be done, on the board: a tap on a place changes the page and its address. Without this it is a link.
import { byId, isPlain, on } from "./page.js";

on("click", "#board-answers a[href*='/options?']", async (link, event) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  const to = new URL(link.getAttribute("href"), location.href);
  const path = to.pathname + to.search;
  await htmx.ajax("GET", path, { target: "#board-answers", swap: "outerHTML show:none", push: path });
  const answer = byId("answer");
  if (to.hash !== "#answer" || answer.hidden) return;
  answer.focus({ preventScroll: true });
  // What was tapped is not to lie under the answer.
  const place = document.querySelector(`[data-place="${CSS.escape(to.searchParams.get("at") ?? "")}"]`);
  const covered = place && getComputedStyle(answer).position === "fixed"
    ? place.getBoundingClientRect().bottom - answer.getBoundingClientRect().top + 16 : 0;
  if (covered > 0) scrollBy(0, covered);
});
