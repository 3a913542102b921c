// Names and colours. Known people take a seat with a tap, in their colour if nobody has it, and leave it with another; without
// this script the buttons ask the server to do the same. Whoever takes another's colour gives the own one for it.
(function () {
  "use strict";

  var people = document.querySelector(".people");
  if (!people) return;
  var rows = Array.from(people.querySelectorAll(".person"));
  var known = Array.from(people.querySelectorAll(".known button"));

  function nameOf(row) {
    return row.querySelector("input[name$='-name']");
  }
  // The colour that a row has: its own until it is chosen anew.
  var colours = new Map();
  rows.forEach(function (row) {
    var chosen = row.querySelector(".colours input:checked");
    colours.set(row, chosen ? chosen.value : "");
  });
  function paint(row, colour) {
    var holder = rows.find(function (other) { return other !== row && colours.get(other) === colour; });
    if (holder) set(holder, colours.get(row));
    set(row, colour);
  }
  function set(row, colour) {
    colours.set(row, colour);
    row.querySelectorAll(".colours input").forEach(function (input) { input.checked = input.value === colour; });
  }
  // As the server compares names.
  function fold(text) {
    return text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");
  }
  function rowOf(button) {
    return rows.find(function (row) { return fold(nameOf(row).value) === fold(button.value); });
  }
  function show() {
    known.forEach(function (button) { button.setAttribute("aria-pressed", String(Boolean(rowOf(button)))); });
  }

  people.addEventListener("click", function (event) {
    var button = known.find(function (one) { return one.contains(event.target); });
    if (!button) return;
    event.preventDefault();
    var theirs = rowOf(button);
    var free = rows.find(function (row) { return !nameOf(row).value.trim(); });
    if (theirs) {
      nameOf(theirs).value = "";
    } else if (free) {
      var colour = button.dataset.colour;
      var holder = rows.find(function (row) { return colours.get(row) === colour; });
      if (!holder || !nameOf(holder).value.trim()) paint(free, colour);
      nameOf(free).value = button.value;
    }
    show();
  });
  people.addEventListener("change", function (event) {
    if (event.target.matches(".colours input")) paint(event.target.closest(".person"), event.target.value);
  });
  people.addEventListener("input", show);
  show();
})();
