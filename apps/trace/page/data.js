"use strict";
// What the page has to tell, unpacked. Names come from the trace: they go into the page as
// texts alone, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);

function decodeBytes(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

// Reads varints: seven bits a byte, the lowest first.
function numbersFrom(bytes, at) {
  return () => {
    let value = 0, scale = 1, byte;
    do {
      byte = bytes[at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte & 128);
    return value;
  };
}

function unpackRuns(bytes, packed) {
  const n = packed.items, next = numbersFrom(bytes, packed.at);
  const lane = {
    n, start: new Float64Array(n), end: new Float64Array(n), callback: new Uint32Array(n),
    count: new Uint32Array(n), age: new Float32Array(n).fill(NaN), publisher: new Uint32Array(n),
    busy: new Float64Array(n + 1),  // of all items before
  };
  let time = 0;
  for (let i = 0; i < n; ++i) {
    time += next();
    const length = next(), word = next(), kind = word % 4;
    lane.start[i] = time;
    lane.end[i] = time + length;
    lane.callback[i] = Math.floor(word / 4);
    lane.count[i] = 1;
    let busy = length;
    if (kind === 1) {
      lane.age[i] = next();
      lane.publisher[i] = next();
    } else if (kind === 2) {
      lane.count[i] = next();
      busy = next();
    }
    lane.busy[i + 1] = lane.busy[i] + busy;
  }
  return lane;
}

function unpackMarks(bytes, packed) {
  const n = packed.items, next = numbersFrom(bytes, packed.at);
  const lane = {n, time: new Float64Array(n), before: new Float64Array(n + 1)};
  let time = 0;
  for (let i = 0; i < n; ++i) {
    const word = next();
    time += Math.floor(word / 2);
    lane.time[i] = time;
    lane.before[i + 1] = lane.before[i] + (word % 2 ? next() : 1);
  }
  return lane;
}

// Waits for a CPU: begin, end, and what all before took.
function unpackWaits(bytes, packed) {
  const n = packed.items, next = numbersFrom(bytes, packed.at);
  const lane = {n, start: new Float64Array(n), end: new Float64Array(n), busy: new Float64Array(n + 1)};
  let time = 0;
  for (let i = 0; i < n; ++i) {
    time += next();
    lane.start[i] = time;
    lane.end[i] = time + next();
    lane.busy[i + 1] = lane.busy[i] + lane.end[i] - lane.start[i];
  }
  return lane;
}

function unpackLanes() {
  const lanes = JSON.parse(document.getElementById("lanes").textContent);
  const bytes = decodeBytes(document.getElementById("bytes").textContent);
  for (const one of lanes.threads) {
    one.runs = unpackRuns(bytes, one.runs);
    noteNodes(one.thread, one.runs);
  }
  for (const one of lanes.topics) {
    one.publications = unpackMarks(bytes, one.publications);
    one.takes = unpackMarks(bytes, one.takes);
  }
  for (const one of lanes.waits) one.waits = unpackWaits(bytes, one.waits);
  return lanes;
}

// The first place from `from` on whose value is not less.
function lowerBound(sorted, value, from = 0, to = sorted.length) {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle] < value) from = middle + 1; else to = middle;
  }
  return from;
}

// 1234567 ns: "1.23 ms".
function duration(ns) {
  for (const [unit, scale] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]]) {
    if (Math.abs(ns) >= scale) return `${Number((ns / scale).toPrecision(3))} ${unit}`;
  }
  return `${Math.round(ns)} ns`;
}
// A moment of the trace, as exact as `step` asks for.
function moment(ns, step = 1) {
  const digits = Math.min(9, Math.max(0, Math.ceil(-Math.log10(Math.max(step, 1) / 1e9))));
  return `${(ns / 1e9).toFixed(digits)} s`;
}
const count = number => number.toLocaleString("en");

// element("td", {class: "text"}, "text or elements") — in SVG's namespace: svg("path", …)
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.map(child => child instanceof Node ? child : String(child)));
  return made;
}
function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}
function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}
function section(id, inner) {
  return document.querySelector(`#${id} ${inner}`);
}

const nodeName = node => node === null ? "?" : data.nodes[node].name;
// The nodes whose callbacks ran on a thread, of each thread.
const nodesOfThreads = new Map();
function noteNodes(thread, runs) {
  const names = nodesOfThreads.get(thread) ?? new Set();
  for (const callback of new Set(runs.callback)) names.add(nodeName(data.callbacks[callback].node));
  nodesOfThreads.set(thread, names);
}
// "/camera, /lidar and 3 more · worker 17 of robot 12"
function threadName(thread) {
  const of = data.threads[thread], process = data.processes[of.process];
  const nodes = [...nodesOfThreads.get(thread) ?? []], most = 2;
  const rest = nodes.length > most ? ` and ${nodes.length - most} more` : "";
  const who = nodes.length ? `${nodes.slice(0, most).join(", ")}${rest} · ` : "";
  return `${who}${of.name} ${of.id}${of.id === process.pid ? "" : ` of ${process.program} ${process.pid}`}`;
}
const colourOf = callback => `hsl(${(callback * 137.508) % 360} 52% 52%)`;
const styleOf = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
