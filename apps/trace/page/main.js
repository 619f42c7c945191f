// Each part by itself: one that fails leaves the others as they are, and says so.
{
  const faults = [];
  const attempt = (name, show) => {
    try { return show(); } catch (error) { faults.push(`${name}: ${error}`); return undefined; }
  };
  const lanes = attempt("time chart", unpackLanes) ?? {threads: [], topics: [], waits: [], length: data.length, grain: 0};
  attempt("complaints", showComplaints);
  attempt("services", showServices);  // these two say whether they are among the contents
  attempt("allocations", showAllocations);
  attempt("facts", showFacts);
  attempt("graph", showGraph);
  document.getElementById("silent").addEventListener("change", showGraph);
  const choose = attempt("callbacks", () => showCallbacks(lanes)) ?? (() => {});
  const chart = attempt("time chart", () => new TimeChart(lanes, choose));
  attempt("time chart", () => chart.draw());
  if (lanes.grain) {
    document.getElementById("grain").textContent =
      `This trace is large: what followed within ${duration(lanes.grain)} is drawn as one.`;
  }
  attempt("chains", showChains);
  attempt("timers", showTimers);
  attempt("executors", showExecutors);
  attempt("starvation", showStarvation);
  attempt("waits", showWaits);
  attempt("topics", showTopics);
  attempt("objects", showObjects);
  if (faults.length) {
    document.body.prepend(element("p", {class: "bad"}, `This page could not draw all it has: ${faults.join("; ")}`));
  }
  document.body.dataset.ready = faults.length ? "partly" : "yes";
}
