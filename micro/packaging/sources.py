#!/usr/bin/python3
"""Writes all that a board compiles into one folder: client, rcl, rclc, and the C of messages.

usage: sources.py FOLDER [--packages NAME ...] [--define XRCE_MTU=1024 ...] [--profile FILE]

FOLDER/src is the only include folder, and all of its sources belong to the program. Beside it lie
the files that make FOLDER a library of Arduino and PlatformIO, a component of ESP-IDF, a module of
Zephyr, and a project of CMake that installs a static library. Works in Ranvier's tree, and from
share/ranvier_micro of an installed prefix.
"""
import argparse
import pathlib
import re
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MICRO = HERE.parent
IN_TREE = (MICRO.parent / "interfaces").is_dir()
SHARE = MICRO.parents[1]  # of a prefix
GENERATOR = MICRO.parent / "rosidl" if IN_TREE else SHARE / "rosidl_default_generators"
PACKAGES = ("std_msgs", "std_srvs", "geometry_msgs", "sensor_msgs", "nav_msgs", "trajectory_msgs",
            "diagnostic_msgs", "example_interfaces", "rcl_interfaces", "lifecycle_msgs",
            "action_msgs")
# Sources of rcl and rclc that need messages, which not everybody takes.
NEED = {"rcl_interfaces": ("parameter.c", "parameter_services.c"),
        "lifecycle_msgs": ("lifecycle.c", "lifecycle_states.c"),
        "action_msgs": ("action.c", "action_client.c", "action_server.c")}
BUILD_FILES = ("library.properties", "library.json", "idf_component.yml", "Kconfig.projbuild",
               "CMakeLists.txt", "ranvier_micro.pc.in", "zephyr/module.yml",
               "zephyr/CMakeLists.txt", "zephyr/Kconfig", "zephyr/udp_transport.c",
               "zephyr/serial_transport.c", "zephyr/include/microros_transports.h")
# Ways to the agent by what one system has: {files here: their folder in src}.
OF_SYSTEMS = {"arduino/*.h": "", "arduino/*.cpp": "", "esp_idf/*.h": "",
              "esp_idf/*.c": "ranvier_micro", "*.c": "ranvier_micro", "udp.h": "ranvier_micro"}
EXAMPLE = "counter"
# Systems that bring a clock and a sleep (system.c).
SLEEP = """
#if defined(__AVR__)
#error "ranvier_micro: the C library of AVR has no struct timespec; take a board of 32 bits"
#endif
#if defined(ESP_PLATFORM) || defined(__ZEPHYR__) || defined(ARDUINO)
#ifndef RANVIER_MICRO_SLEEP
#define RANVIER_MICRO_SLEEP ranvier_micro_sleep
#endif
#endif

#endif
"""
OF_POSIX = ("transport/discovery.c", "transport/posix.c")
MADE = "/* Made by micro/packaging/sources.py; changes here are lost. */\n"
ALL_IN_ONE = """#ifndef RANVIER_MICRO_H
#define RANVIER_MICRO_H

#include "ranvier_micro/session/publish.h"
#include "ranvier_micro/session/time.h"
#include "ranvier_micro/transport/framed.h"

#endif
"""


class Fault(Exception):
    """What cannot be made, in words for who asked."""


def version():
    if IN_TREE:
        text = (MICRO.parent / "CMakeLists.txt").read_text(encoding="utf-8")
        return re.search(r"^project\(\w+ VERSION ([\d.]+)", text, re.M)[1]
    return (HERE / "VERSION").read_text(encoding="utf-8").strip()


def folder_of(package):
    """Where the msg, srv and action of a package lie; `package` is a name or such a folder."""
    as_path = pathlib.Path(package)
    if as_path.is_dir() and files_of(as_path):
        return as_path.resolve()
    known = (MICRO.parent / "interfaces" if IN_TREE else SHARE) / package
    if "/" in package or not files_of(known):
        raise Fault(f"there is no package of messages '{package}' in {known.parent}, and no such "
                    "folder with msg/, srv/ or action/: give the folder of the package")
    return known


def name_of(folder):
    """What package.xml says, where there is one; else the folder's name."""
    manifest = folder / "package.xml"
    text = manifest.read_text(encoding="utf-8") if manifest.exists() else ""
    found = re.search(r"<name>\s*([\w-]+)\s*</name>", text)
    return found[1] if found else folder.name


def files_of(folder):
    return sorted(str(path.relative_to(folder)) for kind in ("msg", "srv", "action")
                  for path in folder.glob(f"{kind}/*.{kind}"))


def used_by(folder):
    """The names of the packages that these definitions name."""
    files = files_of(folder)
    names = set()
    for file in files:
        text = re.sub(r"#.*", "", (folder / file).read_text(encoding="utf-8"))
        names |= set(re.findall(r"^\s*([a-z]\w*)/(?:msg/)?[A-Z]\w*", text, re.M))
    if any(file.endswith(".srv") for file in files):
        names.add("service_msgs")
    if any(file.endswith(".action") for file in files):
        names |= {"action_msgs", "unique_identifier_msgs", "builtin_interfaces"}
    return names - {name_of(folder)}


def closure(packages):
    """{name: folder} of these packages and of all that they use."""
    given = {name_of(folder): folder for folder in map(folder_of, packages)}
    found = {}
    rest = list(given)
    while rest:
        name = rest.pop()
        if name not in found:
            found[name] = given.get(name) or folder_of(name)
            rest += sorted(used_by(found[name]) - set(found))
    return found


