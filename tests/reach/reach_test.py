"""Each public header alone brings the names that Jazzy's header of that name brings.

usage: reach_test.py <root of the project> <build folder> <C++ compiler> [header...]
"""
from __future__ import annotations

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT, BUILD, COMPILER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
ONLY = set(sys.argv[4:])
HERE = pathlib.Path(__file__).parent
ROW = re.compile(r"^([\w./]+):(?!:)(.*)$")
FOLDERS = [*(ROOT / "api").glob("*/include"), *(BUILD / "forwards").glob("*"),
           *(BUILD / "interfaces").glob("*/include"), BUILD / "view/codec"]
# What templates are instantiated with: headers that declare no template of the API.
SAMPLES = {"builtin_interfaces::": "builtin_interfaces/msg/time.hpp",
           "std_srvs::": "std_srvs/srv/empty.hpp",
           "example_interfaces::": "example_interfaces/action/fibonacci.hpp"}
BUDGET = 65  # headers of api/; those of messages come beside them


def rows(name: str) -> dict:
    text = re.sub(r"\n +", " ", (HERE / name).read_text())
    found = (ROW.match(line) for line in text.splitlines() if line and not line.startswith("#"))
    return {match[1]: match[2].strip() for match in found}


def graph() -> tuple:
    """Header -> what it declares, and header -> the headers that it includes."""
    names, includes = {}, {}
    for header, what in rows("names.txt").items():
        own, _, behind = what.partition("|")
        names[header], includes[header] = own.split(), behind.split()
    return names, includes


NAMES, INCLUDES = graph()
LEFT_OUT = rows("left_out.txt")


def reached(header: str) -> list:
    """The headers behind one, itself first, without those that are left out."""
    order, stack = {}, [header]
    while stack:
        one = stack.pop()
        if one not in order:
            order[one] = None
            stack += INCLUDES.get(one, [])
    return [one for one in order if one == header or one not in LEFT_OUT]


def use(name: str, number: int) -> str:
    """A line that compiles if and only if the name can be used."""
    if name.startswith("#"):
        return f'#ifndef {name[1:]}\n#line {number + 1} "names"\n#error {name[1:]}\n#endif'
    if name.startswith("="):
        return f"static_assert({name[1:]});"
    if name.endswith("{}"):
        return f"static_assert(sizeof(::{name[:-2]}) != 0);"
    return f"namespace check{number} {{ using ::{name}; }}"


def source(header: str, names: list) -> str:
    lines = [f'#include "{header}"']
    with_types = [one for one in enumerate(names) if "<" in one[1]]
    for number, name in [one for one in enumerate(names) if "<" not in one[1]]:
        lines += [f'#line {number + 1} "names"', use(name, number)]
    lines += [f'#include "{sample}"' for space, sample in SAMPLES.items()
              if any(space in name for _, name in with_types)]
    for number, name in with_types:
        lines += [f'#line {number + 1} "names"', use(name, number)]
    return "\n".join(lines) + "\n"


def missing(header: str, names: list) -> list:
    """The names that a file cannot use which includes this header and nothing else."""
    with tempfile.NamedTemporaryFile("w", suffix=".cc") as file:
        file.write(source(header, names))
        file.flush()
        done = subprocess.run(
            [COMPILER, "-std=c++17", "-fsyntax-only", "-w", file.name,
             *(f"-I{folder}" for folder in FOLDERS)], capture_output=True, text=True)
    numbers = {int(line) for line in re.findall(r"^names:(\d+):\d+: .*error", done.stderr, re.M)}
    lost = [names[min(number, len(names)) - 1] for number in sorted(numbers)]
    return lost if lost or done.returncode == 0 else [done.stderr[:2000]]


def place(header: str):
    return next((folder / header for folder in FOLDERS if (folder / header).is_file()), None)


def batches() -> dict:
    """Headers that include the same -> the names that any of them must bring."""
    same = {}
    for header in NAMES:
        file = place(header) if "/" in header else None
        if file is None or (ONLY and header not in ONLY):
            continue
        forwards = BUILD / "forwards" in file.parents
        key = tuple(re.findall(r'#include "(.*)"', file.read_text())) if forwards else header
        first, names = same.setdefault(key, (header, {}))
        names.update((name, None) for one in reached(header) for name in NAMES.get(one, []))
    return {header: list(names) for header, names in same.values()}


class Reach(unittest.TestCase):
    def test_each_header_alone_brings_what_jazzys_brings(self):
        jobs = batches()
        self.assertGreater(len(jobs), 0 if ONLY else 100)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(missing, jobs, jobs.values()))
        lost = [f"{header}: {' '.join(names)}" for header, names in zip(jobs, results) if names]
        self.assertEqual(lost, [], "\nnot reached:\n" + "\n".join(lost))

    def test_a_name_that_a_header_does_not_bring_is_found(self):
        names = ["rclcpp::Node{}", "std::shared_ptr", "#RCLCPP_INFO", "rclcpp::no_such_function"]
        self.assertEqual(missing("rclcpp/macros.hpp", names),
                         ["rclcpp::Node{}", "#RCLCPP_INFO", "rclcpp::no_such_function"])
        self.assertEqual(missing("rclcpp/node.hpp", names), ["rclcpp::no_such_function"])

    def test_what_is_left_out_has_names(self):
        self.assertEqual([header for header in LEFT_OUT if not NAMES.get(header)], [])

    def test_few_files_lie_behind_the_umbrella(self):
        with tempfile.NamedTemporaryFile("w", suffix=".cc") as file:
            file.write('#include "rclcpp/rclcpp.hpp"\n')
            file.flush()
            files = subprocess.run(
                [COMPILER, "-std=c++17", "-M", file.name, *(f"-I{one}" for one in FOLDERS)],
                capture_output=True, text=True, check=True).stdout.split()
        own = [one for one in files if one.startswith((str(ROOT), str(BUILD)))
               and "/interfaces/" not in one]
        self.assertGreater(len(own), 10)
        self.assertLessEqual(len(own), BUDGET, "\n".join(own))


unittest.main(argv=sys.argv[:1])
