#!/usr/bin/python3
"""Builds every ROS 2 package of a folder against an installed Ranvier, runs its tests, and prints
a row of docs/public_packages.md for each.

usage: tools/try_packages.py SOURCES PREFIX [--work DIR] [--only REGEX] [--skip REGEX] [--jobs N]

SOURCES holds packages as users clone them, at any depth. PREFIX is what `make install PREFIX=...`
made. What was built stays in --work (default: SOURCES/../try): a package that was built there is
not built again, so give an empty folder to begin anew. Ends with 0 when every package is built.
"""
import argparse
import dataclasses
import datetime
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

from catkin_pkg.packages import find_packages

BUILD_SECONDS = 3600
TEST_SECONDS = 900


@dataclasses.dataclass
class Package:
    name: str
    folder: pathlib.Path
    kind: str
    version: str
    needs: set
    needs_to_run: set


@dataclasses.dataclass
class Outcome:
    package: Package
    built: bool
    tests: str = ""
    reason: str = ""


class Workspace:
    """Where packages are built, with what the prefix's setup.bash sets."""

    def __init__(self, sources, prefix, work, jobs):
        self.sources, self.prefix, self.work, self.jobs = sources, prefix, work, jobs
        work.mkdir(parents=True, exist_ok=True)

    def colcon(self, words, log, seconds):
        """Runs colcon; what it printed goes to `log`. True if it succeeded."""
        setup = self.work / "install/setup.bash"
        sourced = f". '{setup if setup.exists() else self.prefix / 'setup.bash'}'"
        # ament's Python modules are those of the distribution.
        command = f"{sourced} && export PATH=/usr/bin:$PATH && exec colcon --log-base '{self.work}/log' {words}"
        path = self.work / "logs" / log
        path.parent.mkdir(exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            try:
                done = subprocess.run(["bash", "-c", command], stdout=out, stderr=subprocess.STDOUT,
                                      cwd=self.work, timeout=seconds, check=False)
            except subprocess.TimeoutExpired:
                out.write(f"error: not done after {seconds} s\n")
                return False
        return done.returncode == 0

    def packages(self):
        """All packages, each after those that it needs."""
        found = find_packages(str(self.sources))
        for described in found.values():
            described.evaluate_conditions({"ROS_VERSION": "2", "ROS_DISTRO": "jazzy"})
        names = {described.name for described in found.values()}
        return in_order(
            [Package(described.name, self.sources / folder, described.get_build_type(),
                     described.version, needs_of(described, False) & names,
                     needs_of(described, True) & names)
             for folder, described in sorted(found.items())])

    def build(self, package, with_tests, absent):
        """`absent` are not built: who needs one at run time is built without it."""
        return self.colcon(
            f"build --base-paths '{self.sources}' --packages-select {package.name} {ignored(absent)}"
            f"--merge-install "
            f"--parallel-workers 1 --event-handlers console_direct+ --cmake-args "
            f"-DBUILD_TESTING={'ON' if with_tests else 'OFF'} -DCMAKE_BUILD_TYPE=Release "
            f"-DCMAKE_BUILD_PARALLEL_LEVEL={self.jobs} -GNinja",
            f"{package.name}.build", BUILD_SECONDS)

    def test(self, package, absent):
        """Those of `absent` are not asked for. True if the tests ran, whatever came of them."""
        return self.colcon(
            f"test --base-paths '{self.sources}' --packages-select {package.name} {ignored(absent)}--merge-install "
            f"--event-handlers console_direct+ --ctest-args -j1 --timeout 120",
            f"{package.name}.test", TEST_SECONDS)

    def log(self, package, what):
        return (self.work / "logs" / f"{package.name}.{what}").read_text(errors="replace")


def ignored(absent):
    """The words by which colcon does not ask for packages that are not there."""
    return f"--packages-ignore {' '.join(sorted(absent))} " if absent else ""


def needs_of(described, running):
    """What must be built before a package and its users; or, `running`, be there to run and test it."""
    lists = [described.build_depends, described.buildtool_depends, described.build_export_depends]
    if running:
        lists = [described.exec_depends, described.test_depends]
    return {each.name for needs in lists for each in needs if each.evaluated_condition}


def in_order(packages):
    """Each package after those that it needs, also to run: colcon looks for these, too."""
    by_name = {package.name: package for package in packages}
    ordered, begun = [], set()

    def visit(package):
        if package.name in begun:
            return
        begun.add(package.name)
        for name in sorted(package.needs) + sorted(package.needs_to_run):
            visit(by_name[name])
        ordered.append(package)

    for package in packages:
        visit(package)
    return ordered


def count_tests(folder):
    """(passed, all, failed by name) of the xUnit files below a folder."""
    passed, total, failed = 0, 0, []
    for path in sorted(folder.glob("test_results/**/*.xml")):
        try:
            cases = list(ET.parse(path).getroot().iter("testcase"))
        except ET.ParseError:
            continue
        for case in cases:
            if case.find("skipped") is not None or case.get("status") == "notrun":
                continue
            total += 1
            if case.find("failure") is None and case.find("error") is None:
                passed += 1
            else:
                failed.append(f"{path.name.split('.')[0]} {case.get('name')}")
    return passed, total, failed


def first_error(log):
    """The line that says best why a build failed."""
    for pattern in (r'provided by "\w+"', r"(?:fatal )?error: (?!loading).*",
                    r"CMake Error.*(?:\n.*){1,3}", r"undefined reference to .*", r".*Error.*"):
        found = re.search(pattern, log)
        if found:
            return " ".join(found.group(0).replace("provided by", "no package").split())[:160]
    return "see the log"


def try_package(workspace, package, absent):
    """Builds and tests one; `absent` has the names of those that are not there."""
    behind = sorted(package.needs & absent)
    if behind:
        return Outcome(package, False, reason=f"stands behind {behind[0]}")
    if package.kind not in ("ament_cmake", "cmake", "ament_python"):
        return Outcome(package, False, reason=f"is a package of kind {package.kind}")
    with_tests = workspace.build(package, True, absent)
    if not with_tests:
        why = first_error(workspace.log(package, "build"))
        if not workspace.build(package, False, absent):
            return Outcome(package, False, reason=first_error(workspace.log(package, "build")))
        return Outcome(package, True, "not built", why)
    if not workspace.test(package, absent):
        return Outcome(package, True, "not run", first_error(workspace.log(package, "test")))
    passed, total, names = count_tests(workspace.work / "build" / package.name)
    return Outcome(package, True, f"{passed} of {total}" if total else "none", ", ".join(names)[:300])


def commit_of(folder):
    """The commit of the clone that a package is in, or what the file .commit beside it says."""
    for each in (folder, *folder.parents):
        if (each / ".git").exists():
            done = subprocess.run(["git", "-C", str(each), "rev-parse", "--short", "HEAD"],
                                  capture_output=True, text=True, check=False)
            return done.stdout.strip()
        if (each / ".commit").exists():
            return (each / ".commit").read_text(encoding="utf-8").split()[-1]
    return ""


def row_of(outcome, date):
    package = outcome.package
    version = f"{package.version} {commit_of(package.folder)}".strip()
    cells = (package.name, version, "yes" if outcome.built else "**no**", outcome.tests, date,
             outcome.reason.replace("|", "\\|"))
    return "| " + " | ".join(cells) + " |"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--only", default="", help="packages whose names match, and what building them needs")
    parser.add_argument("--skip", default="^$", help="packages whose names match")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    if not (given.prefix / "setup.bash").exists():
        parser.error(f"'{given.prefix}' has no setup.bash. Make one: make install PREFIX={given.prefix}")
    return given


def wanted(packages, only):
    """Those whose names match, with all that they need; in the order given."""
    names = {package.name for package in packages if re.search(only, package.name)}
    for package in reversed(packages):
        if package.name in names:
            names.update(package.needs)
    return [package for package in packages if package.name in names]


def main():
    given = arguments()
    sources = given.sources.resolve()
    workspace = Workspace(sources, given.prefix.resolve(),
                          (given.work or sources.parent / "try").resolve(), given.jobs)
    all_packages = workspace.packages()
    chosen = [each for each in wanted(all_packages, given.only)
              if not re.search(given.skip, each.name)]
    absent = {each.name for each in all_packages} - {each.name for each in chosen}
    built = 0
    date = datetime.date.today().isoformat()
    print("| package | version, commit | built | tests passed | date | reason where not |\n"
          "|---|---|---|---|---|---|", flush=True)
    for package in chosen:
        outcome = try_package(workspace, package, absent)
        built += outcome.built
        if not outcome.built:
            absent.add(package.name)
        print(row_of(outcome, date), flush=True)
    print(f"{built} of {len(chosen)} packages are built", file=sys.stderr)
    return 0 if built == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
