// One box on every page: "/", the glass in the head, or a box of the page opens a field over the page, above what it finds,
// so that no keyboard covers it; arrow keys walk through that. Without scripts the glass is a link, and a box a form.
import { all, byId, isPlain, on, recall, remember } from "./page.js";

const dialog = byId("find");
const field = byId("find-field");
const results = byId("found");

// Search looks at what is played and tells figures for those who play, once that has been said under Table.
for (const part of all("[data-of-table]")) {
  const said = document.documentElement.dataset[part.dataset.ofTable];
  if (said === undefined) continue;
  part.value = said;
  part.disabled = false;
}

function keep(query) {
  history.replaceState({ ...history.state, find: query || undefined }, "");
}
function open(query = field.value) {
  if (!dialog.open) dialog.showModal();
  const shown = query === field.value && results.children.length;
  field.value = query;
  if (!shown) htmx.trigger(field, "search");
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

on("click", "[data-find]", (_link, event) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  open();
});
// A tap or a letter, but not the focus alone: whoever walks by with the keyboard stays on the page.
on("click input", "[data-opens-find]", (box) => {
  open(box.value);
  box.value = box.defaultValue;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]") || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  open();
});
dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
dialog.addEventListener("close", () => keep(""));
// The browser's own way would only empty the field.
field.addEventListener("keydown", ({ key }) => key === "Escape" && dialog.close());

// Up and down through the results of the field that was typed in, and back to it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const list = dialog.open ? results : byId("results");
  const input = dialog.open ? field : byId("q");
  const links = list ? all("a", list) : [];
  const at = links.indexOf(document.activeElement);
  if (!links.length || (at < 0 && document.activeElement !== input)) return;
  const next = at + (event.key === "ArrowDown" ? 1 : -1);
  event.preventDefault();
  if (next < 0) input.focus();
  else links[next]?.focus();
});

// A result knows which words it was found by; the page that it leads to marks them.
on("click", ".hits a", (link, event) => {
  const words = all("mark", link).map((mark) => mark.textContent.toLowerCase());
  remember("marks", { page: link.pathname, words: [...new Set(words)] }, "sessionStorage");
  if (!dialog.contains(link) || event.ctrlKey || event.metaKey) return;
  if (/rules|home/.test(document.body.dataset.place)) {
    // Whoever comes back finds the list as it was.
    keep(field.value.trim());
    return;
  }
  // What is typed on this page stays: the rule comes over it.
  event.preventDefault();
  htmx.ajax("GET", link.pathname, { target: "#over-text" }).then(() => {
    const over = byId("over-text");
    const place = (link.hash && over.querySelector(link.hash)) || mark(over, link.pathname);
    place?.scrollIntoView();
  });
});

// Marks the words in a text; returns the part with most of them, when there is one further down.
function mark(text, page) {
  const kept = recall("marks", "sessionStorage") || {};
  if (kept.page !== page || !Array.isArray(kept.words) || !kept.words.length) return null;
  const words = kept.words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const longestFirst = words.sort((one, other) => other.length - one.length).join("|");
  const pattern = new RegExp("(?<![\\p{L}\\p{N}])(?:" + longestFirst + ")", "giu");
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest("mark, script, button, svg, summary")) nodes.push(walker.currentNode);
  }
  const parts = new Map();
  for (const node of nodes) {
    const matches = [...node.data.matchAll(pattern)];
    if (!matches.length) continue;
    const part = node.parentElement.closest("p, li, tr, dd, h2, h3") || node.parentElement;
    const seen = parts.get(part) || new Set();
    parts.set(part, seen);
    for (const match of matches.reverse()) {
      seen.add(match[0].toLowerCase());
      const marked = node.splitText(match.index);
      marked.splitText(match[0].length);
      const wrap = document.createElement("mark");
      marked.replaceWith(wrap);
      wrap.append(marked);
    }
  }
  const most = Math.max(...[...parts.values()].map((seen) => seen.size));
  return [...parts.keys()].find((part) => parts.get(part).size === most) || null;
}
const article = document.querySelector("article.rule-text[data-section]");
if (article) {
  const best = mark(article, location.pathname);
  const [navigation] = performance.getEntriesByType("navigation");
  const below = best && best.getBoundingClientRect().bottom > innerHeight;
  if (below && !location.hash && navigation?.type === "navigate") best.scrollIntoView({ block: "center" });
}

// Back leads to the list that one came from.
addEventListener("pageshow", (event) => {
  if (!event.persisted && history.state?.find) open(history.state.find);
});
