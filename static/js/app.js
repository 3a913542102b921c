// Comforts on top of pages that work without: rules shown over the page, links to copy, lines to jump to.
// Everything here has a plain form or link behind it.
(function () {
  "use strict";

  // A rule over the page, so that nothing typed below is lost.
  var over = document.getElementById("over");
  document.body.addEventListener("htmx:afterSwap", function (event) {
    if (event.detail.target.id === "over-text" && !over.open) {
      over.showModal();
      over.scrollTop = 0;
    }
    // Whoever comes from a finding wants to know why: what is folded for readers lies open here.
    event.detail.target.querySelectorAll("details.fold").forEach(function (part) {
      part.open = true;
    });
    // An answer stands at the top; what was typed is below it.
    if (event.detail.target.id === "answer") document.getElementById("main").scrollIntoView();
  });
  if (over) {
    over.addEventListener("click", function (event) {
      if (event.target === over) over.close();
    });
  }
  // What nothing was chosen for stays out of the address of a selection.
  document.body.addEventListener("htmx:configRequest", function (event) {
    if (!event.detail.elt.matches("form.selection")) return;
    Array.from(event.detail.formData.entries()).forEach(function (entry) {
      if (entry[1] === "") event.detail.formData.delete(entry[0]);
    });
  });
  // The other language shows the same selection.
  document.body.addEventListener("htmx:pushedIntoHistory", function () {
    document.querySelectorAll("a[data-language]").forEach(function (link) {
      link.search = location.search;
    });
  });
  // Without signal a page says so itself, over whatever is open, and nothing is left for the browser's own error page.
  var strip = document.getElementById("no-signal");
  function lost() {
    (over.open ? over : document.body).append(strip);
    strip.hidden = true;
    // An alert is read out when it appears, also the second time.
    setTimeout(function () {
      strip.hidden = false;
    });
  }
  function found() {
    strip.hidden = true;
  }
  ["htmx:sendError", "htmx:timeout"].forEach(function (name) {
    document.body.addEventListener(name, lost);
  });
  document.body.addEventListener("htmx:afterOnLoad", found);
  window.addEventListener("online", found);
  // A device without a network may still reach an app that runs on it, or have kept a page that is only read.
  function whenReachable(address, method, then) {
    fetch(address, { method: method, cache: "no-store" }).then(then, lost);
  }
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[href]");
    if (navigator.onLine || event.defaultPrevented || !link || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    whenReachable(link.href, "HEAD", function () {
      location.href = link.href;
    });
  });
  var reached = null;
  document.addEventListener("submit", function (event) {
    if (navigator.onLine || event.defaultPrevented || reached === event.target || event.target.method === "dialog") return;
    event.preventDefault();
    var submitter = event.submitter;
    whenReachable(location.href, "OPTIONS", function () {
      reached = event.target;
      reached.requestSubmit(submitter);
    });
  });

  // What sticks to the top hides nothing that is jumped to.
  function measure() {
    var heights = Array.from(document.querySelectorAll("[data-sticks]"), function (bar) {
      var style = getComputedStyle(bar);
      return style.position === "sticky" ? bar.offsetHeight + parseFloat(style.top) : 0;
    });
    document.documentElement.style.setProperty("--stuck", Math.max(0, ...heights) + "px");
  }
  measure();
  window.addEventListener("resize", measure);
  document.body.addEventListener("htmx:afterSettle", measure);

  // The server knows the moment, only the device knows which day, and what time, that was here.
  document.querySelectorAll("time").forEach(function (time) {
    var moment = new Date(time.dateTime);
    var today = moment.toDateString() === new Date().toDateString();
    var style = { dateStyle: "long" };
    if (time.hasAttribute("data-clock")) style = today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
    time.textContent = moment.toLocaleString(document.documentElement.lang, style);
  });

  // Copy or send a link; the buttons show themselves only where that works.
  function prepare(part) {
    if (navigator.clipboard) {
      part.querySelectorAll("[data-copy]").forEach(function (button) {
        button.hidden = false;
      });
    }
    if (navigator.share) {
      part.querySelectorAll("[data-share]").forEach(function (button) {
        button.hidden = false;
      });
    }
    // What can be seen where it is edited need not lie open a second time.
    part.querySelectorAll("details[data-folds-with-scripts]").forEach(function (listing) {
      listing.open = location.hash.startsWith("#line-");
    });
  }
  prepare(document);
  document.body.addEventListener("htmx:afterSwap", function (event) {
    prepare(event.detail.target);
  });
  document.body.addEventListener("click", function (event) {
    var copy = event.target.closest("[data-copy]");
    var share = event.target.closest("[data-share]");
    if (copy) {
      navigator.clipboard.writeText(document.getElementById(copy.dataset.copy).value).then(function () {
        copy.querySelector("span").textContent = copy.dataset.copied;
      });
    }
    if (share) {
      navigator.share({ title: document.title, url: document.getElementById(share.dataset.share).value }).catch(function () {
        // Whoever closes the list of apps does not want to send it after all.
      });
    }
  });

  // A place of a finding leads into the text, as long as it is the text that was checked; else into the listing.
  var entry = document.getElementById("position");
  if (entry) {
    var checked = entry.defaultValue;
    entry.form.addEventListener("htmx:beforeRequest", function () {
      checked = entry.value;
    });
    document.body.addEventListener("click", function (event) {
      var link = event.target.closest("a[data-line]");
      if (!link) return;
      var listing = document.querySelector("details.entry");
      if (entry.value !== checked) {
        if (listing) listing.open = true;
        return;
      }
      event.preventDefault();
      selectLine(entry, parseInt(link.dataset.line, 10));
    });
  }

  function selectLine(field, number) {
    var lines = field.value.split("\n");
    var start = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
    var indent = lines[number - 1].length - lines[number - 1].trimStart().length;
    // Long lines are wrapped, so only a copy of the field knows how far down a line begins.
    var copy = field.cloneNode();
    copy.removeAttribute("id");
    copy.removeAttribute("name");
    copy.className = "sr-only measures";
    copy.style.width = field.clientWidth + "px";
    copy.value = field.value.slice(0, start);
    field.after(copy);
    var top = copy.scrollHeight;
    copy.remove();
    field.focus({ preventScroll: true });
    field.setSelectionRange(start + indent, start + lines[number - 1].length);
    field.scrollTop = top - field.clientHeight / 3;
    field.scrollIntoView({ block: "center" });
  }
})();
