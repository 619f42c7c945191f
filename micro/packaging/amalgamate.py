#!/usr/bin/python3
"""Writes the client as one header and one source, for builds without our CMake.

usage: micro/packaging/amalgamate.py FOLDER

FOLDER/src gets ranvier_micro.h and ranvier_micro.c: wire, session and transports, without rcl and
rclc. Maxima are set with -D, as in config.h. A file's own names get its name in front, so that no
two files meet. What has rcl and rclc too, and the files of other builds: sources.py.
"""
import pathlib
import re
import sys

MICRO = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ("wire/cdr.c", "wire/create.c", "wire/message.c", "wire/serial.c", "session/entities.c",
           "session/history.c", "session/publish.c", "session/reliable.c", "session/session.c",
           "session/time.c", "transport/framed.c", "transport/discovery.c", "transport/posix.c")
HEADERS = ("session/publish.h", "session/time.h", "transport/framed.h")
OF_POSIX = ("transport/discovery.h", "transport/posix.h")
POSIX = "#if defined(__unix__) || defined(__APPLE__)\n"
INCLUDE = re.compile(r'^#include "(.*)"\n', re.M)
OWN_NAME = re.compile(r"^(?:static|typedef)\b[^;={]*?\b(\w+)(?:\[[^\]]*\])*\s*(?:\(|=|;)", re.M)


def with_includes(path, seen):
    """A header, behind those that it needs, each once."""
    if path in seen:
        return ""
    seen.add(path)
    text = path.read_text(encoding="utf-8")
    before = "".join(with_includes((path.parent / name).resolve(), seen)
                     for name in INCLUDE.findall(text))
    return before + INCLUDE.sub("", text)


def header():
    seen = set()
    usual = "".join(with_includes(MICRO / name, seen) for name in HEADERS)
    posix = "".join(with_includes(MICRO / name, seen) for name in OF_POSIX)
    return ("/* Ranvier's micro client in one header. Made by micro/packaging/amalgamate.py; changes "
            "here are lost. */\n" + usual + POSIX + posix + "#endif\n")


def source(path):
    """A source without its includes of ours, whose own names bear its name."""
    text = INCLUDE.sub("", path.read_text(encoding="utf-8"))
    text = re.sub(r"^#define _\w+_SOURCE\b.*\n", "", text, flags=re.M)
    names = sorted(set(OWN_NAME.findall(text)) - {"void"})
    renamed = "".join(f"#define {name} {path.stem}_c_{name}\n" for name in names)
    back = "".join(f"#undef {name}\n" for name in names)
    return f"\n/* {path.relative_to(MICRO)} */\n{renamed}{text}{back}"


def sources():
    usual = "".join(source(MICRO / name) for name in SOURCES
                    if name not in ("transport/discovery.c", "transport/posix.c"))
    posix = "".join(source(MICRO / name) for name in SOURCES
                    if name in ("transport/discovery.c", "transport/posix.c"))
    start = ("/* Ranvier's micro client in one source. Made by micro/packaging/amalgamate.py; changes "
             "here are lost. */\n" + POSIX +
             "#define _POSIX_C_SOURCE 200809L\n#define _DEFAULT_SOURCE\n#endif\n"
             '#include "ranvier_micro.h"\n')
    return start + usual + POSIX + posix + "#endif\n"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    write(folder / "src/ranvier_micro.h", header())
    write(folder / "src/ranvier_micro.c", sources())


if __name__ == "__main__":
    main()
