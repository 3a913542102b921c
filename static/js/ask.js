// Quick questions answer while one types. Everything works without: it is a plain form, and its answer has an address.
(function () {
  "use strict";
  var form = document.getElementById("ask");
  if (!form) return;

  // Only what was entered stands in the address.
  form.addEventListener("htmx:configRequest", function (event) {
    if (event.detail.elt !== form) return;
    Array.from(event.detail.formData.entries()).forEach(function (entry) {
      if (entry[1] === "") event.detail.formData.delete(entry[0]);
    });
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

  // A place that was picked folds the list of places up again.
  form.addEventListener("input", function (event) {
    var fold = event.target.closest(".ask-fold");
    if (!fold) return;
    var label = event.target.closest("label");
    fold.querySelector("summary").textContent = label.textContent.trim();
  });
  form.addEventListener("click", function (event) {
    if (event.detail && event.target.matches(".ask-fold input")) event.target.closest(".ask-fold").open = false;
  });

  // A link to a field unfolds it and leads into it.
  document.addEventListener("click", function (event) {
    var link = event.target.closest('a[href^="#field-"]');
    if (!link) return;
    event.preventDefault();
    var field = document.getElementById(link.getAttribute("href").slice(1));
    var outer = field.closest("details");
    [outer, field.querySelector("details")].forEach(function (fold) {
      if (fold) fold.open = true;
    });
    (field.querySelector("input:checked, input:not([type=radio])") || field).focus({ preventScroll: true });
    field.scrollIntoView({ block: "center" });
  });

  // Fields that come and go are put in anew only when others are there; what was unfolded stays so.
  document.body.addEventListener("htmx:oobBeforeSwap", function (event) {
    if (event.detail.target.id !== "ask-groups") return;
    var shown = event.detail.target.querySelector("[data-shape]");
    var fresh = event.detail.fragment.querySelector("[data-shape]");
    if (!shown || !fresh) return;
    if (shown.dataset.shape === fresh.dataset.shape) {
      shown.querySelectorAll(".count").forEach(function (count, number) {
        count.textContent = fresh.querySelectorAll(".count")[number].textContent;
      });
      shown.querySelectorAll(".field-error").forEach(function (error) {
        var same = fresh.querySelector('[id="' + error.id + '"]');
        error.hidden = same.hidden;
        error.innerHTML = same.innerHTML;
      });
      event.detail.shouldSwap = false;
      event.preventDefault();
      return;
    }
    shown.querySelectorAll("details").forEach(function (part) {
      var same = fresh.querySelector('[id="' + part.id + '"]');
      if (same && part.querySelector("summary").firstChild.data === same.querySelector("summary").firstChild.data) {
        same.open = part.open;
      }
    });
  });

  // What was entered last is what the next question starts with.
  function remember() {
    var entered = new URLSearchParams();
    new FormData(form).forEach(function (value, key) {
      if (value !== "" && /^(n|me|with|d|w-[a-z]+|engine|engine-[a-z]+|cleared|stations)$/.test(key)) entered.append(key, value);
    });
    document.cookie = "asked=" + encodeURIComponent(entered) + ";path=/;max-age=43200;samesite=lax";
  }
  form.addEventListener("htmx:configRequest", function (event) {
    if (event.detail.elt === form) remember();
  });
})();
