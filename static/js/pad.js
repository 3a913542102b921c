// The fields of a scoring pad: buttons that work at once, Enter that goes down the column as on a paper pad.
(function () {
  "use strict";

  var pad = document.getElementById("pad");
  if (!pad || !pad.hasAttribute("data-writable")) return;

  function fieldOf(cell) {
    return cell.querySelector("input.points, input[type=hidden]:not([name^=was])");
  }
  // What a field comes to: a number or a sum of small ones, as the server reads it.
  function number(text) {
    var plain = text.replace(/[−–]/g, "-").replace(/[×·]/g, "*").replace(/\s/g, "");
    if (!/^[+-]?\d{1,3}([*+-]\d{1,3})*$/.test(plain)) return null;
    return plain.match(/[+-]?[^+-]+/g).reduce(function (sum, term) {
      var sign = term[0] === "-" ? -1 : 1;
      return sum + sign * term.replace(/^[+-]/, "").split("*").reduce(function (product, factor) {
        return product * parseInt(factor, 10);
      }, 1);
    }, 0);
  }

  pad.addEventListener("click", function (event) {
    var button = event.target.closest("button[data-add], button[data-flip], button[data-set]");
    if (!button) return;
    event.preventDefault();
    var field = fieldOf(button.closest(".cell"));
    var value = number(field.value);
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

  pad.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || !event.target.matches("input.points")) return;
    event.preventDefault();
    var seat = event.target.name.split("-")[0];
    var column = Array.from(pad.querySelectorAll("input.points[name^='" + seat + "-']"));
    var next = column[column.indexOf(event.target) + 1];
    // After the last category comes the next player.
    var after = "p" + (Number(seat.slice(1)) + 1);
    next = next || pad.querySelector("input.points[name^='" + after + "-']");
    if (next) return next.focus();
    event.target.blur();
    var column_of_next = pad.querySelector("table.one") && pad.querySelector(".standings a[data-seat='" + after.slice(1) + "']");
    if (column_of_next) location.href = column_of_next.href + "#column";
  });
  // Whoever came here by Enter goes on with the first field.
  if (location.hash === "#column") {
    var first = pad.querySelector("input.points");
    if (first) first.focus();
  }
  pad.addEventListener("focusin", function (event) {
    if (event.target.matches("input.points")) event.target.select();
  });
})();
