// The lists of the page.

// columns: [name, value of a row, {show, text}]; a click on a name sorts by it.
function table(columns, rows, onChoice) {
  const body = element("tbody");
  const made = new Map();
  const cell = (row, [, value, {show, text, bad, hint} = {}]) => {
    const of = value(row), shown = of === null ? "–" : show ? show(of) : of;
    const classes = [text ? "text" : "", bad?.(of) ? "bad" : ""].join(" ").trim();
    return element("td", {class: classes, ...(text ? {title: hint?.(row) ?? shown} : {})}, shown);
  };
  for (const row of rows) {
    const line = element("tr", {}, ...columns.map(column => cell(row, column)));
    made.set(row, line);
    if (!onChoice) continue;
    line.classList.add("choice");
    line.addEventListener("click", () => onChoice(row));
  }
  let sorted = null, downwards = true;
  const arrange = () => body.replaceChildren(...rows.map(row => made.get(row)));
  const heads = columns.map(column => {
    const head = element("th", {class: column[2]?.text ? "text" : ""}, column[0]);
    head.addEventListener("click", () => {
      downwards = sorted === column ? !downwards : !column[2]?.text;
      sorted = column;
      const order = (a, b) => a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1;
      rows.sort((a, b) => order(column[1](a), column[1](b)) * (downwards ? -1 : 1));
      arrange();
    });
    return head;
  });
  arrange();
  const result = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body);
  result.lineOf = row => made.get(row);
  return result;
}
const TEXT = {text: true}, TIME = {show: duration}, COUNT = {show: count};
const DROP = {show: count, bad: value => value > 0};
const callbackName = of => data.callbacks[of.callback].name;

function showComplaints() {
  if (!data.complaints.length) return;
  document.getElementById("complaints").hidden = false;
  section("complaints", "ul").append(...data.complaints.map(words => element("li", {}, words)));
}

function showFacts() {
  const begin = new Date(Number(BigInt(data.begin) / 1000000n));
  const from = Number.isNaN(begin.getTime()) ? "an unknown time" : begin.toISOString();
  const processes = data.processes.map(one => `${one.program} ${one.pid}${one.host ? ` on ${one.host}` : ""}`);
  const most = 8;
  const names = processes.slice(0, most).join(", ") + (processes.length > most ? ` and ${processes.length - most} more` : "");
  document.getElementById("facts").textContent =
    `${count(data.events)} events in ${duration(data.length)} from ${from}` +
    (data.discarded ? `, ${count(data.discarded)} lost while recording` : "") + `. Processes: ${names}.`;
  document.getElementById("clocks").textContent = data.clocks.join(" ");
  for (const part of document.querySelectorAll("section:not([hidden])")) {
    document.getElementById("contents").append(
      element("a", {href: `#${part.id}`}, part.querySelector("h2").textContent));
  }
}

const STAGE_COLOURS = ["#5b5bd6", "#8e63ce", "#0b7a75", "#c0271b", "#e08a2e", "#3f8fc5", "#8a9a3b"];

function showChain(chain) {
  const parts = means => data.stages.map((name, s) => ({name, value: means[s], colour: STAGE_COLOURS[s]}));
  const sum = means => means.reduce((a, b) => a + Math.max(0, b), 0);
  const {latency, total, over_time: course} = chain;
  const words = of => `p50 ${duration(of.p50_ns)}, p99 ${duration(of.p99_ns)}, most ${duration(of.max_ns)}`;
  const links = chain.links.flatMap(link => [
    {title: `${link.from} → ${link.topic}${link.what === "message" ? "" : ` ${link.what}`} → ${link.to}`},
    ...link.stages.map((of, s) => ({stage: data.stages[s], of}))]);
  const rows = links.map(({title, stage, of}) => title
    ? element("tr", {}, element("th", {class: "text", colspan: 5}, title))
    : element("tr", {}, element("td", {class: "text"}, stage),
        ...["mean_ns", "p50_ns", "p99_ns", "max_ns"].map(key => element("td", {}, duration(of[key])))));
  const heads = ["", "mean", "p50", "p99", "most"].map(name => element("th", {}, name));
  section("chains", ".content").replaceChildren(
    element("p", {}, `${count(chain.count)} messages. Until the last callback begins: ${words(latency)}. Until it ends: ${words(total)}.`),
    colourKey(data.stages, STAGE_COLOURS),
    element("h3", {}, `All messages: ${duration(sum(chain.means))} in the mean`),
    stackedBar(parts(chain.means), sum(chain.means)),
    element("h3", {}, `The slowest hundredth: ${duration(sum(chain.slow_means))} in the mean`),
    stackedBar(parts(chain.slow_means), sum(chain.slow_means)),
    element("div", {class: "plots"},
      histogramPlot(chain.histogram, "Until the last callback begins"),
      coursePlot(course.moments.map(one => one[0] * course.width), course.moments.map(one => one[3]),
                 "The slowest of each moment")),
    element("div", {class: "scroll"}, element("table", {}, element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...rows))));
}

