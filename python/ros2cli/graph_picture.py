"""The graph as a picture: nodes, what they have, and lines between them."""
import json
import os

from ros2cli.helpers import is_hidden
from ros2node.api import is_shown

_KINDS = ("publisher", "subscription", "service", "client")
# What nearly every node has; the picture is of what makes them different.
_OF_EVERY_NODE = ("/parameter_events", "/rosout")
_SERVICES_OF_EVERY_NODE = (
    "describe_parameters", "get_parameter_types", "get_parameters", "get_type_description",
    "list_parameters", "set_parameters", "set_parameters_atomically", "get_logger_levels",
    "set_logger_levels")


def read(node, *, everything=False):
    """
    Give the graph that a node sees, as what JSON can hold.

    :return: {"nodes": [name], "ends": [{"name", "kind", "types"}], "lines": [{"node", "end",
        "to_end", "qos"}]}: a line goes to the end that a node publishes on or asks, and from
        one that it hears or serves.
    """
    names = sorted({f"{space.rstrip('/')}/{name}"
                    for name, space in node.get_node_names_and_namespaces()})
    ends, lines = {}, []
    for kind, name, type_name, _, node_name, space, _, qos in node._endpoints():
        owner = f"{space.rstrip('/')}/{node_name}"
        if not everything and _is_common(name, owner):
            continue
        what = "topic" if kind < 2 else "service"
        end = ends.setdefault((what, name), {"name": name, "kind": what, "types": set()})
        end["types"].add(type_name)
        lines.append({"node": owner, "end": name, "kind": what, "role": _KINDS[kind],
                      "to_end": kind in (0, 3), "qos": _qos(qos)})
    shown = [name for name in names if everything or is_shown(name.rpartition("/")[2])]
    lines = [line for line in lines if line["node"] in shown]
    used = {(line["kind"], line["end"]) for line in lines}
    return {"nodes": shown,
            "ends": [{**ends[key], "types": sorted(ends[key]["types"])}
                     for key in sorted(ends) if key in used],
            "lines": sorted(lines, key=lambda line: (line["node"], line["end"], line["role"]))}


def _qos(policies):
    reliability = {1: "reliable", 2: "best effort"}.get(policies[2], "")
    durability = {1: "transient local", 2: "volatile"}.get(policies[3], "")
    return ", ".join(filter(None, (reliability, durability)))


def _is_common(name, owner):
    return (name in _OF_EVERY_NODE or is_hidden(name.replace("/_action/", "/"))
            or name.rpartition("/")[2] in _SERVICES_OF_EVERY_NODE)


def to_json(graph):
    """Give it as JSON."""
    return json.dumps(graph, indent=2) + "\n"


def to_dot(graph):
    """Give it as a graph of Graphviz."""
    lines = ["digraph ros2 {", "  rankdir=LR;", '  node [fontname="sans-serif"];']
    for name in graph["nodes"]:
        lines.append(f"  {_quoted('node ' + name)} [label={_quoted(name)}, shape=ellipse];")
    for end in graph["ends"]:
        label = _quoted(f"{end['name']}\n{', '.join(end['types'])}")
        shape = "box" if end["kind"] == "topic" else "hexagon"
        lines.append(f"  {_quoted(end['kind'] + ' ' + end['name'])} [label={label}, "
                     f"shape={shape}];")
    for line in graph["lines"]:
        node, end = _quoted("node " + line["node"]), _quoted(f"{line['kind']} {line['end']}")
        start, goal = (node, end) if line["to_end"] else (end, node)
        lines.append(f"  {start} -> {goal} [tooltip={_quoted(line['qos'])}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text):
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'


def to_html(graph):
    """Give it as a page that loads nothing: the graph is in it, and a script that draws it."""
    path = os.path.join(os.path.dirname(__file__), "graph_page.html")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    # Nothing in a script element may look like its end.
    return page.replace("GRAPH_AS_JSON", json.dumps(graph).replace("<", "\\u003c"))
