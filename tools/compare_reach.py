"""Compares what Jazzy's packages bring to those who use them with what ours bring.

usage: compare_reach.py <build> [--jazzy FOLDER] [--write]

Of each package that is in the prefix: its headers, which headers each of these includes, the
packages that its targets bring along, its targets and its CMake functions. Ours are read from
the tree and the build folder. Those of Jazzy are in tests/reach/packages.txt and includes.txt,
names alone. FOLDER holds clones of the repositories of ROS 2 (each FOLDER/<any>/ or
FOLDER/<any>/repo, bare ones too; of the branch jazzy if there is one) or sources without git:
--write brings the two files up to date with these. Prints the differences that no row of
tests/reach/differences.txt gives a reason for; the status is 1 if there are any.
"""
from __future__ import annotations

import argparse
import collections
import dataclasses
import fnmatch
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
REACH = ROOT / "tests/reach"
# The newest of these that a clone has: some have no branch of Jazzy, which came from rolling.
BRANCHES = ("jazzy", "origin/jazzy", "rolling", "origin/rolling", "HEAD")
INCLUDES_HEAD = """\
# Which headers the headers of Jazzy include, for the packages of the prefix: written by
# tools/compare_reach.py --jazzy FOLDER --write. `header: header...`, those alone that C++ or
# some package of the prefix has.
"""
KINDS = ("headers", "depends", "targets", "functions")
HEAD = """\
# What Jazzy's packages bring to who finds them, for the packages of the prefix: written by
# tools/compare_reach.py --jazzy FOLDER --write. `package kind: name...`, the kinds being
# headers, depends (ament_export_dependencies), targets and functions (of CMake).
"""


@dataclasses.dataclass
class Package:
    """What one package brings, each a set of names."""
    headers: set = dataclasses.field(default_factory=set)
    depends: set = dataclasses.field(default_factory=set)
    targets: set = dataclasses.field(default_factory=set)
    functions: set = dataclasses.field(default_factory=set)


def rows(path: pathlib.Path) -> list:
    """The lines of a table as (before the colon, behind it), those that go on joined."""
    text = re.sub(r"\n +", " ", path.read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(part.strip() for part in re.split(r":(?!:)", line, maxsplit=1))
            for line in lines]


def included(text: str) -> set:
    return set(re.findall(r'^[ \t]*#[ \t]*include[ \t]+[<"]([\w./+]+)[>"]', text, re.M))


def cmake_words(text: str, command: str) -> list:
    """The words of every call of a command, variables and keywords as they stand."""
    plain = re.sub(r"#.*", "", text)
    calls = re.findall(rf"\b{command}\(([^)]*)\)", plain, re.I)
    return [word.strip('"') for call in calls for word in call.split()]


def defined(text: str) -> set:
    """The functions and macros that a file of CMake makes for its users."""
    names = cmake_first(text, "function") | cmake_first(text, "macro")
    return {name for name in names if re.fullmatch(r"[a-z]\w*", name)}


def cmake_first(text: str, command: str) -> set:
    plain = re.sub(r"#.*", "", text)
    found = re.findall(rf"^[ \t]*{command}\(\s*\"?(\w+)", plain, re.M | re.I)
    return {name.lower() for name in found}


# ---- Jazzy's side ----

def sources(folder: pathlib.Path, into: pathlib.Path) -> dict:
    """Package -> its folder in the sources, of all clones in a folder."""
    found = {}
    for number, clone in enumerate(sorted(one for one in folder.iterdir() if one.is_dir())):
        git = clone / "repo" if (clone / "repo").is_dir() else clone
        tree = clone
        if (git / ".git").exists() or (git / "objects").is_dir():
            tree = into / str(number)
            unpack(git, next(one for one in BRANCHES if has_branch(git, one)), tree)
        for xml in tree.rglob("package.xml"):
            name = re.search(r"<name>\s*(\w+)\s*</name>", xml.read_text(errors="replace"))
            if name and "test" not in xml.relative_to(tree).parts[:-2]:
                found.setdefault(name[1], xml.parent)
    return found


