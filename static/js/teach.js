// A question put in between: other pages lead back to this step (app.js), as long as the tab is open.
import { all } from "./page.js";

const [head] = all("[data-teaching]");
sessionStorage.setItem("teaching", JSON.stringify([location.pathname + location.search, head.dataset.teaching]));