function showChains() {
  const select = section("chains", "select");
  const groups = [["From end to end", data.chains], ["Each publisher and subscription", data.hops]];
  const all = groups.flatMap(([, chains]) => chains.list);
  let place = 0;
  for (const [title, {list, found}] of groups) {
    const more = found > list.length ? ` (${list.length} of ${found}, those with the most messages)` : "";
    const group = element("optgroup", {label: title + more});
    for (const chain of list) {
      group.append(element("option", {value: place++}, `${chain.name} (${count(chain.count)})`));
    }
    select.append(group);
  }
  if (!all.length) {
    select.hidden = true;
    section("chains", ".content").textContent = "No message of this trace can be followed to a callback.";
    return;
  }
  select.addEventListener("change", () => showChain(all[select.value]));
  showChain(all[0]);
}

// Starts of a callback in all lanes, and how long each ran and came after the one before.
function courseOf(callback, lanes) {
  const runs = [];
  for (const {runs: lane} of lanes.threads) {
    for (let i = 0; i < lane.n; ++i) {
      if (lane.callback[i] === callback && lane.count[i] === 1) runs.push([lane.start[i], lane.end[i] - lane.start[i]]);
    }
  }
  runs.sort((a, b) => a[0] - b[0]);
  return {times: runs.map(run => run[0]), durations: runs.map(run => run[1]),
          periods: runs.map((run, i) => i ? run[0] - runs[i - 1][0] : 0)};
}

function showCallbacks(lanes) {
  const rows = [...data.activity].sort((a, b) => b.duration.mean_ns * b.runs - a.duration.mean_ns * a.runs);
  const where = section("callbacks", ".content");
  let chosen = null;
  const choose = row => {
    chosen?.classList.remove("chosen");
    chosen = all.lineOf(row);
    chosen.classList.add("chosen");
    const plots = [histogramPlot(row.durations, "Durations"), histogramPlot(row.periods, "From start to start")];
    if (!lanes.grain) {
      const {times, durations, periods} = courseOf(row.callback, lanes);
      plots.push(coursePlot(times, durations, "Durations over time"),
                 coursePlot(times.slice(1), periods.slice(1), "From start to start, over time"));
    }
    where.replaceChildren(element("h3", {}, callbackName(row)), element("div", {class: "plots"}, ...plots));
  };
  const stat = (what, key) => row => row[what].count ? row[what][key] : null;
  const all = table([
    ["callback", callbackName, TEXT], ["group", row => data.callbacks[row.callback].group || null, TEXT],
    ["runs", row => row.runs, COUNT], ["in all", row => row.duration.mean_ns * row.duration.count, TIME],
    ["p50", stat("duration", "p50_ns"), TIME], ["p99", stat("duration", "p99_ns"), TIME],
    ["most", stat("duration", "max_ns"), TIME], ["period p50", stat("period", "p50_ns"), TIME],
    ["period p99", stat("period", "p99_ns"), TIME], ["longest", stat("period", "max_ns"), TIME],
    ...(rows.some(row => row.waited.count) ? [
      ["without a CPU, in all", row => row.waited.count ? row.waited.mean_ns * row.waited.count : null, TIME],
      ["most at a time", stat("waited", "max_ns"), TIME]] : []),
  ], rows, choose);
  section("callbacks", ".scroll").append(all);
  if (rows.length) choose(rows[0]);
  return callback => {
    const row = rows.find(one => one.callback === callback);
    if (row) choose(row);
  };
}