def has_branch(git: pathlib.Path, branch: str) -> bool:
    return subprocess.run(["git", "-C", git, "rev-parse", "-q", "--verify", branch + "^{commit}"],
                          capture_output=True, check=False).returncode == 0


def unpack(git: pathlib.Path, branch: str, tree: pathlib.Path) -> None:
    """What is looked at: headers, their templates, and what CMake reads."""
    wanted = re.compile(r"(\.(h|hpp|cmake|em|in)|(^|/)CMakeLists\.txt|(^|/)package\.xml)$")
    listed = subprocess.run(["git", "-C", git, "ls-tree", "-r", branch], capture_output=True,
                            text=True, check=True).stdout.splitlines()
    files = [line.split(None, 3) for line in listed if wanted.search(line.split("\t")[1])]
    asked = "".join(f"{blob}\n" for _, _, blob, _ in files)
    data = subprocess.run(["git", "-C", git, "cat-file", "--batch"], input=asked.encode(),
                          capture_output=True, check=True).stdout
    place = 0
    for _, _, _, path in files:
        head, _, _ = data[place:place + 200].partition(b"\n")
        place += len(head) + 1
        if head.endswith(b"missing"):
            continue
        size = int(head.split()[-1])
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_bytes(data[place:place + size])
        place += size + 1


def jazzys_package(folder: pathlib.Path) -> tuple:
    """(what a package of the sources brings, header -> the headers that it includes)"""
    package, includes = Package(), {}
    include = folder / "include"
    for path in sorted(include.rglob("*")):
        if path.suffix in (".h", ".hpp") and path.is_file():
            header = str(path.relative_to(include))
            package.headers.add(header)
            includes[header] = included(path.read_text(errors="replace"))
    lists = folder / "CMakeLists.txt"
    text = lists.read_text(errors="replace") if lists.is_file() else ""
    text = re.sub(r"\$\{PROJECT_NAME\}", folder_project(text), text)
    if "ament_generate_version_header" in text:
        package.headers.add(f"{folder_project(text)}/version.h")
    package.depends = {word for word in cmake_words(text, "ament_export_dependencies")
                       if re.fullmatch(r"[a-zA-Z]\w+", word)}
    exported = set(cmake_words(text, "ament_export_targets")) - {"HAS_LIBRARY_TARGET"}
    package.targets = installed_targets(text, exported)
    for path in [*(folder / "cmake").rglob("*.cmake*"), *folder.glob("*-extras.cmake*")]:
        package.functions |= defined(path.read_text(errors="replace"))
    return package, includes


def folder_project(text: str) -> str:
    name = re.search(r"^\s*project\(\s*\"?(\w+)", text, re.M)
    return name[1] if name else ""


def installed_targets(text: str, exported: set) -> set:
    """The targets of install(TARGETS ... EXPORT name) for the names that are exported."""
    found = set()
    for call in re.findall(r"\binstall\(\s*TARGETS([^)]*)\)", re.sub(r"#.*", "", text)):
        words = call.split()
        if "EXPORT" in words and words[words.index("EXPORT") + 1] in exported:
            found |= set(words[:words.index("EXPORT")])
    return {name for name in found if re.fullmatch(r"\w+", name)}


# ---- ours ----

def header_folders(build: pathlib.Path) -> dict:
    """Package -> the folders that its headers are included from."""
    folders = collections.defaultdict(list)
    for path in (ROOT / "api").glob("*/include"):
        folders[path.parent.name].append(path)
    for kind in ("forwards", "versions"):
        for path in (build / kind).glob("*"):
            folders[path.name].append(path)
    for path in [*(build / "interfaces").glob("*/include"),
                 *(ROOT / "interfaces").glob("*/include"),
                 *(ROOT / "underlay").glob("*/include")]:
        folders[path.parent.name].append(path)
    return folders


