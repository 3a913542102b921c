// What the device remembers of its table, told to the style sheet before anything is drawn:
// <html data-players="3" data-variants="simmental">. Pages hold all figures; this puts the own ones first.
(function () {
  "use strict";
  var match = document.cookie.match(/(?:^|; )table=([^;]*)/);
  var known = {};
  if (match) {
    try {
      // The server quotes the cookie once; some servers put quotation marks around it.
      known = JSON.parse(decodeURIComponent(match[1].replace(/^"|"$/g, "")));
    } catch {
      known = {};
    }
  }
  var root = document.documentElement;
  root.classList.add("scripts");
  if (known.players) root.dataset.players = known.players;
  if (Array.isArray(known.variants) && known.variants.length) root.dataset.variants = known.variants.join(" ");

  // Choosing a language here is choosing it for the next visit too.
  document.addEventListener("click", function (event) {
    var link = event.target.closest ? event.target.closest("a[data-language]") : null;
    if (!link) return;
    known.language = link.dataset.language;
    document.cookie =
      "table=" + encodeURIComponent(JSON.stringify(known)) + "; path=/; max-age=63072000; samesite=lax" +
      (location.protocol === "https:" ? "; secure" : "");
  });
})();
