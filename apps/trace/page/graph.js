// Nodes and topics, from left to right along the way of the messages.

function graphOf(withSilent) {
  const vertices = [], edges = [], nodes = new Map();
  const add = (kind, name, title) => vertices.push({kind, name, title, out: [], in: []}) - 1;
  const node = index => {
    const key = index === null ? "?" : index;
    if (!nodes.has(key)) {
      const end = index === null ? null : data.nodes[index].end;
      const ended = end === null ? "" : `, which ended at ${moment(end, 1000)}`;
      nodes.set(key, add(ended ? "node ended" : "node", nodeName(index), nodeName(index) + ended));
    }
    return nodes.get(key);
  };
  const join = (from, to, messages) => {
    const known = edges.find(edge => edge.from === from && edge.to === to);
    if (known) { known.messages += messages; return; }
    const edge = {from, to, messages, back: false};
    edges.push(edge);
    vertices[from].out.push(edge);
    vertices[to].in.push(edge);
  };
  data.nodes.forEach((_, index) => node(index));
  for (const one of data.topics) {
    const taken = one.receptions.reduce((sum, to) => sum + to.taken, 0);
    if (!withSilent && !one.published && !taken) continue;
    const topic = add("topic", one.topic, `${one.topic}: ${count(one.published)} published, ${count(taken)} received`);
    for (const publisher of one.publishers) {
      join(node(data.publishers[publisher].node), topic, one.published / one.publishers.length);
    }
    for (const to of one.receptions) join(topic, node(to.node), to.taken);
  }
  return {vertices, edges};
}

// Each vertex one column right of all before it; edges that close a ring lead back.
function setColumns({vertices}) {
  const state = new Uint8Array(vertices.length);
  const order = [];
  const visit = root => {  // by hand: rings may be deep
    const stack = [[root, 0]];
    state[root] = 1;
    while (stack.length) {
      const top = stack[stack.length - 1], edge = vertices[top[0]].out[top[1]++];
      if (!edge) { state[top[0]] = 2; order.push(top[0]); stack.pop(); continue; }
      if (state[edge.to] === 1) edge.back = true;
      if (state[edge.to] === 0) { state[edge.to] = 1; stack.push([edge.to, 0]); }
    }
  };
  vertices.forEach((vertex, i) => { if (!vertex.in.length && !state[i]) visit(i); });
  vertices.forEach((_, i) => { if (!state[i]) visit(i); });
  for (const vertex of vertices) vertex.column = 0;
  for (const i of order.reverse()) {
    for (const edge of vertices[i].out) {
      if (edge.back) continue;
      vertices[edge.to].column = Math.max(vertices[edge.to].column, vertices[i].column + 1);
    }
  }
}

function setRows({vertices}) {
  const columns = [];
  for (const vertex of vertices) {
    (columns[vertex.column] ??= []).push(vertex);
  }
  for (const column of columns) column.forEach((vertex, i) => { vertex.row = i; });
  const middle = (vertex, edges, end) => {
    const rows = edges.filter(edge => !edge.back).map(edge => vertices[edge[end]].row);
    return rows.length ? rows.reduce((a, b) => a + b) / rows.length : vertex.row;
  };
  for (let sweep = 0; sweep < 6; ++sweep) {
    for (const column of sweep % 2 ? [...columns].reverse() : columns) {
      for (const vertex of column) {
        vertex.wish = sweep % 2 ? middle(vertex, vertex.out, "to") : middle(vertex, vertex.in, "from");
      }
      column.sort((a, b) => a.wish - b.wish);
      column.forEach((vertex, i) => { vertex.row = i; });
    }
  }
  return columns;
}

const BOX = {width: 176, height: 24, across: 236, down: 36};

function drawVertex(vertex) {
  const name = vertex.name.length > 27 ? vertex.name.slice(0, 12) + "…" + vertex.name.slice(-13) : vertex.name;
  return svg("g", {class: vertex.kind, transform: `translate(${vertex.x},${vertex.y})`},
    svg("rect", {width: BOX.width, height: BOX.height, rx: vertex.kind === "topic" ? 12 : 4}),
    svg("text", {x: BOX.width / 2, y: 16, "text-anchor": "middle"}, name),
    svg("title", {}, vertex.title));
}
function drawEdge(edge, vertices) {
  const from = vertices[edge.from], to = vertices[edge.to];
  const x0 = from.x + BOX.width, y0 = from.y + BOX.height / 2, x1 = to.x, y1 = to.y + BOX.height / 2;
  const bend = edge.back ? 70 : Math.max(30, (x1 - x0) / 2);
  const under = edge.back ? 44 : 0;  // back below the boxes
  return svg("path", {class: edge.back ? "edge back" : "edge",
    d: `M${x0},${y0} C${x0 + bend},${y0 + under} ${x1 - bend},${y1 + under} ${x1},${y1}`,
    "stroke-width": .8 + Math.log10(1 + edge.messages) * .7},
    svg("title", {}, `${from.name} → ${to.name}: ${count(Math.round(edge.messages))} messages`));
}

function showGraph() {
  const graph = graphOf(document.getElementById("silent").checked);
  setColumns(graph);
  const columns = setRows(graph);
  const tallest = Math.max(1, ...columns.map(column => column.length));
  for (const vertex of graph.vertices) {
    const inset = (tallest - columns[vertex.column].length) / 2;
    vertex.x = 60 + vertex.column * BOX.across;
    vertex.y = 8 + (vertex.row + inset) * BOX.down;
  }
  const width = 120 + Math.max(1, columns.length) * BOX.across, height = 40 + tallest * BOX.down;
  const drawing = svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`});
  const paths = graph.edges.map(edge => drawEdge(edge, graph.vertices));
  const boxes = graph.vertices.map(drawVertex);
  drawing.append(...paths, ...boxes);
  boxes.forEach((box, i) => {
    box.addEventListener("mouseenter", () => {
      drawing.classList.add("some");
      box.classList.add("near");
      graph.edges.forEach((edge, e) => {
        if (edge.from !== i && edge.to !== i) return;
        paths[e].classList.add("near");
        boxes[edge.from].classList.add("near");
        boxes[edge.to].classList.add("near");
      });
    });
    box.addEventListener("mouseleave", () => {
      drawing.classList.remove("some");
      for (const near of drawing.querySelectorAll(".near")) near.classList.remove("near");
    });
  });
  section("graph", "div").replaceChildren(drawing);
}
