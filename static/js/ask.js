// Quick questions answer while one types. Everything works without: it is a plain form, and its answer has an address.
(function () {
  "use strict";
  var form = document.getElementById("ask");
  if (!form) return;

  // What taps have changed whose answer is still awaited, by the name of the field; and whether something was entered
  // since the last question went out.
  var tapped = new Map();
  var newer = false;
  function entered() {
    var now = new URLSearchParams();
    new FormData(form).forEach(function (value, name) {
      if (value !== "" && !tapped.has(name)) now.append(name, value);
    });
    tapped.forEach(function (values, name) {
      values.forEach(function (value) { now.append(name, value); });
    });
    return now;
  }
  form.addEventListener("input", function () {
    newer = true;
  });

  // Only what was entered stands in the address.
  var typing = false;
  document.body.addEventListener("htmx:configRequest", function (event) {
    newer = false;
    typing = event.detail.elt === form && !tapped.size;
    if (event.detail.elt !== form) return;
    var data = event.detail.formData;
    Array.from(data.keys()).forEach(function (name) { data.delete(name); });
    entered().forEach(function (value, name) { data.append(name, value); });
  });

  // A tap on what is offered, a place of a picture too, changes this page and its address; by itself it is a link, which
  // goes on from what the page had when it was made, or begins anew.
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[data-tap], a[data-anew], .ask-picture a");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.classList.add("tapped");
    htmx.trigger(form, "htmx:abort");
    var to = new URL(link.getAttribute("href"), location.href);
    if (!link.hasAttribute("data-anew")) {
      var before = new URL(document.getElementById("ask-parts").dataset.query, to).searchParams;
      new Set([...before.keys(), ...to.searchParams.keys()]).forEach(function (name) {
        var values = to.searchParams.getAll(name);
        if (String(values) !== String(before.getAll(name))) tapped.set(name, values);
      });
      to.search = entered();
    }
    var address = to.pathname + to.search;
    htmx.ajax("GET", address, { target: "#ask-answer", push: address }).then(function () {
      if (!newer && !document.querySelector(".htmx-request")) tapped.clear();
      document.querySelector(".ask-sides").scrollIntoView();
    });
  });
  form.addEventListener("htmx:afterRequest", function () {
    if (!newer) tapped.clear();
  });

  function changed(field) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function step(field, by) {
    var least = parseInt(field.dataset.least, 10);
    var most = parseInt(field.dataset.most, 10);
    var value = parseInt(field.value, 10);
    var next = isNaN(value) ? (by > 0 ? Math.max(least, Math.min(1, most)) : least) : value + by;
    // Below the least the number is unknown again.
    field.value = next < least ? "" : Math.min(most, next);
    changed(field);
  }

  form.addEventListener("click", function (event) {
    var button = event.target.closest("button[data-step]");
    if (button) step(document.getElementById(button.dataset.for), parseInt(button.dataset.step, 10));
  });
  form.addEventListener("keydown", function (event) {
    if (!event.target.matches("input[data-least]")) return;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      step(event.target, event.key === "ArrowUp" ? 1 : -1);
    }
  });

  // "None of them" and one of them cannot be ticked together.
  form.addEventListener("change", function (event) {
    var box = event.target;
    if (box.type !== "checkbox" || !box.checked) return;
    form.querySelectorAll('input[type="checkbox"][name="' + box.name + '"]').forEach(function (other) {
      if (other !== box && (other.value === "none" || box.value === "none")) other.checked = false;
    });
  });

  // A link to a field unfolds it and leads into it.
  document.addEventListener("click", function (event) {
    var link = event.target.closest('a[href^="#field-"]');
    var field = link && document.getElementById(link.getAttribute("href").slice(1));
    if (!field) return;
    event.preventDefault();
    var outer = field.closest("details");
    if (outer) outer.open = true;
    (field.querySelector("input:checked, input:not([type=radio])") || field).focus({ preventScroll: true });
    field.scrollIntoView({ block: "center" });
  });

  // While somebody fills in the form, what is new in it comes and what does not matter any more goes; the fields
  // themselves stay as they are, with what is typed into them.
  function merge(old, fresh) {
    var next = old.firstElementChild;
    Array.from(fresh.children).forEach(function (part) {
      var same = Array.from(old.children).find(function (child) {
        return child.id === part.id;
      });
      if (same && same.hasAttribute("data-parts")) {
        same.className = part.className;
        merge(same, part);
      } else if (same && (!part.dataset.shape || same.dataset.shape !== part.dataset.shape)) {
        same.replaceWith(part);
        if (next === same) next = part;
        same = part;
      }
      while (same && next && next !== same) {
        next = next.nextElementSibling;
        next.previousElementSibling.remove();
      }
      if (same) next = same.nextElementSibling;
      else old.insertBefore(part, next);
    });
    while (next) {
      var gone = next;
      next = next.nextElementSibling;
      gone.remove();
    }
  }
  document.body.addEventListener("htmx:oobBeforeSwap", function (event) {
    var fresh = event.detail.target.id === "ask-fields" && (typing || newer) && event.detail.fragment.querySelector("#ask-parts");
    if (!fresh) return;
    event.detail.shouldSwap = false;
    event.preventDefault();
    var parts = document.getElementById("ask-parts");
    parts.dataset.query = fresh.dataset.query;
    merge(parts, fresh);
    named();
  });

  // Players are asked for by name where the table has names, and nobody is offered who does not sit there.
  var people = JSON.parse(document.documentElement.dataset.people || "[]").filter(function (person) {
    return person && person.name;
  });
  function named() {
    if (!people.length) return;
    form.querySelectorAll("[data-colour]").forEach(function (word) {
      var person = people.find(function (one) {
        return one.colour === word.dataset.colour;
      });
      var button = word.closest(".chip-choice");
      if (person) word.textContent = person.name;
      else if (button && people.length > 1) button.hidden = !button.querySelector("input").checked;
    });
  }
  named();
  document.body.addEventListener("htmx:oobAfterSwap", named);

  // What was entered last is what the next question starts with.
  function remember() {
    var entered = new URLSearchParams();
    new FormData(form).forEach(function (value, key) {
      if (value !== "" && /^(n|me|with|d|w-[a-z]+|engine|engine-[a-z]+|cleared|stations)$/.test(key)) entered.append(key, value);
    });
    document.cookie = "asked=" + encodeURIComponent(entered) + ";path=/;max-age=43200;samesite=lax";
  }
  form.addEventListener("input", remember);
  document.body.addEventListener("htmx:afterSwap", function (event) {
    if (event.detail.target.id === "ask-answer") remember();
  });
})();
