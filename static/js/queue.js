// What was entered into a score sheet and not sent yet. It waits on the device, also when the page is loaded again, for
// every page of the sheet alike.
//
// `typed` waits, `sending` is under way or its answer was lost: it is sent again under the same id, which the server does
// once. A field is named p<seat>-<field>; with its text goes what had been seen there before.
(function () {
  "use strict";

  // Loading the page again without a connection would end in the browser's own error page, unless it was kept: it asks first.
  window.addEventListener("beforeunload", function (event) {
    if (!navigator.onLine && !(navigator.serviceWorker && navigator.serviceWorker.controller)) event.preventDefault();
  });

  var TIMEOUT = 8000;

  window.sheetQueue = function (key) {
    var place = "sheet " + key;
    var memory = null;

    function load() {
      var text = memory;
      try {
        text = localStorage.getItem(place);
      } catch (error) {
        // A browser that keeps nothing: the queue lives as long as the page.
      }
      try {
        var queue = JSON.parse(text);
        if (queue && queue.typed) return queue;
      } catch (error) {
        // Nothing readable is nothing.
      }
      return { typed: {}, sending: null };
    }
    function save(queue) {
      var empty = !queue.sending && !Object.keys(queue.typed).length;
      memory = empty ? null : JSON.stringify(queue);
      try {
        if (empty) localStorage.removeItem(place);
        else localStorage.setItem(place, memory);
      } catch (error) {
        // As above.
      }
    }
    // A page that lay open for longer than its form is good for gets a fresh token, once for each refusal in a row.
    var renewed = false;
    function renew(form) {
      if (renewed) return Promise.reject(new Error("refused"));
      renewed = true;
      return fetch(location.href).then(function (response) { return response.text(); }).then(function (html) {
        var page = new DOMParser().parseFromString(html, "text/html");
        var token = page.querySelector("#" + form.id + " [name=csrf_token]");
        if (!token) throw new Error("no form");
        form.elements.csrf_token.value = token.value;
      });
    }
    function waits(name) {
      var queue = load();
      return queue.typed[name] || (queue.sending && queue.sending.cells[name]) || null;
    }

    return {
      waits: waits,
      // Every change that the server may not know yet: its field, what stood there before all of it, what is to stand there.
      changes: function () {
        var queue = load();
        var sending = queue.sending ? queue.sending.cells : {};
        return Object.keys(Object.assign({}, sending, queue.typed)).map(function (name) {
          var last = queue.typed[name] || sending[name];
          return { name: name, was: (sending[name] || last).was, text: last.text };
        });
      },
      waiting: function () {
        var queue = load();
        return Boolean(queue.sending) || Object.keys(queue.typed).length > 0;
      },
      // `seen`: what the page shows there, when nothing waits.
      note: function (name, seen, text) {
        var queue = load();
        var before = queue.typed[name];
        var sending = queue.sending && queue.sending.cells[name];
        var was = before ? before.was : sending ? sending.text : seen;
        if (text === was) delete queue.typed[name];
        else queue.typed[name] = { was: was, text: text };
        save(queue);
      },
      // What is to be sent now; null for nothing.
      take: function () {
        var queue = load();
        if (!queue.sending && Object.keys(queue.typed).length) {
          var bytes = crypto.getRandomValues(new Uint8Array(16));
          var id = Array.from(bytes, function (byte) { return (byte + 256).toString(16).slice(1); }).join("");
          queue = { typed: {}, sending: { id: id, cells: queue.typed } };
          save(queue);
        }
        return queue.sending;
      },
      // The server has it. Tells whether that was news.
      sent: function (id) {
        var queue = load();
        if (!queue.sending || queue.sending.id !== id) return false;
        queue.sending = null;
        save(queue);
        return true;
      },
      // Ask the server, which has some seconds to answer.
      ask: function (address, options) {
        var stop = new AbortController();
        var alarm = setTimeout(function () { stop.abort(); }, TIMEOUT);
        return fetch(address, Object.assign({ signal: stop.signal, headers: { "HX-Request": "true" } }, options)).then(function (response) {
          // Whatever stands between here and the app may answer in its place.
          if (!response.headers.has("Trail-Notebook")) throw new Error("no answer of the app");
          var expired = response.headers.has("Form-Expired");
          if (!expired) renewed = false;
          var posted = options && options.method === "POST";
          if (!posted || expired || [400, 404, 409, 413].indexOf(response.status) < 0) return response;
          // It is never taken like this: the answer says why.
          return response.text().then(function (html) {
            var notice = document.createElement("template");
            notice.innerHTML = html;
            throw Object.assign(new Error("refused"), { refused: notice.content.textContent.trim() });
          });
        }).finally(function () { clearTimeout(alarm); });
      },
      // Nothing of it is wanted any more.
      drop: function () { save({ typed: {}, sending: null }); },
      renew: renew,
      // What a form sends with a batch.
      body: function (form, since, batch) {
        var body = new FormData();
        body.set("csrf_token", form.elements.csrf_token.value);
        body.set("since", since);
        if (!batch) return body;
        body.set("write", batch.id);
        Object.keys(batch.cells).forEach(function (name) {
          body.set(name, batch.cells[name].text);
          body.set("was-" + name, batch.cells[name].was);
        });
        return body;
      },
      // Tells when the connection is back or gone, and when another page of the sheet has changed what waits.
      listen: function (back, away, changed) {
        window.addEventListener("online", back);
        window.addEventListener("offline", away);
        window.addEventListener("storage", function (event) {
          if (event.key === place) changed();
        });
      },
    };
  };
})();
