// Small plots: a distribution, and a course over time.

function histogramPlot(of, title) {
  const width = 420, height = 150, bottom = 126, left = 8, right = 412;
  const plot = svg("svg", {viewBox: `0 0 ${width} ${height}`, class: "hist", role: "img"});
  if (!of.counts.length) return element("div");
  const most = Math.max(...of.counts);
  const each = (right - left) / of.counts.length;
  of.counts.forEach((value, i) => {
    if (!value) return;
    const tall = Math.max(1, value / most * 110);
    plot.append(svg("rect", {x: left + i * each, y: bottom - tall, width: Math.max(.8, each - .8),
                             height: tall},
      svg("title", {}, `${duration(of.from + i * of.width)} to ${duration(of.from + (i + 1) * of.width)}: ${count(value)}`)));
  });
  const to = of.from + of.counts.length * of.width;
  plot.append(svg("text", {x: left, y: 144, class: "soft"}, duration(of.from)),
              svg("text", {x: right, y: 144, class: "soft", "text-anchor": "end"}, duration(to)));
  const beside = [of.below ? `${count(of.below)} shorter` : "", of.above ? `${count(of.above)} longer` : ""];
  const words = beside.filter(word => word).join(", ");
  if (words) plot.append(svg("text", {x: (left + right) / 2, y: 144, class: "soft", "text-anchor": "middle"}, words));
  return element("div", {}, element("h3", {}, title), plot);
}

// Points over the time of the trace: of each column of pixels, from the least to the most.
function coursePlot(times, values, title) {
  const width = 840, height = 300, top = 16, bottom = 262;
  const canvas = element("canvas", {width, height});
  const context = canvas.getContext("2d");
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  const least = new Float64Array(width).fill(Infinity), largest = new Float64Array(width).fill(-Infinity);
  for (let i = 0; i < times.length; ++i) {
    const x = Math.min(width - 1, Math.floor(times[i] / Math.max(1, data.length) * width));
    least[x] = Math.min(least[x], values[i]);
    largest[x] = Math.max(largest[x], values[i]);
  }
  const y = value => bottom - value / Math.max(1, most) * (bottom - top);
  context.fillStyle = styleOf("--accent");
  for (let x = 0; x < width; ++x) {
    if (largest[x] < 0) continue;
    context.fillRect(x, y(largest[x]) - 1.5, 2, Math.max(3, y(least[x]) - y(largest[x])));
  }
  context.fillStyle = styleOf("--soft");
  context.font = "22px system-ui, sans-serif";
  context.fillRect(0, bottom, width, 1);
  context.fillText(duration(most), 0, 18);
  context.fillText("0 s", 0, 290);
  const end = duration(data.length);
  context.fillText(end, width - context.measureText(end).width, 290);
  return element("div", {}, element("h3", {}, title), canvas);
}

// A bar whose parts add up to the whole.
function stackedBar(parts, whole) {
  const bar = element("div", {class: "stack"});
  for (const {value, colour, name} of parts) {
    if (value <= 0) continue;
    const part = element("div", {title: `${name}: ${duration(value)}`});
    part.style.width = `${value / whole * 100}%`;
    part.style.background = colour;
    bar.append(part);
  }
  return bar;
}
function colourKey(names, colours) {
  const key = element("p", {class: "key"});
  names.forEach((name, i) => {
    const square = element("i");
    square.style.background = colours[i];
    key.append(element("span", {}, square, name));
  });
  return key;
}
