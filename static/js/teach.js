// A question put in between: other pages lead back to this step (app.js), as long as the tab is open and until the last one.
import { all } from "./page.js";

const [head] = all("[data-teaching]");
if (head) sessionStorage.setItem("teaching", JSON.stringify([location.pathname + location.search, head.dataset.teaching]));
else sessionStorage.removeItem("teaching");

// Whoever follows a lesson sees the step that it has come to; without signal everybody turns alone, and once there is
// signal again, the next step that is shown to all shows here, too.
const POLL_INTERVAL = 2000;
const [lesson] = all("[data-lesson]");
async function follow() {
  const answer = document.hidden ? null : await fetch(lesson.dataset.lesson).catch(() => null);
  // A phone that answers itself knows no lesson; there may be signal again soon.
  if (answer?.status === 404 && !answer.headers.has("On-Phone")) return;
  if (answer?.ok) {
    const [step, seen] = [await answer.text(), sessionStorage.getItem("lesson")];
    sessionStorage.setItem("lesson", step);
    if (step !== seen && !location.pathname.endsWith("/" + step)) return void location.replace(lesson.dataset.join);
  }
  setTimeout(follow, POLL_INTERVAL);
}
if (lesson) follow();
