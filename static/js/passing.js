// Passing a sheet on without signal: the codes change by themselves, and the camera collects those of the other phone,
// in any order. What they say is understood by the app (companion/sheets/passing.py); here only their heads are read.
import { all, offer, share } from "./page.js";
const EACH = 500;
const BETWEEN = 60;
const SHARPEST = 1000;
const CODE = /^TRAIL1:(\d{1,2})\/(\d{1,2}):([0-9A-F]{8}):([0-9A-F]{8}):[A-Z2-7]+$/;

// Showing.

const codes = all("[data-codes] li");
const halts = document.querySelector("[data-halts]");
let at = 0;
let changing = null;
function show(number) {
  at = number % codes.length;
  codes.forEach((code, place) => { code.hidden = place !== at; });
}
function change(on) {
  clearInterval(changing);
  changing = on ? setInterval(() => show(at + 1), EACH) : null;
  halts.textContent = on ? halts.dataset.off : halts.dataset.on;
}
if (codes.length) show(0);
if (halts) {
  const follows = document.querySelector("[data-follows]");
  halts.hidden = follows.hidden = false;
  halts.addEventListener("click", () => change(!changing));
  follows.addEventListener("click", () => {
    change(false);
    show(at + 1);
  });
  change(true);
}
const file = document.querySelector("[data-file]");
if (file && navigator.canShare) {
  const sent = new File([file.dataset.text], "trail-sheet.txt", { type: "text/plain" });
  offer("[data-sends]", navigator.canShare({ files: [sent] }), () => share({ files: [sent] }));
}

// Reading.

const form = document.querySelector("[data-reads]");
const video = form.querySelector("video");
const begins = form.querySelector("[data-camera-on]");
const pieces = new Map();
let parcel = "";
let stream = null;
function say(text) {
  const said = form.querySelector("[data-said]");
  if (said.textContent !== text) said.textContent = text;
}
function take(text) {
  const [, number, of, sheet, sum] = CODE.exec(text.trim()) || [];
  if (!number) return say(/^TRAIL\w*:/.test(text) ? form.dataset.version : form.dataset.other);
  if (form.dataset.reads && form.dataset.reads !== sheet) return say(form.dataset.sheet);
  // Something was entered over there meanwhile: all codes are other ones.
  if (parcel !== of + sheet + sum) pieces.clear();
  parcel = of + sheet + sum;
  pieces.set(number, text.trim());
  say(form.dataset.progress.replace("##", of).replace("#", pieces.size));
  if (pieces.size < Number(of)) return undefined;
  stop();
  form.elements.codes.value = [...pieces.values()].join("\n");
  form.elements.file.value = "";
  return form.submit();
}
document.addEventListener("code:read", (event) => take(event.detail));

function stop() {
  for (const track of stream ? stream.getTracks() : []) track.stop();
  stream = null;
  video.hidden = true;
}
async function detector() {
  const formats = window.BarcodeDetector ? await BarcodeDetector.getSupportedFormats() : [];
  const Reader = formats.includes("qr_code") ? BarcodeDetector : (await import(form.dataset.reader)).BarcodeDetector;
  return new Reader({ formats: ["qr_code"] });
}
async function look(reader) {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  while (stream) {
    const share = Math.min(1, SHARPEST / Math.max(video.videoWidth, video.videoHeight, 1));
    canvas.width = video.videoWidth * share;
    canvas.height = video.videoHeight * share;
    if (canvas.width) {
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const found = await reader.detect(context.getImageData(0, 0, canvas.width, canvas.height)).catch(() => []);
      for (const code of stream ? found : []) take(code.rawValue);
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  }
}
async function begin() {
  begins.disabled = true;
  try {
    const reader = await detector();
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } } });
    // Who went elsewhere while they were asked looks through no camera.
    if (document.hidden) {
      stop();
      return;
    }
    video.srcObject = stream;
    video.hidden = false;
    await video.play();
    await look(reader);
  } catch {
    stop();
    say(form.dataset.camera);
  } finally {
    begins.disabled = false;
  }
}
if (navigator.mediaDevices && navigator.mediaDevices.getUserMedia) {
  begins.hidden = false;
  begins.addEventListener("click", begin);
}
// A camera that nobody looks through is off.
document.addEventListener("visibilitychange", () => document.hidden && stop());
window.addEventListener("pagehide", stop);
