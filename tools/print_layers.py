"""Draws the rooms of the core as layers, from the root CMakeLists.txt.

usage: print_layers.py <root of the project> [--check FILE | --write FILE | --dot]

`ranvier_room(<room> USES <room>...)` says what a room may include. A room stands one
line above the highest room that it uses, so what stands on one line never sees its
neighbours. Rooms in another folder (`IN <folder>`) are linked into programs alone.

--write puts the picture into FILE between the marks below; --check fails, with the
command that mends it, when FILE has another picture. --dot prints it for Graphviz, with an arrow
for each use that no longer way of arrows shows (tools/draw_pictures.py).
"""
import pathlib
import re
import sys

BEGIN = "<!-- printed by tools/print_layers.py -->\n"
END = "<!-- end of print_layers.py -->\n"


def rooms_of(cmake):
    """{room: rooms that it uses} in order, and the rooms that only programs link."""
    cmake = re.sub(r"#.*", "", cmake)
    uses, core, beside = {}, [], []
    for room, rest in re.findall(r"^ *ranvier_room\((\w+)([^)]*)\)", cmake, re.M):
        words = re.search(r"\bUSES\b((?:\s+[a-z]\w*)*)", rest)
        uses[room] = words[1].split() if words else []
        (beside if re.search(r"\bIN\b", rest) else core).append(room)
    return uses, core, beside


def levels(uses):
    level = {}
    for room, used in uses.items():  # lowest first: what a room uses is there already
        level[room] = 1 + max((level[other] for other in used), default=0)
    return level


def picture(cmake):
    uses, core, beside = rooms_of(cmake)
    level = levels(uses)
    lines = ["```text", "api/     rclcpp, rclcpp_action, rclcpp_lifecycle, rclcpp_components, ..."]
    for height in range(max(level[room] for room in core), 0, -1):
        lines.append(f"{height:>2}       " + "   ".join(r for r in core if level[r] == height))
    lines += ["", "programs alone: " + ", ".join(beside), "```"]
    return "\n".join(lines) + "\n"


def below(room, uses):
    """Every room that a room reaches, in one step or more."""
    return set(uses[room]).union(*(below(other, uses) for other in uses[room]))


def dot(cmake):
    uses, core, beside = rooms_of(cmake)
    level = levels(uses)
    lines = ["// Printed by tools/print_layers.py --dot: the rooms, and what each may include.",
             "digraph layers {",
             '  nodesep=0.3; ranksep=0.4; bgcolor="white";',
             '  node [shape=box style="rounded,filled" fontname="DejaVu Sans" fontsize=12'
             ' margin="0.16,0.08" fillcolor="#dfeadf" color="#4f8a4f"];',
             '  edge [color="#55606e" arrowsize=0.7];',
             '  api [label="api, python" fillcolor="#eef3fb" color="#5b7db1"];']
    lines += [f'  "{room}" [fillcolor="#fdf3dc" color="#b58a2a"];' for room in beside]
    for height in range(max(level.values()), 0, -1):
        lines.append("  { rank=same; "
                     + " ".join(f'"{room}";' for room in uses if level[room] == height) + " }")
    lines += [f'  api -> "{room}";' for room in ("proto", "assemble")]
    for room in uses:
        lines += [f'  "{room}" -> "{other}";' for other in uses[room]
                  if not any(other in below(between, uses) for between in uses[room])]
    return "\n".join([*lines, "}"]) + "\n"


def main():
    root = pathlib.Path(sys.argv[1])
    cmake = (root / "CMakeLists.txt").read_text()
    drawn = picture(cmake)
    if len(sys.argv) < 4:
        print(dot(cmake) if "--dot" in sys.argv else drawn, end="")
        return 0
    page = pathlib.Path(sys.argv[3])
    before, _, rest = page.read_text().partition(BEGIN)
    old, _, after = rest.partition(END)
    if sys.argv[2] == "--write":
        page.write_text(before + BEGIN + drawn + END + after)
    elif old != drawn:
        print(f"{page}: the layers differ from CMakeLists.txt. "
              f"Run: python3 tools/print_layers.py . --write {page}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
