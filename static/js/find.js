// Search from every page: "/" or the glass in the head opens a field over the page, arrow keys walk through what was
// found. Without scripts the glass is a link to the page of the search.
(function () {
  "use strict";

  const dialog = document.getElementById("find");
  const field = document.getElementById("find-field");
  const found = document.getElementById("found");
  const root = document.documentElement;

  // Search looks at what is played and tells figures for those who play, once that has been said under Table.
  document.querySelectorAll("[data-of-table]").forEach((field_of_table) => {
    const said = root.dataset[field_of_table.dataset.ofTable];
    if (said === undefined) return;
    field_of_table.value = said;
    field_of_table.disabled = false;
  });

  function keep(query) {
    history.replaceState({ ...history.state, find: query || undefined }, "");
  }
  function open(query) {
    if (!dialog.open) dialog.showModal();
    if (query !== undefined) {
      field.value = query;
      htmx.trigger(field, "search");
    }
    field.select();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-find]");
    if (!link || event.ctrlKey || event.metaKey) return;
    const own = document.getElementById("q");
    event.preventDefault();
    if (own) own.focus();
    else open();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable]") || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    const own = document.getElementById("q");
    if (own) own.select();
    else open();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => keep(""));
  // The browser's own way would only empty the field.
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") dialog.close();
  });

  // Up and down through the results of the field that was typed in, and back to it.
  function results(list) {
    return Array.from(list.querySelectorAll(".named a, .terms a, .hits a, .links a"));
  }
  function walk(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const list = dialog.open ? found : document.getElementById("results");
    const input = dialog.open ? field : document.getElementById("q");
    const links = list ? results(list) : [];
    const at = links.indexOf(document.activeElement);
    if (!links.length || (at < 0 && document.activeElement !== input)) return;
    const next = at + (event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
    if (next < 0) input.focus();
    else if (next < links.length) links[next].focus();
  }
  document.addEventListener("keydown", walk);

  // A result knows which words it was found by; the page that it leads to marks them.
  function remember(link) {
    const words = Array.from(link.querySelectorAll("mark"), (mark) => mark.textContent.toLowerCase());
    try {
      sessionStorage.setItem("marks", JSON.stringify({ page: link.pathname, words: [...new Set(words)] }));
    } catch {
      // A device that keeps nothing leads there all the same.
    }
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".hits a");
    if (!link) return;
    remember(link);
    if (!dialog.contains(link) || event.ctrlKey || event.metaKey) return;
    if (document.body.dataset.place === "rules") {
      // Whoever comes back finds the list as it was.
      keep(field.value.trim());
      return;
    }
    // What is typed on this page stays: the rule comes over it.
    event.preventDefault();
    htmx.ajax("GET", link.pathname, { target: "#over-text" }).then(() => {
      const over = document.getElementById("over-text");
      const place = (link.hash && over.querySelector(link.hash)) || mark(over, link.pathname);
      if (place) place.scrollIntoView();
    });
  });

  // Marks the words in a text; returns the part with most of them, when there is one further down.
  function mark(text, page) {
    let kept = {};
    try {
      kept = JSON.parse(sessionStorage.getItem("marks")) || {};
    } catch {
      kept = {};
    }
    if (kept.page !== page || !Array.isArray(kept.words) || !kept.words.length) return null;
    const words = kept.words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp("(?<![\\p{L}\\p{N}])(?:" + words.sort((one, other) => other.length - one.length).join("|") + ")", "giu");
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement.closest("mark, script, button, svg, summary")) nodes.push(walker.currentNode);
    }
    const parts = new Map();
    nodes.forEach((node) => {
      const matches = Array.from(node.data.matchAll(pattern));
      if (!matches.length) return;
      const part = node.parentElement.closest("p, li, tr, dd, h2, h3") || node.parentElement;
      const seen = parts.get(part) || new Set();
      parts.set(part, seen);
      matches.reverse().forEach((match) => {
        seen.add(match[0].toLowerCase());
        const marked = node.splitText(match.index);
        marked.splitText(match[0].length);
        const wrap = document.createElement("mark");
        marked.replaceWith(wrap);
        wrap.append(marked);
      });
    });
    let best = null;
    parts.forEach((seen, part) => {
      if (!best || seen.size > parts.get(best).size) best = part;
    });
    return best;
  }
  const article = document.querySelector("article.rule-text[data-section]");
  if (article) {
    const best = mark(article, location.pathname);
    const navigation = performance.getEntriesByType("navigation")[0];
    const below = best && best.getBoundingClientRect().bottom > window.innerHeight;
    if (below && !location.hash && navigation && navigation.type === "navigate") best.scrollIntoView({ block: "center" });
  }

  // Back leads to the list that one came from.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted && history.state && history.state.find) open(history.state.find);
  });
})();
