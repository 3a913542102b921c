// Sending the result to an app that the reader chooses: as text, or as pixels, painted here with the fonts of this
// device. Without scripts the text is selected and copied, and the picture is saved as SVG.
import { byId, offer, save, share } from "./page.js";

const SHARP = 3;

offer("[data-share-text]", navigator.share, (button) => {
  share({ title: document.title, text: byId(button.dataset.shareText).value });
});
offer("[data-picture]", true, async (button) => {
  const file = new File([await pixels(button.dataset.picture)], button.dataset.name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) share({ files: [file] });
  else save(file, file.name);
});

async function pixels(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SHARP;
  canvas.height = image.naturalHeight * SHARP;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