def headers_in(folders: list) -> dict:
    return {str(path.relative_to(folder)): path for folder in folders
            for path in folder.rglob("*.h*") if path.is_file()}


def our_package(config: pathlib.Path, folders: list) -> Package:
    """What a package of the prefix brings, by the config file that is installed."""
    text, name = config.read_text(), config.parent.name
    found = re.search(r"foreach\(_dependency ([^)]*)\)", text)
    targets = re.search(rf"set\({name}_TARGETS ([^)]*)\)", text)
    package = Package(headers=set(headers_in(folders)))
    package.depends = set(re.split(r"[ ;]+", found[1].strip())) if found else set()
    names = re.split(r"[ ;]+", targets[1].strip()) if targets else []
    package.targets = {one.split("::")[-1] for one in names if one}
    for extra in extras(name, text):
        package.functions |= defined(extra.read_text())
    return package


def extras(name: str, config: str) -> list:
    """The files of CMake that a config file includes, where they lie in the tree, and theirs."""
    named = re.search(r"foreach\(_extra ([^)]*)\)", config)
    words = re.split(r"[ ;]+", named[1].strip()) if named else []
    files = [*(ROOT / "api").glob("*/cmake/*.cmake"), *(ROOT / "rosidl").rglob("*.cmake"),
             *(ROOT / "python").glob("*/cmake/*.cmake"), *(ROOT / "cmake").rglob("*.cmake")]
    found = [path for path in files if path.name in words]
    if f"{name}-extras.cmake" in words:
        found += (ROOT / "underlay").glob(f"{name}/**/*.cmake")
    return found


def ours(build: pathlib.Path) -> dict:
    folders = header_folders(build)
    return {config.parent.name: our_package(config, folders.get(config.parent.name, []))
            for config in sorted((build / "packages").glob("*/*Config.cmake"))}


def our_includes(build: pathlib.Path) -> tuple:
    """(header -> the headers that it includes, header -> the headers that it stands for)"""
    includes, stands_for = {}, {}
    for folders in header_folders(build).values():
        for header, path in headers_in(folders).items():
            includes[header] = included(path.read_text())
            forwards = build / "forwards" in path.parents
            stands_for[header] = includes[header] if forwards else {header}
    return includes, stands_for


def closure(start: str, edges: dict) -> set:
    """What is behind a name, itself too."""
    seen, stack = set(), [start]
    while stack:
        one = stack.pop()
        if one not in seen:
            seen.add(one)
            stack += edges.get(one, ())
    return seen


# ---- the comparison ----

def facts() -> dict:
    """What packages.txt says of Jazzy."""
    found = collections.defaultdict(Package)
    for key, names in rows(REACH / "packages.txt"):
        package, kind = key.split()
        getattr(found[package], kind).update(names.split())
    return dict(found)


def differences(jazzy: dict, our: dict) -> list:
    """What Jazzy's packages bring and ours do not, as rows of differences.txt spell it."""
    edges = {name: package.depends for name, package in our.items()}
    lost = []
    for name in sorted(jazzy.keys() & our.keys()):
        reached = closure(name, edges)
        headers = set().union(*(our[one].headers for one in reached & our.keys()))
        lost += [f"header {name} {one}" for one in sorted(jazzy[name].headers - headers)]
        lost += [f"depends {name} {one}" for one in sorted(jazzy[name].depends - reached)]
        lost += [f"target {name} {one}" for one in
                 sorted(jazzy[name].targets - our[name].targets)]
        functions = set().union(*(our[one].functions for one in reached & our.keys()))
        lost += [f"function {name} {one}" for one in sorted(jazzy[name].functions - functions)]
    return lost


