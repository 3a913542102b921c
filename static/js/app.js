// Comforts on top of pages that work without: rules shown over the page, steppers that answer at once,
// numbers that wait for a lost connection. Everything here has a plain form or link behind it.
(function () {
  "use strict";

  // A rule over the page, so that nothing typed below is lost.
  var over = document.getElementById("over");
  document.body.addEventListener("htmx:afterSwap", function (event) {
    if (event.detail.target.id === "over-text" && !over.open) {
      over.showModal();
      over.scrollTop = 0;
    }
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
  // Without a connection the link is an ordinary link again.
  document.body.addEventListener("htmx:sendError", function (event) {
    var link = event.detail.elt;
    if (link.matches && link.matches("[data-opens-over]")) location.href = link.href;
  });

  // The server knows the moment, only the device knows which day that was here.
  document.querySelectorAll("time").forEach(function (time) {
    var day = new Date(time.dateTime);
    time.textContent = day.toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
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

  var pad = document.getElementById("pad");
  if (!pad || !pad.hasAttribute("hx-post")) {
    quietPoll();
    return;
  }

  function fieldOf(cell) {
    return cell.querySelector("input.points, input[type=hidden]:not([name^=was])");
  }
  function seenOf(cell) {
    return cell.querySelector("input[name^=was]");
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

  // Buttons of a cell work on the field at once; the change is sent like a typed one.
  pad.addEventListener("click", function (event) {
    var button = event.target.closest("button[data-add], button[data-flip], button[data-set]");
    if (!button) return;
    event.preventDefault();
    var field = fieldOf(button.closest(".cell"));
    var value = number(field.value);
    if (button.dataset.add) field.value = (value || 0) + parseInt(button.dataset.add, 10);
    else if (button.dataset.set) field.value = value === parseInt(button.dataset.set, 10) ? "" : button.dataset.set;
    else if (value !== null) field.value = -value;
    if (button.dataset.set) {
      button.parentNode.querySelectorAll("button").forEach(function (other) {
        other.setAttribute("aria-pressed", String(field.value === other.dataset.set));
      });
    }
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // htmx remembers the last button; it counts only when it was pressed to send the form just now.
  pad.addEventListener("htmx:configRequest", function (event) {
    var cause = event.detail.triggeringEvent;
    if (event.detail.elt === pad && !(cause && cause.submitter)) event.detail.formData.delete("do");
  });

  // Enter goes to the next field of the column, as on a paper pad.
  pad.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || !event.target.matches("input.points")) return;
    event.preventDefault();
    var seat = event.target.name.split("-")[0];
    var column = Array.from(pad.querySelectorAll("input.points[name^='" + seat + "-']"));
    var next = column[column.indexOf(event.target) + 1];
    if (next) next.focus();
    else event.target.blur();
  });
  pad.addEventListener("focusin", function (event) {
    if (event.target.matches("input.points")) event.target.select();
  });

  // A cell that somebody is typing in is never replaced; only what it is compared with is.
  document.body.addEventListener("htmx:oobBeforeSwap", function (event) {
    var cell = event.detail.target;
    if (!cell.classList || !cell.classList.contains("cell")) return;
    var fresh = event.detail.fragment.querySelector(".cell") || event.detail.fragment.firstElementChild;
    var field = fieldOf(cell);
    var incoming = fresh && fieldOf(fresh);
    if (!field || !incoming) return;
    var typing = field === document.activeElement;
    var unsent = field.value !== seenOf(cell).value && field.value !== incoming.value;
    if (fresh.querySelector(".rivals") && !typing) return;
    if (unsent || (typing && field.value === incoming.value)) {
      event.preventDefault();
      if (!unsent) seenOf(cell).value = seenOf(fresh).value;
      cell.className = fresh.className;
    }
  });

  // A lost connection: what was typed stays, and is sent again until it arrives.
  var lost = document.getElementById("connection");
  var retry = null;
  function failed(event) {
    if (event.detail.elt.id === "poll" && !retry) return;
    lost.hidden = false;
    if (!retry) retry = setInterval(again, 3000);
  }
  function again() {
    window.htmx.trigger(pad, "submit");
  }
  document.body.addEventListener("htmx:sendError", failed);
  document.body.addEventListener("htmx:timeout", failed);
  document.body.addEventListener("htmx:responseError", function (event) {
    if (event.detail.xhr.status >= 500) failed(event);
    // A form that has expired: the page must be loaded again, typed numbers included.
    else if (event.detail.xhr.status === 400) pad.submit();
  });
  document.body.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.elt === pad && event.detail.xhr.status > 0 && event.detail.xhr.status < 500) {
      lost.hidden = true;
      clearInterval(retry);
      retry = null;
    }
  });
  window.addEventListener("online", function () {
    if (retry) again();
  });
  window.addEventListener("beforeunload", function (event) {
    if (retry) event.preventDefault();
  });
  quietPoll();

  // A page nobody looks at does not ask.
  function quietPoll() {
    document.body.addEventListener("htmx:beforeRequest", function (event) {
      if (event.detail.elt.id === "poll" && document.hidden) event.preventDefault();
    });
  }
})();
