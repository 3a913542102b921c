// Searches that led somewhere are kept on this device, the latest first, and offered again below the field.
import { all, byId, listed, on, recall, remember } from "./page.js";

const KEY = "searches";
const MOST = 6;
const list = document.querySelector("[data-recent-searches]");
const field = byId("q");

function kept() {
  const queries = recall(KEY);
  return Array.isArray(queries) ? queries.filter((query) => typeof query === "string").slice(0, MOST) : [];
}
function keep() {
  const query = field.value.trim();
  if (query) remember(KEY, [query, ...kept().filter((other) => other !== query)].slice(0, MOST));
}
const addressOf = (query) => field.form.action + "?q=" + encodeURIComponent(query);
function show() {
  const queries = field.value.trim() ? [] : kept();
  list.hidden = queries.length === 0;
  list.querySelector("ul").replaceChildren(...listed(queries));
  for (const entry of all("li", list)) {
    const link = document.createElement("a");
    link.className = "button quiet";
    link.href = addressOf(entry.textContent);
    link.append(...entry.childNodes);
    entry.append(link);
  }
}
// Pages about components have a list of their own.
if (list && field) {
  const results = byId("results");
  field.form.addEventListener("submit", keep);
  on("click", ".hits a, .named a, .terms a", keep, results);
  list.querySelector("button").addEventListener("click", () => {
    remember(KEY, null);
    show();
    field.focus();
  });
  field.addEventListener("input", show);
  // What is looked for stands in the address: passed on, in the other language, and after going back.
  const started = location.href;
  results.addEventListener("htmx:afterSwap", () => {
    const query = field.value.trim();
    history.replaceState(history.state, "", query ? addressOf(query) : started);
    if (!query) return;
    for (const link of all("a[data-language]")) {
      const there = field.form.action.replace(/\/[a-z]+\/rules/, "/" + link.dataset.language + "/rules");
      link.href = new URL(there + location.search);
    }
  });
  // Going back shows the page as it was, but not what has been looked for since.
  addEventListener("pageshow", show);
  show();
}
