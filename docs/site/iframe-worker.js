// A page that is opened as a file may start no Worker, and the search of the site runs in one. Here
// it runs in a hidden frame instead. The name is the one by which mkdocs-material knows such a script.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const file = new URL(url, location);
      this.loaded = new Promise((resolve) => {
        const begin = () => {
          const frame = document.createElement("iframe");
          frame.hidden = true;
          frame.onload = () => run(frame);
          document.body.appendChild(frame);
        };
        const run = (frame) => {
          this.inside = frame.contentWindow;
          const load = (source) => new Promise((done) => {
            const script = frame.contentDocument.createElement("script");
            script.onload = done;
            script.src = new URL(source, file);
            frame.contentDocument.head.appendChild(script);
          });
          this.inside.importScripts = (...sources) => Promise.all(sources.map(load));
          this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", {data}));
          load(file).then(resolve);
        };
        if (document.body) begin(); else addEventListener("DOMContentLoaded", begin);
      });
    }
    postMessage(data) {
      const message = () => new this.inside.MessageEvent("message", {data});
      this.loaded.then(() => this.inside.dispatchEvent(message()));
    }
    terminate() {}
  };
}
