// What is typed on this phone and not sent yet is added to the totals at once: an addition, no rule. What pieces are worth is
// for the server to say.
(function () {
  "use strict";

  // What a field comes to: a number or a sum of small ones, as the server reads it.
  window.sheetNumber = function (text) {
    var plain = text.replace(/[−–]/g, "-").replace(/[×·]/g, "*").replace(/\s/g, "");
    if (!/^[+-]?\d{1,3}([*+-]\d{1,3})*$/.test(plain)) return null;
    return plain.match(/[+-]?[^+-]+/g).reduce(function (sum, term) {
      var sign = term[0] === "-" ? -1 : 1;
      return sum + sign * term.replace(/^[+-]/, "").split("*").reduce(function (product, factor) {
        return product * parseInt(factor, 10);
      }, 1);
    }, 0);
  };

  // What a text in a field is worth; null for what cannot be added up here. `worth`: field -> points, and for how many.
  function points(field, text, worth) {
    if (field.includes(".") && !worth[field]) return null;
    var count = text ? window.sheetNumber(text) : 0;
    if (count === null || !worth[field]) return count;
    return Math.floor(count / worth[field][1]) * worth[field][0];
  }

  // `seen` tells what this page has from the server in a field, null for one that it does not show. `alone`: there is no
  // connection, so that places wait.
  window.addUp = function (strip, queue, seen, worth, alone) {
    var more = {};
    var open = {};
    queue.changes().forEach(function (change) {
      var name = /^p(\d)-(.*)$/.exec(change.name);
      var shown = seen(change.name);
      var before = points(name[2], shown === null ? change.was : shown, worth);
      var after = points(name[2], change.text, worth);
      if (before === null || after === null) open[name[1]] = open[name[1]] || name[2].startsWith("things.");
      else more[name[1]] = (more[name[1]] || 0) + after - before;
    });
    strip.classList.toggle("alone", alone);
    strip.querySelectorAll("a[data-seat]").forEach(function (player) {
      var seat = player.dataset.seat;
      var total = player.querySelector(".total");
      var known = total.dataset.total;
      var adds = seat in more || Boolean(open[seat]);
      player.classList.toggle("adds", adds && alone);
      var sum = adds ? String(Number(known) + (more[seat] || 0)) : known;
      total.textContent = (sum.replace("-", "−") || "–") + (open[seat] && alone ? " + ?" : "");
    });
    var line = strip.querySelector(".totals-wait");
    if (line) line.hidden = !alone;
  };
})();