def config(defines):
    """config.h with other maxima than the usual ones."""
    text = (MICRO / "config.h").read_text(encoding="utf-8")
    for word in defines:
        name, _, value = word.partition("=")
        if f"#ifndef {name}\n" not in text or not value:
            raise Fault(f"'{word}' sets no maximum of the client: give NAME=VALUE with a name of "
                        f"{MICRO / 'config.h'}")
        text = text.replace(f"#ifndef {name}\n#define {name} ",
                            f"#ifndef {name}\n#define {name} {value} // in place of ")
    text = re.sub(r" // in place of (.*)", r" /* in place of \1 */", text)
    return text.rstrip().removesuffix("#endif").rstrip() + "\n" + SLEEP


def copy(source, to, before="", after=""):
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(before + source.read_text(encoding="utf-8") + after, encoding="utf-8")


def write_client(src, packages, defines):
    unneeded = {name for package, names in NEED.items() if package not in packages
                for name in names}
    for path in sorted(MICRO.glob("*/*.[ch]")):
        inside = path.relative_to(MICRO)
        if inside.parts[0] not in ("wire", "session", "transport", "ros") or path.name in unneeded:
            continue
        if str(inside) in OF_POSIX:
            copy(path, src / "ranvier_micro" / inside, "#ifdef RANVIER_MICRO_POSIX\n",
                 "#else\ntypedef int only_of_posix;\n#endif\n")
        else:
            copy(path, src / "ranvier_micro" / inside)
    for pattern, to in OF_SYSTEMS.items():
        for path in sorted(HERE.glob(pattern)):
            copy(path, src / to / path.name)
    (src / "ranvier_micro/config.h").write_text(config(defines), encoding="utf-8")
    (src / "ranvier_micro.h").write_text(MADE + ALL_IN_ONE, encoding="utf-8")
    runtime = [MICRO.parent / "api" / name / "include" if IN_TREE else SHARE.parent / "include" / name
               for name in ("rosidl_runtime_c", "rosidl_typesupport_interface")]
    for root in (MICRO / "ros/include", *runtime):
        for path in sorted(root.rglob("*.h")):
            copy(path, src / path.relative_to(root))


def write_messages(src, packages, profile):
    sys.path.insert(0, str(GENERATOR))
    from ranvier_rosidl import micro  # pylint: disable=import-outside-toplevel
    for name, folder in packages.items():
        try:
            micro.generate(name, files_of(folder), packages, src / "generated", profile)
        except (LookupError, ValueError, OSError) as error:
            raise Fault(f"package '{name}': {error}") from error
    for path in sorted((src / "generated").rglob("*.[ch]")):
        inside = path.relative_to(src / "generated")
        to = src / inside.relative_to("include") if path.suffix == ".h" else \
            src / path.stem.removesuffix("__micro") / path.name
        to.parent.mkdir(parents=True, exist_ok=True)
        path.rename(to)
    shutil.rmtree(src / "generated", ignore_errors=True)


def check_ours(folder, headers, names):
    """Raises Fault when one of these is somebody else's: an earlier run left its mark in `headers`."""
    made = folder / headers / "ranvier_micro.h"
    if made.exists() and made.read_text(encoding="utf-8").startswith(MADE):
        return
    for name in names:
        if (folder / name).exists():
            raise Fault(f"{folder / name} is there, and not of an earlier run: name another folder")


def write(folder, packages=PACKAGES, defines=(), profile=None):
    """All files, in place of an earlier run's. Raises Fault, and then has changed none."""
    found = closure(packages)
    check_ours(folder, "src", ("src", *BUILD_FILES))
    with tempfile.TemporaryDirectory() as name:
        src = pathlib.Path(name) / "src"
        write_client(src, found, defines)
        write_messages(src, found, profile)
        if (folder / "src").exists():
            shutil.rmtree(folder / "src")
        shutil.copytree(src, folder / "src")
    for name in BUILD_FILES:
        text = (HERE / name).read_text(encoding="utf-8")
        to = folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text.replace("@VERSION@", version()), encoding="utf-8")
    copy(HERE / f"arduino/{EXAMPLE}.ino", folder / f"examples/{EXAMPLE}/{EXAMPLE}.ino")
    for path in sorted((MICRO / "boards/mps2_an385").glob("*")):
        copy(path, folder / "boards/mps2_an385" / path.name)


def arguments_of(description):
    arguments = argparse.ArgumentParser(description=description)
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--packages", nargs="+", default=PACKAGES, metavar="PACKAGE",
                           help="of messages, by name or by folder (default: %(default)s)")
    arguments.add_argument("--define", action="append", default=[], metavar="XRCE_MTU=1024",
                           help="another maximum than config.h has")
    arguments.add_argument("--profile", type=pathlib.Path, metavar="FILE",
                           help="capacities of texts and sequences: messages get memory of their own")
    return arguments


def main():
    args = arguments_of(__doc__.splitlines()[0]).parse_args()
    try:
        write(args.folder, args.packages, args.define, args.profile)
    except (Fault, OSError) as fault:
        sys.exit(f"{sys.argv[0]}: {fault}")


if __name__ == "__main__":
    main()
