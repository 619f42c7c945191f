"""Holds the sources to the house: who may include whom, and how long a file gets.

usage: check_layers.py <root of the project>

Within a room, the units (a header and a source of one name) include each other without
circles, but for those that MOST_IN_A_CIRCLE still allows.

The law is the root CMakeLists.txt: `ranvier_room(<room> USES <room>...)` names
the whole of what a room and its folders may include, lowest room first (`IN
<folder>`: one of src/<folder>, not of src/ranvier), and
`ranvier_ros_package(<package> ... ROOMS <room>...)` the rooms that a package may
see (`ranvier_core_face` likewise, for one whose sources are part of the core, and
`ranvier_python_extension` for folders of python). Its installed headers may include rooms
that it SHOWS, and no other. The build enforces the same with include folders; this says
why. What this alone holds: the folders of a package's src/ stand in the order of its
FOLDERS, lowest first, and a source in src/ itself stands above them all.

SEAMS are folders behind which a library's private headers stand: no other file of OURS includes
such a header, and files outside the folder include what it OPENS alone.
"""
import pathlib
import re
import sys

LONGEST_FILE, LONGEST_TEST = 440, 500
# Units of a room that may lie on one circle. These numbers only fall; a room that is not here has
# no circle. Why they are not zero: run: a work that becomes ready queues itself on the engine of
# its strand, and the engine runs it; an interface between them would be a virtual call for each
# message. local: the hub calls the endpoints that it matches, and they leave it when they end.
MOST_IN_A_CIRCLE = {"run": 5, "local": 3, "cyclone": 3,
                    "trace_model": 2, "trace_read": 3}
# {folder of src: (pattern of headers that it alone includes, its headers for everybody)}
SEAMS = {"ranvier/cyclone/internals": (r"dds/(ddsi|ddsrt|security)/|dds/ddsc/dds_(rhc|internal)",
                                       {"tricks.h", "extension.h"})}
# Programs that compare us with Cyclone as its other users have it, and what looks at its headers
# before anything is built.
OUTSIDE_THE_SEAMS = ("bench/", "cmake/checks/")
SUFFIXES = {".h", ".hpp", ".c", ".cc", ".cpp", ".py", ".sh", ".cmake"}
OURS = ("src", "api", "apps", "bench", "tests", "tools", "cmake", "python")


def words_after(keyword, arguments):
    """The arguments of one keyword of a CMake call, up to the next keyword."""
    found = re.search(rf"\b{keyword}\b((?:\s+[^\sA-Z][^\s]*)*)", arguments)
    return found[1].split() if found else []


def calls(cmake, function):
    """(first argument, the other arguments) of each call of a CMake function."""
    cmake = re.sub(r"#.*", "", cmake)
    return [(m[1], m[2]) for m in re.finditer(rf"^\s*{function}\(\s*(\S+?)((?:\s[^)]*)?)\)", cmake, re.M)]


def included_rooms(path, places):
    """(line number, room) of each include of a room's header."""
    pattern = re.compile(rf'\s*#\s*include\s*[<"](?:{"|".join({*places.values()})})/(\w+)/')
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if found := pattern.match(line):
            yield number, found[1]


def sources(folder):
    return (path for path in sorted(folder.rglob("*")) if path.suffix in SUFFIXES and path.is_file())


def upward_uses(uses):
    """Rooms that name a room that no earlier line makes."""
    order = list(uses)
    for room, used in uses.items():
        for other in used:
            if other not in order:
                yield f"CMakeLists.txt: room '{room}' uses '{other}', which does not exist"
            elif order.index(other) >= order.index(room):
                yield f"CMakeLists.txt: room '{room}' uses '{other}', which is not below it"


def room_includes(root, uses, places):
    for folder in sorted((root / "src").glob("*/*/")):
        room = folder.name
        if places.get(room) != folder.parent.name:
            yield f"{folder.relative_to(root)}: no ranvier_room({room} ...) for it in CMakeLists.txt"
            continue
        for path in sources(folder):
            for number, other in included_rooms(path, places):
                if other not in {room, *uses[room]}:
                    yield (f"{path.relative_to(root)}:{number}: room '{room}' does not name room "
                           f"'{other}' in USES")


def package_includes(root, rooms, shown, places):
    for folder in sorted((root / "api").glob("*/")):
        showing = shown.get(folder.name, [])
        allowed = rooms.get(folder.name, []) + showing
        for path in sources(folder):
            installed = path.is_relative_to(folder / "include")
            for number, other in included_rooms(path, places):
                where = f"{path.relative_to(root)}:{number}"
                if installed and other not in showing:
                    yield f"{where}: an installed header shows the inside of room '{other}'"
                elif other not in allowed:
                    yield f"{where}: package '{folder.name}' does not name room '{other}' in ROOMS"


