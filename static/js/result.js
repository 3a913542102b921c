// Sending the result to an app that the reader chooses: as text, or as pixels, painted here with the fonts of this
// device. Without scripts the text is selected and copied, and the picture is saved as SVG.
(function () {
  "use strict";
  var SHARP = 3;

  function closed() {
    // Whoever closes the list of apps does not want to send it after all.
  }

  if (navigator.share) {
    document.querySelectorAll("[data-share-text]").forEach(function (button) {
      button.hidden = false;
      button.addEventListener("click", function () {
        var text = document.getElementById(button.dataset.shareText).value;
        navigator.share({ title: document.title, text: text }).catch(closed);
      });
    });
  }

  document.querySelectorAll("[data-picture]").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", function () {
      paint(button.dataset.picture, function (pixels) {
        var file = new File([pixels], button.dataset.name, { type: "image/png" });
        if (navigator.canShare && navigator.canShare({ files: [file] })) {
          navigator.share({ files: [file] }).catch(closed);
        } else {
          save(file);
        }
      });
    });
  });

  function paint(address, ready) {
    var image = new Image();
    image.addEventListener("load", function () {
      var canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth * SHARP;
      canvas.height = image.naturalHeight * SHARP;
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(ready, "image/png");
    });
    image.src = address;
  }

  function save(file) {
    var link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 10000);
  }
})();