function showTimers() {
  section("timers", ".scroll").append(table([
    ["timer", callbackName, TEXT], ["period", row => row.period, TIME], ["runs", row => row.runs, COUNT],
    ["jitter p50", row => row.jitter.p50_ns, TIME], ["jitter p99", row => row.jitter.p99_ns, TIME],
    ["jitter most", row => row.jitter.max_ns, TIME], ["missed", row => row.missed, DROP],
    ["drift", row => row.drift_ppm, {show: ppm => `${Number(ppm.toPrecision(3))} ppm`}],
    ["over the trace", row => row.drift, TIME],
  ], data.timers));
  const measured = data.timers.filter(row => row.longest !== null);
  if (!measured.length) return;
  section("timers", ".content").append(element("h3", {}, "The longest interval of each"), table([
    ["timer", callbackName, TEXT], ["from end to end", row => row.longest, TIME],
    ["it ended at", row => row.longest_at, {show: time => moment(time, 1000000)}],
    ["its last run was held up by", row => row.longest_why, TEXT],
  ], measured));
}

function showExecutors() {
  const rest = row => Math.max(0, row.time - row.running - (row.waiting ?? 0));
  const hasWaits = data.executors.some(row => row.waiting !== null);
  const share = {show: part => `${(part * 100).toFixed(1)} %`};
  const columns = [
    ["thread", row => threadName(row.thread), TEXT], ["executor", row => row.executor],
    ["scheduled", row => row.scheduling, TEXT], ["CPUs", row => row.cpus || null, TEXT],
    ["callbacks", row => row.runs, COUNT], ["time", row => row.time, TIME], ["running callbacks", row => row.running / Math.max(1, row.time), share],
  ];
  if (hasWaits) {
    columns.push(["waiting for work", row => row.waiting === null ? null : row.waiting / Math.max(1, row.time), share]);
  }
  columns.push([hasWaits ? "the rest" : "not", row => rest(row) / Math.max(1, row.time), share]);
  section("executors", ".scroll").append(table(columns, data.executors));
}

function showStarvation() {
  const {limit, callbacks, longest} = data.starvation;
  section("starvation", "p").textContent =
    `A message is ready when it came to its subscription, a timer one period after its last start. Starved: waited longer than ${duration(limit)} (--starved).`;
  section("starvation", ".scroll").append(table([
    ["callback", callbackName, TEXT], ["waits", row => row.waits.count, COUNT],
    ["p50", row => row.waits.p50_ns, TIME], ["p99", row => row.waits.p99_ns, TIME],
    ["most", row => row.waits.max_ns, TIME], ["starved", row => row.starved, DROP],
  ], callbacks));
  if (!longest.length) return;
  section("starvation", ".content").append(element("h3", {}, "The longest waits"), table([
    ["callback", callbackName, TEXT], ["thread", row => threadName(row.thread), TEXT],
    ["ready at", row => row.ready, {show: at => moment(at, 1000)}], ["waited", row => row.waited, TIME],
    ["of it, other callbacks ran", row => row.busy, TIME],
    ...(longest.some(row => row.cpu !== null) ? [["without a CPU", row => row.cpu, TIME]] : []),
  ], longest));
}

function showWaits() {
  const meanwhile = row => row.meanwhile.map(one => `${one.task}: ${duration(one.ran)}`).join(", ");
  section("waits", ".scroll").append(table([
    ["thread", row => threadName(row.thread), TEXT], ["known", row => row.exact ? "by the kernel" : "by looks", TEXT],
    ["waits", row => row.waits.count, COUNT], ["in all", row => row.total, TIME],
    ["p50", row => row.waits.p50_ns, TIME], ["p99", row => row.waits.p99_ns, TIME],
    ["most", row => row.waits.max_ns, TIME], ["meanwhile ran", meanwhile, TEXT],
  ], data.waits));
}

