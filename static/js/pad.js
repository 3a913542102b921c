// The fields of a scoring pad: buttons that work at once, Enter that goes down the column as on a paper pad.
(function () {
  "use strict";

  var pad = document.getElementById("pad");
  if (!pad || !pad.hasAttribute("data-writable")) return;

  function fieldOf(cell) {
    return cell.querySelector("input.points, input[type=hidden]:not([name^=was])");
  }
  pad.addEventListener("click", function (event) {
    var button = event.target.closest("button[data-add], button[data-flip], button[data-set]");
    if (!button) return;
    event.preventDefault();
    var field = fieldOf(button.closest(".cell"));
    var value = window.sheetNumber(field.value);
    if (button.dataset.add) field.value = Math.max((value || 0) + parseInt(button.dataset.add, 10), button.dataset.least || -999);
    else if (button.dataset.set) field.value = value === parseInt(button.dataset.set, 10) ? "" : button.dataset.set;
    else if (value !== null) field.value = -value;
    if (button.dataset.set) {
      button.parentNode.querySelectorAll("button").forEach(function (other) {
        other.setAttribute("aria-pressed", String(field.value === other.dataset.set));
      });
    }
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // The sign is changed while typing: the field keeps the focus, and the keypad stays.
  pad.addEventListener("mousedown", function (event) {
    if (event.target.closest("button[data-flip]")) event.preventDefault();
  });
  pad.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || !event.target.matches("input.points")) return;
    event.preventDefault();
    var seat = event.target.name.split("-")[0];
    var column = Array.from(pad.querySelectorAll("input.points[name^='" + seat + "-']"));
    var next = column[column.indexOf(event.target) + 1];
    // After the last category comes the next player.
    var after = "p" + (Number(seat.slice(1)) + 1);
    next = next || choiceAfter(event.target) || pad.querySelector("input.points[name^='" + after + "-']");
    if (next) return next.focus();
    event.target.blur();
    walkOn();
  });
  // A yes or no that nobody has answered: its first answer.
  function choiceAfter(element) {
    var open = Array.from(pad.querySelectorAll(".cell")).find(function (cell) {
      var later = element.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING;
      return later && cell.querySelector("[data-set]") && !cell.querySelector("[data-set][aria-pressed='true']");
    });
    return open && open.querySelector("[data-set]");
  }
  function walkOn() {
    var way = pad.querySelector(".walks-on a");
    if (way) location.href = way.href;
  }
  // Enter on an answer gives it and walks on; a tap only gives it.
  pad.addEventListener("keydown", function (event) {
    var answer = event.target.closest("[data-set]");
    if (event.key !== "Enter" || !answer) return;
    event.preventDefault();
    if (answer.getAttribute("aria-pressed") !== "true") answer.click();
    var next = choiceAfter(answer.closest(".cell"));
    if (next) next.focus();
    else walkOn();
  });
  // Whoever came here by Enter goes on with the first field; who came to mend something, with that.
  var place = location.hash === "#pad" ? pad : location.hash.startsWith("#cell-") && document.getElementById(location.hash.slice(1));
  var first = place && place.querySelector("input.points, .choice-button");
  // The browser takes the focus away when it jumps to a place, once all is loaded.
  if (first) window.addEventListener("load", function () { setTimeout(function () { first.focus(); }); });
  pad.addEventListener("focusin", function (event) {
    if (event.target.matches("input.points")) event.target.select();
  });
})();
