"""Writes the C++ of one interface package, its C structs, and its Python modules.

    python3 -m ranvier_rosidl --package std_msgs --output build/std_msgs \
        --at std_msgs=interfaces/std_msgs --at builtin_interfaces=... \
        --sources 2 msg/Header.msg msg/String.msg ...

Headers go to OUTPUT/include, sources to OUTPUT/src/<package>__<n>.cpp, Python to OUTPUT/python.
"""
from __future__ import annotations

import argparse
import pathlib
import sys

from . import c_functions, c_struct, cpp, cpp_headers, cpp_source, cpp_struct, cpp_view, python
from .library import Library


def headers(definition, library) -> dict:
    """Path under include/ -> text, for one interface."""
    return {
        cpp.header(definition.name): cpp_headers.public_header(definition),
        cpp.header(definition.name, "struct"): cpp_struct.struct_header(definition),
        cpp.header(definition.name, "builder"): cpp_headers.builder_header(definition),
        cpp.header(definition.name, "traits"): cpp_headers.traits_header(definition, library),
        cpp.header(definition.name, "type_support"): cpp_headers.type_support_header(definition),
        cpp.header(definition.name, cpp_source.OURS): cpp_source.codec_header(definition, library),
        cpp_view.header_path(definition.name): cpp_view.view_header(definition, library),
        c_struct.header(definition.name): c_struct.public_header(definition),
        c_struct.header(definition.name, "struct"): c_struct.struct_header(definition),
        c_struct.header(definition.name, "functions"): c_functions.functions_header(definition),
    }


def generate(package: str, files, packages: dict, count: int, output: pathlib.Path) -> None:
    """Writes every file; raises LookupError or ValueError on a bad interface."""
    library = Library(packages)
    definitions = [library.interface(package, file) for file in files]
    for definition in definitions:
        for message in getattr(definition, "messages", (definition,)):
            library.check_nesting(message.name)
    for definition in definitions:
        for path, text in headers(definition, library).items():
            _write(output / "include" / path, text)
    for path, text in python.files(package, list(zip(files, definitions)), library).items():
        _write(output / "python" / path, text)
    for index in range(count):
        text = cpp_source.source(definitions[index::count], library)
        _write(output / "src" / f"{package}__{index}.cpp", text)


def _write(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _arguments():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--package", required=True)
    arguments.add_argument("--output", required=True, type=pathlib.Path)
    arguments.add_argument("--at", action="append", default=[], metavar="PACKAGE=FOLDER")
    arguments.add_argument("--sources", type=int, default=1, help="number of source files")
    arguments.add_argument("files", nargs="+", help="msg/X.msg, srv/Y.srv, action/Z.action")
    return arguments.parse_args()


def main() -> int:
    args = _arguments()
    packages = dict(pair.split("=", 1) for pair in args.at)
    try:
        generate(args.package, args.files, packages, args.sources, args.output)
    except (LookupError, ValueError, OSError) as error:
        print(f"Interface package '{args.package}': {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