function showTopics() {
  const rows = data.topics.flatMap(topic => {
    const none = {node: undefined, depth: null, taken: null, unknown: null, pushed_out: null, refused: null, missed: null, waiting: null};
    return (topic.receptions.length ? topic.receptions : [none]).map(to => ({topic, to}));
  });
  section("topics", ".scroll").append(table([
    ["topic", row => row.topic.topic, TEXT], ["published", row => row.topic.published, COUNT],
    ["period p50", row => row.topic.period.count ? row.topic.period.p50_ns : null, TIME],
    ["to", row => row.to.node === undefined ? null : nodeName(row.to.node), TEXT],
    ["depth", row => row.to.depth], ["taken", row => row.to.taken, COUNT],
    ["pushed out", row => row.to.pushed_out, DROP], ["missed", row => row.to.missed, DROP],
    ["dropped otherwise", row => row.to.refused || null, {bad: value => value}],
    ["waiting", row => row.to.waiting, COUNT], ["of unknown origin", row => row.to.unknown, COUNT],
  ], rows));
}

function showServices() {
  if (!data.services.length && !data.goals.length) return;
  document.getElementById("services").hidden = false;
  const stat = (what, key) => row => row[what].count ? row[what][key] : null;
  if (data.services.length) {
    section("services", ".scroll").append(table([
      ["service", row => row.service, TEXT], ["of", row => row.server, TEXT],
      ["called by", row => row.client, TEXT], ["calls", row => row.calls, COUNT],
      ["unanswered", row => row.unanswered, DROP],
      ["round trip p50", stat("round_trip", "p50_ns"), TIME], ["p99", stat("round_trip", "p99_ns"), TIME],
      ["most", stat("round_trip", "max_ns"), TIME], ["there p50", stat("there", "p50_ns"), TIME],
      ["service's part p50", stat("service_part", "p50_ns"), TIME],
      ["p99", stat("service_part", "p99_ns"), TIME], ["back p50", stat("back", "p50_ns"), TIME],
    ], data.services));
  }
  if (!data.goals.length) return;
  section("services", ".content").append(element("h3", {}, "Goals of actions"), table([
    ["action", row => row.action || null, TEXT], ["status", row => row.status, TEXT],
    ["goals", row => row.goals, COUNT], ["p50", stat("duration", "p50_ns"), TIME],
    ["p99", stat("duration", "p99_ns"), TIME], ["most", stat("duration", "max_ns"), TIME],
  ], data.goals));
}

// The innermost caller that is not of the allocator.
function placeOf(row) {
  const allocator = /[( /]lib(ranvier_heap|stdc\+\+|c|gcc_s)\.so/;
  return row.stack.find(line => !allocator.test(line)) ?? row.stack[0] ?? "?";
}

function showAllocations() {
  const {places, rows} = data.allocations;
  if (!rows.length) return;
  document.getElementById("allocations").hidden = false;
  if (places > rows.length) {
    document.getElementById("more_allocations").textContent =
      `${places - rows.length} more places are not here: ranvier-trace allocations prints them.`;
  }
  section("allocations", ".scroll").append(table([
    ["node", row => row.node, TEXT], ["state", row => row.state || null, TEXT],
    ["callback", row => row.callback, TEXT], ["times", row => row.count, COUNT],
    ["bytes", row => row.bytes, COUNT], ["place", placeOf, {...TEXT, hint: row => row.stack.join("\n")}],
    ["process", row => row.process, TEXT],
  ], rows));
}

function showObjects() {
  const process = row => {
    const of = data.processes[row.process];
    return `${of.program} ${of.pid}`;
  };
  const at = {show: time => moment(time, 1000)};
  section("objects", ".scroll").append(table([
    ["kind", row => row.kind, TEXT], ["name", row => row.name, TEXT], ["node", row => row.node || null, TEXT],
    ["process", process, TEXT], ["began", row => row.begin, at], ["ended", row => row.end, at],
  ], data.objects));
}
