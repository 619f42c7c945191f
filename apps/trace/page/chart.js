// The time chart. What is smaller than a pixel is gathered by binary search, so that
// drawing costs as much as there are pixels, however many events there are.

class TimeChart {
  static GUTTER = 220;
  static ROW = 24;
  static AXIS = 22;
  static MOST_ROWS = 400;  // what a canvas can be high
  static MOST_LINKS = 300;

  constructor(lanes, onChoice) {
    this.lanes = lanes;
    this.onChoice = onChoice;
    this.canvas = section("chart", "canvas");
    this.tip = document.getElementById("tip");
    this.context = this.canvas.getContext("2d");
    this.length = Math.max(1, lanes.length);
    this.view = {from: 0, to: this.length};
    this.chosen = null;
    this.colours = data.callbacks.map((_, i) => colourOf(i));
    const waits = new Map(lanes.waits.map(lane => [lane.thread, lane.waits]));
    this.rows = [
      ...lanes.threads.flatMap(lane => [
        {runs: lane.runs, name: threadName(lane.thread) + (lane.nested ? ", nested" : "")},
        ...(!lane.nested && waits.has(lane.thread)
          ? [{waits: waits.get(lane.thread), name: "  waits for a CPU"}] : [])]),
      ...lanes.topics.filter(lane => lane.publications.n + lane.takes.n > 0)
        .map(lane => ({topic: lane, name: lane.topic})),
    ];
    this.left_out = Math.max(0, this.rows.length - TimeChart.MOST_ROWS);
    this.rows.length = Math.min(this.rows.length, TimeChart.MOST_ROWS);
    this.rowOfTopic = new Map(this.rows.map((row, i) => [row.topic?.topic, i]));
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas.parentElement);
  }

  // Between times and pixels.
  x(time) {
    return TimeChart.GUTTER + (time - this.view.from) / this.step;
  }
  time(x) {
    return this.view.from + (x - TimeChart.GUTTER) * this.step;
  }
  show(from, to) {
    const least = Math.min(this.length, 100);  // ns
    const span = Math.min(this.length, Math.max(least, to - from));
    from = Math.min(Math.max(0, from), this.length - span);
    this.view = {from, to: from + span};
    this.request();
  }
  zoom(factor, x = (TimeChart.GUTTER + this.width) / 2) {
    const around = this.time(x);
    this.show(around - (around - this.view.from) * factor, around + (this.view.to - around) * factor);
  }
  request() {
    if (this.requested) return;
    this.requested = true;
    requestAnimationFrame(() => { this.requested = false; this.draw(); });
  }

  draw() {
    const ratio = window.devicePixelRatio || 1;
    this.width = this.canvas.parentElement.clientWidth;
    const height = TimeChart.AXIS + this.rows.length * TimeChart.ROW + 4;
    if (this.canvas.width !== Math.round(this.width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(this.width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.height = `${height}px`;
    }
    this.step = (this.view.to - this.view.from) / Math.max(1, this.width - TimeChart.GUTTER);
    this.ink = styleOf("--ink");
    const c = this.context;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, this.width, height);
    c.font = "12px system-ui, sans-serif";
    c.textBaseline = "middle";
    this.drawAxis(height);
    c.save();
    c.beginPath();
    c.rect(TimeChart.GUTTER, 0, this.width, height);
    c.clip();
    this.rows.forEach((row, i) => {
      const y = this.top(i);
      if (row.runs) this.drawRuns(row.runs, y + 2, TimeChart.ROW - 5);
      else if (row.waits) this.drawWaits(row.waits, y + 5, TimeChart.ROW - 11);
      else this.drawMarks(row.topic, y);
    });
    this.drawLinks();
    c.restore();
    this.drawNames();
    document.getElementById("shown").textContent =
      `${moment(this.view.from, this.step)} to ${moment(this.view.to, this.step)}, ${duration(this.view.to - this.view.from)} of ${duration(this.length)}` +
      (this.left_out ? `; ${this.left_out} rows more are not drawn` : "");
  }
  top(row) {
    return TimeChart.AXIS + row * TimeChart.ROW;
  }

  drawAxis(height) {
    const c = this.context, wanted = this.step * 130;
    const scale = 10 ** Math.floor(Math.log10(wanted));
    const each = [1, 2, 5, 10].map(n => n * scale).find(n => n >= wanted);
    c.fillStyle = styleOf("--soft");
    c.strokeStyle = styleOf("--line");
    c.lineWidth = 1;
    for (let at = Math.ceil(this.view.from / each) * each; at <= this.view.to; at += each) {
      const x = Math.round(this.x(at)) + .5;
      c.beginPath();
      c.moveTo(x, TimeChart.AXIS - 4);
      c.lineTo(x, height);
      c.stroke();
      c.fillText(moment(at, each), x + 3, 9);
    }
  }

  drawNames() {
    const c = this.context;
    c.fillStyle = this.ink;
    c.save();
    c.beginPath();
    c.rect(0, 0, TimeChart.GUTTER - 6, this.canvas.height);
    c.clip();
    this.rows.forEach((row, i) => c.fillText(row.name, 6, this.top(i) + TimeChart.ROW / 2));
    c.restore();
  }

  // The first item of a lane that has not ended by the left edge.
  first(runs) {
    return Math.max(0, lowerBound(runs.start, this.view.from) - 1);
  }

  drawRuns(runs, y, tall) {
    const c = this.context;
    for (let i = this.first(runs); i < runs.n && runs.start[i] < this.view.to;) {
      const x0 = this.x(runs.start[i]), x1 = this.x(runs.end[i]);
      if (x1 - x0 >= 1.5) {
        this.drawRun(runs, i++, x0, x1, y, tall);
        continue;
      }
      const pixel = Math.floor(x0);
      let next = lowerBound(runs.start, this.time(pixel + 1), i + 1);
      // The last one may reach far beyond the pixel.
      if (next - 1 > i && this.x(runs.end[next - 1]) - pixel >= 2) --next;
      const share = Math.min(1, (runs.busy[next] - runs.busy[i]) / this.step);
      c.globalAlpha = this.faint(runs, i) * (.35 + .65 * share);
      c.fillStyle = this.colours[runs.callback[i]];
      c.fillRect(pixel, y, 1, tall);
      c.globalAlpha = 1;
      i = next;
    }
  }
  faint(runs, i) {
    return this.chosen === null || runs.callback[i] === this.chosen ? 1 : .2;
  }
  drawRun(runs, i, x0, x1, y, tall) {
    const c = this.context, from = Math.max(x0, TimeChart.GUTTER - 2), to = Math.min(x1, this.width + 2);
    const share = runs.count[i] > 1 ? (runs.busy[i + 1] - runs.busy[i]) / (runs.end[i] - runs.start[i]) : 1;
    c.globalAlpha = this.faint(runs, i) * (.35 + .65 * share);
    c.fillStyle = this.colours[runs.callback[i]];
    c.fillRect(from, y, to - from, tall);
    c.globalAlpha = 1;
    if (to - from < 50) return;
    c.save();
    c.beginPath();
    c.rect(from, y, to - from - 3, tall);
    c.clip();
    c.fillStyle = "#fff";
    c.fillText(data.callbacks[runs.callback[i]].name, from + 4, y + tall / 2);
    c.restore();
  }

  drawWaits(waits, y, tall) {
    const c = this.context;
    c.fillStyle = "#e08a2e";
    for (let i = this.first(waits); i < waits.n && waits.start[i] < this.view.to;) {
      const x0 = this.x(waits.start[i]), x1 = this.x(waits.end[i]);
      if (x1 - x0 >= 1.5) {
        c.fillRect(x0, y, x1 - x0, tall);
        ++i;
        continue;
      }
      const pixel = Math.floor(x0);
      let next = lowerBound(waits.start, this.time(pixel + 1), i + 1);
      if (next - 1 > i && this.x(waits.end[next - 1]) - pixel >= 2) --next;
      c.globalAlpha = .35 + .65 * Math.min(1, (waits.busy[next] - waits.busy[i]) / this.step);
      c.fillRect(pixel, y, 1, tall);
      c.globalAlpha = 1;
      i = next;
    }
  }

  drawMarks(topic, y) {
    const half = TimeChart.ROW / 2 - 2;
    this.drawTicks(topic.publications, y + 2, half, styleOf("--second"));
    this.drawTicks(topic.takes, y + 2 + half, half, styleOf("--accent"));
  }
  drawTicks(marks, y, tall, colour) {
    const c = this.context;
    c.fillStyle = colour;
    for (let i = lowerBound(marks.time, this.view.from); i < marks.n && marks.time[i] < this.view.to;) {
      const pixel = Math.floor(this.x(marks.time[i]));
      const next = lowerBound(marks.time, this.time(pixel + 1), i + 1);
      const several = marks.before[next] - marks.before[i];
      c.globalAlpha = several > 1 ? Math.min(1, .6 + .1 * Math.log2(several)) : .6;
      c.fillRect(pixel, y, 1.2, tall);
      i = next;
    }
    c.globalAlpha = 1;
  }

  // From publications to the callbacks that got them, while they are few enough to be told apart.
  drawLinks() {
    const links = [];
    for (const [row, {runs}] of this.rows.entries()) {
      if (!runs) continue;
      const last = lowerBound(runs.start, this.view.to);
      if (last - this.first(runs) > TimeChart.MOST_LINKS) return;
      for (let i = this.first(runs); i < last; ++i) {
        if (!Number.isNaN(runs.age[i])) links.push([row, runs, i]);
      }
      if (links.length > TimeChart.MOST_LINKS) return;
    }
    for (const [row, runs, i] of links) this.drawLink(row, runs, i);
  }
  drawLink(row, runs, i) {
    const from = this.rowOfTopic.get(data.publishers[runs.publisher[i]].topic);
    if (from === undefined) return;
    const c = this.context;
    c.strokeStyle = this.colours[runs.callback[i]];
    c.globalAlpha = .7 * this.faint(runs, i);
    c.beginPath();
    c.moveTo(this.x(runs.start[i] - runs.age[i]), this.top(from) + 2);
    c.lineTo(this.x(runs.start[i]), this.top(row) + TimeChart.ROW - 3);
    c.stroke();
    c.globalAlpha = 1;
  }

  // What is under the pointer: [runs, place], or null.
  under(x, y) {
    const row = this.rows[Math.floor((y - TimeChart.AXIS) / TimeChart.ROW)];
    const runs = row?.runs ?? row?.waits;
    if (!runs || x < TimeChart.GUTTER) return null;
    const last = lowerBound(runs.start, this.time(x + 2)) - 1;
    for (let i = last; i >= Math.max(0, last - 3); --i) {
      if (runs.end[i] >= this.time(x - 2)) return [runs, i];
    }
    return null;
  }
  describe(runs, i) {
    if (!runs.callback) return `ready, without a CPU, for ${duration(runs.end[i] - runs.start[i])}`;
    const lines = [data.callbacks[runs.callback[i]].name];
    const busy = runs.busy[i + 1] - runs.busy[i];
    lines.push(runs.count[i] > 1
      ? `and others: ${count(runs.count[i])} callbacks, ${duration(busy)} in ${duration(runs.end[i] - runs.start[i])}`
      : `ran ${duration(busy)} at ${moment(runs.start[i], 1000)}`);
    if (!Number.isNaN(runs.age[i])) {
      const from = data.publishers[runs.publisher[i]];
      lines.push(`${from.topic} of ${nodeName(from.node)}, published ${duration(runs.age[i])} before`);
    }
    return lines.join("\n");
  }

  listen() {
    const {canvas} = this;
    const at = event => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    let drag = null;
    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId);
      drag = {x: at(event)[0], view: {...this.view}, range: event.shiftKey, moved: false};
    });
    canvas.addEventListener("pointermove", event => {
      const [x, y] = at(event);
      if (drag) {
        drag.moved ||= Math.abs(x - drag.x) > 3;
        if (!drag.range) {
          const away = (drag.x - x) * this.step;
          this.show(drag.view.from + away, drag.view.to + away);
        }
      }
      this.showTip(x, y);
    });
    canvas.addEventListener("pointerup", event => {
      const [x, y] = at(event);
      if (drag?.range && drag.moved) {
        this.show(this.time(Math.min(x, drag.x)), this.time(Math.max(x, drag.x)));
      } else if (drag && !drag.moved) {
        const found = this.under(x, y);
        this.choose(found?.[0].callback ? found[0].callback[found[1]] : null);
      }
      drag = null;
    });
    canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    canvas.addEventListener("dblclick", event => this.zoom(.3, at(event)[0]));
    canvas.addEventListener("wheel", event => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.25 : .8, at(event)[0]);
    }, {passive: false});
    canvas.addEventListener("keydown", event => {
      const span = this.view.to - this.view.from;
      if (event.key === "+") this.zoom(.6);
      else if (event.key === "-") this.zoom(1.6);
      else if (event.key === "ArrowLeft") this.show(this.view.from - span / 5, this.view.to - span / 5);
      else if (event.key === "ArrowRight") this.show(this.view.from + span / 5, this.view.to + span / 5);
      else return;
      event.preventDefault();
    });
    document.getElementById("nearer").addEventListener("click", () => this.zoom(.5));
    document.getElementById("farther").addEventListener("click", () => this.zoom(2));
    document.getElementById("whole").addEventListener("click", () => this.show(0, this.length));
  }
  choose(callback) {
    this.chosen = callback;
    this.request();
    if (callback !== null) this.onChoice(callback);
  }
  showTip(x, y) {
    const found = this.under(x, y);
    this.tip.hidden = !found;
    if (!found) return;
    this.tip.textContent = this.describe(...found);
    this.tip.style.left = `${Math.min(x + 14, this.width - 300)}px`;
    this.tip.style.top = `${y + 16}px`;
  }
}
