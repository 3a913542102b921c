// Comforts for reading: passing a page on, printing, ticks that stay, figures that show their other values.
(function () {
  "use strict";

  var root = document.documentElement;

  function each(selector, works, does) {
    document.querySelectorAll(selector).forEach(function (button) {
      if (!works) return;
      button.hidden = false;
      button.addEventListener("click", function () {
        does(button);
      });
    });
  }
  each("[data-print]", window.print, function () {
    window.print();
  });
  each("[data-copy-page]", navigator.clipboard, function (button) {
    navigator.clipboard.writeText(location.href).then(function () {
      button.querySelector("span").textContent = button.dataset.copied;
    });
  });
  each("[data-share-page]", navigator.share, function () {
    // Closing the sheet of the device without choosing is no error.
    navigator.share({ title: document.title, url: location.href }).catch(function () {});
  });

  // Ticks are kept on this device, one entry for each list.
  document.querySelectorAll("[data-checklist]").forEach(function (list) {
    var key = "ticks:" + list.dataset.checklist;
    var ticked = [];
    try {
      ticked = JSON.parse(localStorage.getItem(key)) || [];
    } catch {
      ticked = [];
    }
    list.querySelectorAll("input[type=checkbox]").forEach(function (box) {
      box.checked = ticked.indexOf(box.name) >= 0;
    });
    function keep() {
      var names = Array.from(list.querySelectorAll("input:checked"), function (box) {
        return box.name;
      });
      try {
        localStorage.setItem(key, JSON.stringify(names));
      } catch {
        // A device that keeps nothing still ticks.
      }
    }
    list.addEventListener("change", keep);
    list.addEventListener("reset", function (event) {
      // Empty, whatever they began with; and kept before anybody leaves the page.
      event.preventDefault();
      list.querySelectorAll("input").forEach(function (box) {
        box.checked = false;
      });
      keep();
      list.scrollIntoView();
    });
    list.addEventListener("submit", function (event) {
      event.preventDefault();
    });
  });

  // With a number of players set, a figure in a sentence shows that one; a tap shows the others.
  function toggle(figure) {
    var open = figure.getAttribute("aria-expanded") !== "true";
    figure.setAttribute("aria-expanded", String(open));
    figure.classList.toggle("closed", !open);
  }
  document.querySelectorAll(".rule-text .by-players").forEach(function (figure) {
    if (!root.dataset.players || figure.closest("label, a")) return;
    figure.setAttribute("role", "button");
    figure.setAttribute("tabindex", "0");
    figure.setAttribute("aria-expanded", "false");
    figure.classList.add("closed");
  });
  // Why a figure is not certain: the words that a mouse sees when it rests there.
  document.querySelectorAll(".unsure[title]").forEach(function (figure) {
    if (figure.closest(".by-players[role], label, a")) return;
    figure.setAttribute("role", "button");
    figure.setAttribute("tabindex", "0");
    figure.setAttribute("aria-expanded", "false");
  });
  function tell(figure) {
    var note = figure.nextElementSibling;
    var open = figure.getAttribute("aria-expanded") !== "true";
    figure.setAttribute("aria-expanded", String(open));
    if (open) {
      note = document.createElement("span");
      note.className = "figure-note";
      note.textContent = figure.title;
      figure.after(note);
    } else if (note && note.classList.contains("figure-note")) {
      note.remove();
    }
  }
  function act(target) {
    var figure = target.closest("[role=button]");
    if (!figure) return false;
    if (figure.classList.contains("by-players")) toggle(figure);
    else if (figure.classList.contains("unsure")) tell(figure);
    else return false;
    return true;
  }
  document.addEventListener("click", function (event) {
    act(event.target);
  });
  document.addEventListener("keydown", function (event) {
    if ((event.key === "Enter" || event.key === " ") && act(event.target)) event.preventDefault();
  });
})();
