// A game that was finished while this phone was without signal: what was entered here and never arrived is told, so that
// nobody wins by what is missing. Opening the sheet again sends it; or it is left out.
(function () {
  "use strict";

  var form = document.getElementById("too-late");
  if (!form) return;
  var queue = window.sheetQueue(form.dataset.sheet);
  var people = JSON.parse(form.dataset.people);
  var categories = JSON.parse(form.dataset.categories);
  var there = JSON.parse(form.dataset.fields);

  // What was sent when the page of the sheet was left has arrived, though no answer was seen.
  function arrived(change) {
    var stored = there[change.name] || "";
    if (stored === change.text) return true;
    var count = window.sheetNumber(change.text);
    return count !== null && count === window.sheetNumber(stored);
  }
  function told(change) {
    var name = /^p(\d)-(?:things\.([a-z-]+)\.)?([^.]+)/.exec(change.name);
    var category = name && categories[name[2] || name[3]];
    if (!category) return null;
    return people[name[1]] + ", " + category + (name[2] ? "" : ": " + (change.text.replace("-", "−") || "–"));
  }
  function show() {
    var lines = queue.changes().filter(function (change) { return !arrived(change); }).map(told);
    var list = form.querySelector("ul");
    list.replaceChildren.apply(list, Array.from(new Set(lines)).filter(Boolean).map(function (line) {
      var item = document.createElement("li");
      item.textContent = line;
      return item;
    }));
    form.hidden = !list.children.length;
  }
  form.querySelector("[data-drop]").addEventListener("click", function () {
    queue.drop();
    show();
  });
  window.addEventListener("pageshow", show);
  show();
})();
