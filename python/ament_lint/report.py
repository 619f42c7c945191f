"""Files to look at, and reports in words and as xunit.

The options, the folders that are left out and the results are those of ament's linters; the
looking is done by the tools that Debian and PyPI have. Where a tool is missing, nothing fails.
Threads: one.
"""
import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
import unittest
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr


class Finding(NamedTuple):
    """What is wrong at one place; line is 0 where it is the whole file."""

    path: str
    line: int
    code: str
    text: str

    def __str__(self):
        where = f"{self.path}:{self.line}" if self.line else self.path
        return f"{where}: {self.code} {self.text}"


class Missing(Exception):
    """The tool is not installed; the words say how to get it."""


def parser(description):
    """Give a parser with the options that every linter has."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("paths", nargs="*", default=[os.curdir], help="files and folders (default: .)")
    made.add_argument("--exclude", nargs="*", default=[], metavar="NAME", dest="excludes",
                      help="files and folders to leave out")
    made.add_argument("--xunit-file", help="the report, as XML")
    return made


def files(paths, suffixes, excludes=()):
    """Give the files below the paths, in order.

    A folder with the file AMENT_IGNORE is left out, and one whose name begins with '.' or '_'.
    """
    excluded = set(excludes) | {os.path.abspath(path) for path in excludes}

    def stays(folder, name):
        return not excluded & {name, os.path.abspath(os.path.join(folder, name))}

    found = [os.path.normpath(path) for path in paths if os.path.isfile(path)]
    for path in filter(os.path.isdir, paths):
        for folder, folders, names in os.walk(path):
            if "AMENT_IGNORE" in names:
                folders.clear()
                continue
            folders[:] = sorted(name for name in folders
                                if name[0] not in "._" and stays(folder, name))
            found += [os.path.normpath(os.path.join(folder, name)) for name in sorted(names)
                      if name.endswith(tuple(suffixes)) and stays(folder, name)]
    return found


def module_words(module, debian):
    """Give the words that run a module of this Python. @throws Missing: it has no such module."""
    if importlib.util.find_spec(module) is None:
        raise Missing(f"{module} is not installed: sudo apt install {debian}, or pip install {module}")
    return [sys.executable, "-m", module]


def program(name, debian):
    """Give the path of a program. @throws Missing: PATH has none of that name."""
    path = shutil.which(name)
    if path is None:
        raise Missing(f"{name} is not installed: sudo apt install {debian}")
    return path


def look_at_python(args, words, options, pattern):
    """
    Run a tool over the Python sources that `args` names; not at all if there are none.

    :param words: the command of the tool; :param options: what follows it, before the files.
    @return the files, and what run_tool() found in them.
    """
    found = files(args.paths, [".py"], args.excludes)
    return (found, run_tool(words + options + found, pattern)) if found else ([], [])


def run_tool(words, pattern, found_status=(0, 1)):
    """Run a tool and give its findings.

    @param pattern: of one finding, with the groups path, line, code and text
    @throws RuntimeError: it ended with a status that stands for no finding
    """
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    findings = [Finding(os.path.normpath(match["path"]), int(match["line"]), match["code"],
                        match["text"]) for match in re.finditer(pattern, done.stdout, re.MULTILINE)]
    if done.returncode not in found_status or (done.returncode and not findings):
        raise RuntimeError(f"'{words[2] if words[1] == '-m' else words[0]}' ended with status "
                           f"{done.returncode}: {done.stderr.strip() or done.stdout.strip()}")
    return findings


def report(linter, args, look):
    """Look, and say what was found. @return the status of the program, and the findings.

    Without the tool it says so on one line. A test of pytest is skipped then; a program ends
    with 0, and its xunit file has one skipped test.
    @param look: gives the files and the findings, or throws Missing
    """
    started = time.monotonic()
    try:
        looked_at, findings = look()
    except Missing as missing:
        words = f"ament_{linter}: skipped: {missing}"
        if "PYTEST_CURRENT_TEST" in os.environ:
            raise unittest.SkipTest(words) from None
        print(words)
        _write(args, [(linter, f"<skipped message={quoteattr(str(missing))}/>")], 0, started)
        return 0, []
    except RuntimeError as failure:
        print(f"ament_{linter}: {failure}", file=sys.stderr)
        return 1, [Finding("ament_" + linter, 0, "E", str(failure))]
    for finding in findings:
        print(finding, file=sys.stderr)
    print(f"\n{len(looked_at)} files checked")
    print(f"{len(findings)} errors" if findings else "No problems found")
    cases = [(str(found), f"<failure message={quoteattr(found.text)}/>") for found in findings]
    _write(args, cases or [(linter, "")], len(findings), started)
    return (1 if findings else 0), findings


def _write(args, cases, failures, started):
    """Write the xunit file that the arguments name, if they do."""
    if not args.xunit_file:
        return
    path = os.path.abspath(args.xunit_file)
    package = os.path.basename(os.path.dirname(path))
    name = f"{package}.{os.path.basename(path).split('.')[0]}"
    text = "".join(f"  <testcase name={quoteattr(case)} classname={quoteattr(name)}>{inner}</testcase>\n"
                   for case, inner in cases)
    skipped = sum(inner.startswith("<skipped") for _, inner in cases)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="{escape(name)}" '
                   f'tests="{len(cases)}" errors="0" failures="{failures}" skipped="{skipped}" '
                   f'time="{time.monotonic() - started:.3f}">\n{text}</testsuite>\n')
