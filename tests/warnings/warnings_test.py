"""Users' code compiles without a warning from our headers, with what stacks ask for.

usage: warnings_test.py <root of the project> <build folder> <C++ compiler>
"""
from __future__ import annotations

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT, BUILD, COMPILER = (pathlib.Path(path) for path in sys.argv[1:4])
PROGRAM = pathlib.Path(__file__).parent / "user_program.cc"
# As the users' own (-I): a compiler says nothing of headers that are the system's.
FOLDERS = [*(ROOT / "api").glob("*/include"), *(BUILD / "forwards").glob("*"),
           *(BUILD / "interfaces").glob("*/include"), BUILD / "view/codec"]
WARNINGS = ("-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnull-dereference -Wdeprecated "
            "-Werror").split()
CLANG = shutil.which("clang++")
# -O2 finds what only the middle end sees; the front end is the same at every level.
CHECKS = [(COMPILER, "-std=c++17", "-O2", "-c"), (COMPILER, "-std=c++20", "-fsyntax-only"),
          (COMPILER, "-std=c++23", "-fsyntax-only")]
if CLANG:
    CHECKS += [(CLANG, "-std=c++17", "-fsyntax-only"), (CLANG, "-std=c++2b", "-fsyntax-only")]


def said(check: tuple, file: pathlib.Path, *more: pathlib.Path) -> str:
    """What the compiler says; empty if nothing."""
    done = subprocess.run(
        [*map(str, check), *WARNINGS, *(f"-I{folder}" for folder in (*FOLDERS, *more)),
         "-o", os.devnull, str(file)], capture_output=True, text=True)
    return done.stderr or ("" if done.returncode == 0 else f"exit {done.returncode}")


def every_header() -> str:
    """A source that includes every C++ header of the prefix."""
    names = {path.relative_to(folder).as_posix()
             for folder in FOLDERS if "interfaces" not in folder.parts and folder.name != "codec"
             for path in folder.rglob("*.hpp")}
    names = sorted(name for name in names if "ranvier" not in name)
    assert len(names) > 100, names
    return "".join(f'#include "{name}"\n' for name in names)


class Warnings(unittest.TestCase):
    maxDiff = None

    def test_a_users_program_compiles_without_one(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            texts = list(pool.map(lambda check: said(check, PROGRAM), CHECKS))
        for check, text in zip(CHECKS, texts):
            self.assertEqual(text[:4000], "", f"with {check}")

    def test_every_header_compiles_without_one(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "every_header.cc"
            file.write_text(every_header())
            for check in (CHECKS[0][:2] + ("-fsyntax-only",), *CHECKS[3:4]):
                self.assertEqual(said(check, file)[:4000], "", f"with {check}")

    def test_faults_of_headers_are_found(self):
        faults = {"shadow": "inline int f(int a) {\n  {int a = 3; (void)a;}\n  return a;\n}\n",
                  "conversion": "inline int f(long a) {return a;}\n",
                  "maybe-uninitialized":
                  "inline int f(int a) {\n  int b;\n  if (a > 1) {b = a;}\n  return b;\n}\n"}
        for option, header in faults.items():
            with tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder)
                (root / "bad.hpp").write_text("#pragma once\n" + header)
                (root / "bad.cc").write_text(
                    '#include "bad.hpp"\nint main(int count, char **) {return f(count);}\n')
                self.assertIn(f"-Werror={option}", said(CHECKS[0], root / "bad.cc", root))


unittest.main(argv=sys.argv[:1])