def include_differences(jazzy: dict, build: pathlib.Path) -> list:
    """Which header does not bring which, though Jazzy's does.

    Of headers with names in names.txt reach_test.py asks the compiler; here it is the others, those
    of the system and of the compiler too.
    """
    own, stands_for = our_includes(build)
    known = own.keys() | of_the_system(jazzy)
    named = {header for header, what in rows(REACH / "names.txt") if what.partition("|")[0]}
    lost = []
    for header in sorted(jazzy.keys() & own.keys()):
        brought = closure(header, own)
        for one in sorted((closure(header, jazzy) & known) - named - brought):
            if not stands_for.get(one, {one}) <= brought:
                lost.append(f"include {header} {one}")
    return lost


def of_the_system(jazzy: dict) -> set:
    """The headers without a folder that headers of Jazzy include, but for those beside them."""
    behind = set().union(*jazzy.values())
    return {one for one in behind if "/" not in one and not one.endswith(".hpp")}


def reasons() -> list:
    """[(pattern, reason)] of differences.txt."""
    return rows(REACH / "differences.txt")


def unexplained(lost: list, explained: list) -> list:
    return [one for one in lost
            if not any(fnmatch.fnmatchcase(one, pattern) for pattern, _ in explained)]


def without_a_case(lost: list, explained: list) -> list:
    """The patterns that fit no difference: what they excuse is there now."""
    return [pattern for pattern, _ in explained if not fnmatch.filter(lost, pattern)]


def write_facts(jazzy: dict) -> None:
    lines = [HEAD]
    for name in sorted(jazzy):
        for kind in KINDS:
            names = " ".join(sorted(getattr(jazzy[name], kind)))
            if names:
                lines += textwrap.wrap(f"{name} {kind}: {names}", 99, subsequent_indent="  ",
                                       break_long_words=False, break_on_hyphens=False)
    (REACH / "packages.txt").write_text("\n".join(lines) + "\n")


def write_includes(includes: dict, our: set) -> None:
    lines = [INCLUDES_HEAD]
    for header, behind in sorted(includes.items()):
        names = " ".join(sorted(one for one in behind if "/" not in one or one in our
                                or one in includes))
        lines += textwrap.wrap(f"{header}: {names}", 99, subsequent_indent="  ",
                               break_long_words=False, break_on_hyphens=False)
    (REACH / "includes.txt").write_text("\n".join(lines) + "\n")


def include_facts() -> dict:
    """What includes.txt says: header -> the headers that Jazzy's includes."""
    return {header: set(behind.split()) for header, behind in rows(REACH / "includes.txt")}


def read_jazzy(folder: pathlib.Path, wanted: set) -> tuple:
    """(package -> what it brings, header -> its includes) of the sources in a folder."""
    packages, includes = {}, {}
    with tempfile.TemporaryDirectory() as tree:
        found = sources(folder, pathlib.Path(tree))
        for name in sorted(found.keys() & wanted):
            packages[name], of_package = jazzys_package(found[name])
            includes.update(of_package)
    return packages, includes


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__.splitlines()[2].removeprefix("usage: "))
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--jazzy", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    our = ours(options.build)
    if options.jazzy:
        jazzy, includes = read_jazzy(options.jazzy, set(our))
        print(f"without sources: {' '.join(sorted(our.keys() - jazzy.keys()))}")
        if options.write:
            write_facts({**facts(), **jazzy})
            write_includes({**include_facts(), **includes},
                           set().union(*(package.headers for package in our.values())))
        elif jazzy != {name: facts().get(name, Package()) for name in jazzy}:
            print("packages.txt is not what these sources say: --write brings it up to date")
    else:
        print("the sources of Jazzy were not looked at: give --jazzy FOLDER for that")
    lost = differences(facts(), our) + include_differences(include_facts(), options.build)
    lost = unexplained(lost, reasons())
    print("\n".join(lost))
    print(f"{len(lost)} differences without a reason, of {len(facts())} packages")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
