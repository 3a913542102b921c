// Searches that led somewhere are kept on this device, the latest first, and offered again below the field.
(function () {
  "use strict";

  var KEY = "searches";
  var MOST = 6;
  var list = document.querySelector("[data-recent-searches]");
  var field = document.getElementById("q");
  if (!list || !field) return;

  function kept() {
    try {
      var found = JSON.parse(localStorage.getItem(KEY));
      return Array.isArray(found) ? found.filter((query) => typeof query === "string").slice(0, MOST) : [];
    } catch {
      return [];
    }
  }
  function keep(queries) {
    try {
      if (queries.length) localStorage.setItem(KEY, JSON.stringify(queries));
      else localStorage.removeItem(KEY);
    } catch {
      // A device that keeps nothing still searches.
    }
  }
  function remember() {
    var query = field.value.trim();
    if (!query) return;
    var others = kept().filter(function (other) {
      return other !== query;
    });
    keep([query].concat(others).slice(0, MOST));
  }
  function show() {
    var queries = field.value.trim() ? [] : kept();
    list.hidden = queries.length === 0;
    list.querySelector("ul").replaceChildren(
      ...queries.map(function (query) {
        var entry = document.createElement("li");
        var link = document.createElement("a");
        link.className = "button quiet";
        link.textContent = query;
        link.href = field.form.action + "?q=" + encodeURIComponent(query);
        entry.append(link);
        return entry;
      }),
    );
  }

  field.form.addEventListener("submit", remember);
  document.getElementById("results").addEventListener("click", function (event) {
    if (event.target.closest(".hits a, .named a, .terms a")) remember();
  });
  list.querySelector("button").addEventListener("click", function () {
    keep([]);
    show();
    field.focus();
  });
  field.addEventListener("input", show);
  // What is looked for stands in the address: passed on, in the other language, and after going back.
  var started = location.href;
  document.getElementById("results").addEventListener("htmx:afterSwap", function () {
    var query = field.value.trim();
    history.replaceState(history.state, "", query ? field.form.action + "?q=" + encodeURIComponent(query) : started);
    document.querySelectorAll("a[data-language]").forEach(function (link) {
      if (query) link.href = new URL(field.form.action.replace(/\/[a-z]+\/rules/, "/" + link.dataset.language + "/rules") + location.search);
    });
  });
  // Going back shows the page as it was, but not what has been looked for since.
  window.addEventListener("pageshow", show);
  show();
})();