def folder_includes(root, folders):
    """The folders of a package's src/ include each other downwards alone."""
    for package, order in folders.items():
        src = root / "api" / package / "src"
        for path in sources(src):
            own, where = path.relative_to(src).parts[0], path.relative_to(root)
            if path.parent == src:
                continue
            if own not in order:
                yield f"{where}: package '{package}' does not name folder '{own}' in FOLDERS"
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                found = re.match(r'\s*#\s*include\s*[<"]([^">]+)', line)
                if not found or not (src / found[1]).is_file():
                    continue
                other = pathlib.PurePath(found[1]).parts[0]
                if other not in order[:order.index(own) + 1]:
                    yield (f"{where}:{number}: folder '{own}' includes '{found[1]}', which is not "
                           f"below it")


def extension_includes(root, cmake, places):
    """Each Python extension sees the rooms that its line names."""
    for _, rest in calls(cmake, "ranvier_python_extension"):
        folder = next(iter(words_after("FOLDER", rest)), "extension")
        for path in sources(root / "python" / folder):
            for number, room in included_rooms(path, places):
                if room not in words_after("ROOMS", rest):
                    yield (f"{path.relative_to(root)}:{number}: the Python extension does not "
                           f"name room '{room}' in ROOMS")


def seams(root):
    for seam, (private, opened) in SEAMS.items():
        includes = re.compile(rf'\s*#\s*include\s*[<"](?:(?P<private>{private})|{seam}/(?P<own>\S+?)[>"])')
        for top in OURS:
            for path in sources(root / top):
                where = str(path.relative_to(root))
                if where.startswith((f"src/{seam}/", *OUTSIDE_THE_SEAMS)):
                    continue
                for number, line in enumerate(path.read_text().splitlines(), 1):
                    found = includes.match(line)
                    if found and found["own"] not in opened:
                        yield (f"{where}:{number}: only src/{seam} may include this; it opens "
                               f"{' and '.join(sorted(opened))}")


def units(folder):
    """{unit: the units of its room that it includes}, without tests."""
    room = f"{folder.parent.name}/{folder.name}/"
    found = {}
    for path in sources(folder):
        if path.stem.endswith(("_test", "_testing", "_bench")):
            continue
        unit = str(path.relative_to(folder).with_suffix(""))
        includes = re.findall(rf'^\s*#\s*include\s*[<"]{room}([\w/]+)\.h', path.read_text(), re.M)
        found.setdefault(unit, set()).update(set(includes) - {unit})
    return found


def reached(unit, uses):
    """Every unit that a unit includes, by whatever way."""
    seen, ahead = set(), [unit]
    while ahead:
        for other in uses.get(ahead.pop(), ()):
            if other not in seen:
                seen.add(other)
                ahead.append(other)
    return seen


def circles(root):
    for folder in sorted((root / "src").glob("*/*/")):
        uses = units(folder)
        ways = {unit: reached(unit, uses) for unit in uses}
        rings = {tuple(sorted(other for other in ways[unit] if unit in ways.get(other, ())))
                 for unit in uses if unit in ways[unit]}
        most = MOST_IN_A_CIRCLE.get(folder.name, 0)
        for ring in sorted(rings):
            if len(ring) > most:
                yield (f"{folder.relative_to(root)}: {', '.join(ring)} include each other in a "
                       f"circle; the most that is allowed here is {most} units")


def long_files(root):
    for top in OURS:
        for path in sources(root / top):
            length = len(path.read_text().splitlines())
            name = path.relative_to(root)
            limit = LONGEST_TEST if "_test." in path.name or name.parts[0] == "tests" else LONGEST_FILE
            if length > limit:
                yield f"{name}: {length} lines; split it (limit {limit})"


def main():
    root = pathlib.Path(sys.argv[1])
    cmake = (root / "CMakeLists.txt").read_text()
    uses = {name: words_after("USES", rest) for name, rest in calls(cmake, "ranvier_room")}
    places = {name: (words_after("IN", rest) or ["ranvier"])[0]
              for name, rest in calls(cmake, "ranvier_room")}
    rooms = {name: words_after("ROOMS", rest)
             for function in ("ranvier_ros_package", "ranvier_core_face")
             for name, rest in calls(cmake, function) if "ROOMS" in rest}
    shown = {name: words_after("SHOWS", rest) for name, rest in calls(cmake, "ranvier_ros_package")}
    folders = {name: words_after("FOLDERS", rest)
               for name, rest in calls(cmake, "ranvier_ros_package") if "FOLDERS" in rest}
    findings = [*upward_uses(uses), *room_includes(root, uses, places),
                *package_includes(root, rooms, shown, places), *folder_includes(root, folders),
                *extension_includes(root, cmake, places), *seams(root), *circles(root),
                *long_files(root)]
    print("\n".join(findings))
    return 1 if findings or not uses else 0


sys.exit(main())
