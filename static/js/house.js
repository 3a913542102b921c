// House rules on pages that are the same for everybody: what a table plays otherwise, and its notes, stand on top of the
// sections that they are about. The server tells them once; they stay on the device until they change.
import { all, recall, remember } from "./page.js";

const root = document.documentElement;
let [, rules = ""] = document.cookie.match(/(?:^|; )house=([^;]*)/) || [];
if (!rules || rules.startsWith("~")) {
  // Those of the server hold where the table has none; the app on this phone learns of them by the cookie.
  const ofServer = document.querySelector('meta[name="house"]')?.content;
  const now = ofServer ? `~${ofServer}` : "";
  if (now !== rules) document.cookie = `house=${now}; path=/; max-age=${now ? 63072000 : 0}; samesite=lax`;
  rules = now;
}

const place = `/${root.lang}/table/house-rules/`;
const stamp = `${rules} ${root.dataset.players ?? ""}`;
let texts = recall(`house:${root.lang}`);

function show() {
  for (const article of all("article:is([data-section], [data-component]):not([data-house])")) {
    article.dataset.house = "";
    const about = article.dataset.section ?? `reference/${article.dataset.component}`;
    const { [about]: lines } = texts.sections;
    if (!lines) continue;
    const notice = document.createElement("div");
    notice.className = "notice warn house-rule";
    const list = document.createElement("ul");
    for (const line of lines) list.append(Object.assign(document.createElement("li"), { textContent: line }));
    const link = document.createElement("a");
    link.href = `${place}?about=${encodeURIComponent(about)}`;
    link.textContent = texts.title;
    notice.append(list, link);
    article.querySelector("h1").after(notice);
  }
}

async function begin() {
  if (texts?.stamp !== stamp) {
    const answer = await fetch(`${place}pages.json`).catch(() => null);
    if (answer?.ok) {
      texts = { stamp, ...(await answer.json()) };
      remember(`house:${root.lang}`, texts);
    }
  }
  // Without signal those that were told last are better than none.
  if (!texts?.sections) return;
  show();
  document.addEventListener("htmx:afterSwap", show);
}
if (rules) begin();
