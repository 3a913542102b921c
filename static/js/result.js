// The result as text, sent to an app that the reader chooses. Without scripts it is selected and copied.
(function () {
  "use strict";
  if (!navigator.share) return;
  document.querySelectorAll("[data-share-text]").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", function () {
      var text = document.getElementById(button.dataset.shareText).value;
      navigator.share({ title: document.title, text: text }).catch(function () {
        // Whoever closes the list of apps does not want to send it after all.
      });
    });
  });
})();
