#!/usr/bin/env python3
"""Whether packages that were compiled with a release run with these: compares types by abidiff.

usage: check_abi.py <folder of the release's packages> [<folder of these packages>]

Each folder has ranvier_*.deb, ranvier-dev_*.deb and ranvier-dbgsym_*.deb of this machine's architecture; the second one
is dist unless given. Of each library that packages link to (tests/house/symbols_test.py) abidiff (apt install abigail-tools)
compares the functions and the types in public headers: sizes, where members lie, virtual functions. What is new is no
fault. Ends with 1 where something changed, and with 2 where it cannot compare.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/house"))
import symbols_test  # noqa: E402  pylint: disable=wrong-import-position

PARTS = ("ranvier", "ranvier-dev", "ranvier-dbgsym")
ERROR, USAGE, CHANGED = 1, 2, 4  # what abidiff's status is made of


def unpack(packages, folder):
    """The files of the packages of one release, below `folder`."""
    architecture = subprocess.run(["dpkg", "--print-architecture"], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout.strip()
    for part in PARTS:
        found = [*packages.glob(f"{part}_*_{architecture}.*deb")]  # Ubuntu calls those of symbols .ddeb
        if len(found) != 1:
            fail(f"'{packages}' has {len(found)} packages {part}_*_{architecture}.deb: it must have one, as make deb "
                 "gives them")
        subprocess.run(["dpkg-deb", "--extract", found[0], folder], check=True)
    return folder


def fail(words):
    print(f"check_abi: {words}", file=sys.stderr)
    sys.exit(2)


def words_of(number, root):
    """What abidiff is told of one side."""
    return (f"--debug-info-dir{number}", root / "usr/lib/debug", f"--headers-dir{number}", root / "opt/ranvier/include")


def check_types(root, library):
    """Its symbols have types: without, abidiff compares names alone, and finds that nothing has changed."""
    said = subprocess.run(["readelf", "--notes", root / library], check=True, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout
    build_id = re.search(r"Build ID: (\w+)", said)[1]
    symbols = root / f"usr/lib/debug/.build-id/{build_id[:2]}/{build_id[2:]}.debug"
    if not symbols.exists():
        fail(f"the packages have no symbols of {symbols.name.partition('.')[0]} ({library}): are they of one build?")
    kinds = subprocess.run(["readelf", "--debug-dump=abbrev", symbols], check=True, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    if "DW_TAG_pointer_type" not in kinds:
        fail(f"the symbols of {library} have no types: packages of make deb of this release have them")


def compare(name, before, after):
    """What abidiff says of one library, or nothing."""
    library = f"opt/ranvier/lib/lib{name}.so"
    if not (after / library).exists():
        return f"lib{name}.so is gone"
    for root in (before, after):
        check_types(root, library)
    done = subprocess.run(["abidiff", "--no-added-syms", "--drop-private-types", "--no-show-locs",
                           "--fail-no-debug-info", *words_of(1, before), *words_of(2, after), before / library,
                           after / library], check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode & (ERROR | USAGE):
        fail(f"abidiff cannot compare lib{name}.so: {done.stdout.strip()}")
    return done.stdout if done.returncode & CHANGED else ""


def main(release, packages="dist"):
    with tempfile.TemporaryDirectory(prefix="ranvier-abi-") as folder:
        before, after = (unpack(pathlib.Path(one), pathlib.Path(folder, side))
                         for one, side in ((release, "before"), (packages, "after")))
        names = [name for name in symbols_test.LIBRARIES
                 if name != "ranvier" and (before / f"opt/ranvier/lib/lib{name}.so").exists()]
        changed = {name: said for name in names if (said := compare(name, before, after))}
    for name, said in changed.items():
        print(f"lib{name}.so:\n{said}")
    print(f"{len(names)} libraries compared, {len(changed)} changed{': ' if changed else ''}{', '.join(changed)}")
    sys.exit(bool(changed))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except FileNotFoundError as error:
        fail(f"'{error.filename}' is not here: apt install {'abigail-tools' if error.filename == 'abidiff' else 'dpkg'}")
