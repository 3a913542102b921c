// What was looked up last on this device, the latest first: rules, questions, and searches that led somewhere. It is shown
// where one asks anew. And the board that was entered last.
import { all, on, recall, remember } from "./page.js";

const KEY = "recent";
const MOST = 5;
// A question with other numbers is the same question, another search is another one.
const same = (path) => path.replace(/\?(?!q=).*/, "");

function recentPages() {
  const entries = recall(KEY);
  return Array.isArray(entries) ? entries.filter((one) => Array.isArray(one) && typeof one[0] === "string" && /^\/\w/.test(one[1])) : [];
}
function note(title, path) {
  remember(KEY, [[title, path], ...recentPages().filter(([, other]) => same(other) !== same(path))].slice(0, MOST));
}
function show() {
  for (const part of all("[data-recent]")) {
    const entries = recentPages();
    part.hidden = !entries.length;
    part.querySelector("ul").replaceChildren(...entries.map(([title, path]) => {
      const entry = document.createElement("li");
      const link = document.createElement("a");
      [link.href, link.textContent] = [path, title];
      entry.append(link);
      return entry;
    }));
  }
}
on("click", "[data-recent] button", () => {
  remember(KEY, null);
  show();
});
on("click", ".hits a, .named a, .terms a", (link) => {
  const box = document.getElementById(link.closest("#find") ? "find-field" : "q");
  const query = link.closest("#found, #results") && box?.value.trim();
  if (query) note(query, box.form.getAttribute("action") + "?q=" + encodeURIComponent(query));
});
// What a question was told in the end is what counts.
addEventListener("pagehide", () => {
  const title = document.querySelector("h1[data-recalled]")?.textContent.trim();
  if (title) note([title, document.getElementById("ask-read-back")?.textContent.trim()].filter(Boolean).join(": "), location.pathname + location.search);
});
document.addEventListener("htmx:afterSwap", show);
addEventListener("pageshow", show);

const last = document.querySelector("a[data-last]");
const code = recall("position-last") || "";
if (last && /^[\w-]+$/.test(code)) {
  last.href = last.dataset.board.replace("CODE", code);
  for (const picture of all("[data-picture]", last)) picture[picture.matches("img") ? "src" : "srcset"] = picture.dataset.picture.replace("CODE", code);
  last.hidden = false;
}
