"""Tells which public names of ROS 2's C++ API a test of ours asserts.

usage: api_coverage.py check <root>             that every claim in tests/ is a known name
                                                which its test uses
       api_coverage.py same <root> <folder>     that each file of tests/coverage/names which has a
                                                list of the same name (rclcpp*.md) in a folder has
                                                the names of that list, no more, no less
       api_coverage.py run <root> <program>...  checks, runs test programs, prints what is
                                                missing; the last line is "public: N of M"

A name counts when a test with COVERS(scope, name) has run and passed. The names are those of
tests/coverage/names: headers at the margin, then lines `scope: name, name`, each with its tier
after a bar where it is not "public". "wait set" is what only users of wait sets and of their own
executors reach; "internal" is left out and says why.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

TIERS = ("public", "wait set", "internal")
SECONDS_A_PROGRAM = 600

Name = collections.namedtuple("Name", "header scope name")  # name "": the scope itself, a class
Claim = collections.namedtuple("Claim", "scope names body where")


class Wrong(Exception):
    """Bad input: what is wrong, where, and what to do."""


def plain(name):
    """A name as claims spell it: no parentheses, no space after `operator`."""
    name = re.sub(r"^operator (?=\W)", "operator", name.strip())
    return "operator()" if name.startswith("operator()") else name.removesuffix("()")


def split_tier(line, otherwise, where):
    """(what is before the bar, tier, reason)"""
    text, bar, mark = line.partition(" | ")
    if not bar:
        return text, *otherwise
    tier, _, reason = mark.partition(": ")
    if tier not in TIERS or (tier == "internal") != bool(reason):
        raise Wrong(f"{where}: '{mark}' is no tier: write public, wait set, or internal: <reason>")
    return text, tier, reason


def read_names(root, stems=None):
    """{Name: (tier, reason)} of tests/coverage/names, or of those files of it."""
    names = {}
    for path in sorted((root / "tests/coverage/names").glob("*.txt")):
        if stems is not None and path.stem not in stems:
            continue
        lines = re.sub(r"\n    +", " ", path.read_text()).splitlines()
        header, of_header = None, ("public", "")
        for line in lines:
            if line.startswith("#") or not line.strip():
                continue
            where = f"{path.name}: {line.strip()[:60]}"
            if line.startswith("<"):
                text, *of_header = split_tier(line, ("public", ""), where)
                header = text.strip("<>")
                continue
            text, tier, reason = split_tier(line.strip(), of_header, where)
            scope, _, rest = text.partition(": ")
            for name in rest.split(", "):
                key = Name(header, scope, plain(name))
                if key in names:
                    raise Wrong(f"{where}: '{key.name or scope}' is there twice")
                names[key] = (tier, reason)
    return names


def lists_of(folder):
    """The lists that others keep."""
    return sorted(folder.glob("rclcpp*.md"))


def read_lists(folder):
    """The names of those lists: markdown, a class a line."""
    for path in lists_of(folder):
        header = None
        for line in path.read_text().splitlines():
            if found := re.match(r"## <(.*)>", line):
                header = found[1]
            elif found := re.match(r"- \*\*(.*?)\*\*(?:: (.*))?$", line):
                for name in (found[2] or "").split(", "):
                    yield Name(header, found[1], plain(name))


def expanded(scope):
    """"a::{B,C}" as "a::B" and "a::C", as shells do it."""
    found = re.search(r"\{([^}]*)\}", scope)
    if not found:
        return [scope]
    return [each for word in found[1].split(",")
            for each in expanded(scope[:found.start()] + word.strip() + scope[found.end():])]


class Index:
    """Finds the name that a claim means."""

    def __init__(self, names):
        self.by_claim = collections.defaultdict(list)
        for key in names:
            self.by_claim[key.scope, key.name].append(key)
            self.by_claim[f"{key.header} {key.scope}", key.name].append(key)

    def find(self, scopes, name, where):
        """The names that a claim means: one, or one for each word in its braces."""
        return [self.find_one(scope, name, where) for scope in expanded(scopes)]

    def find_one(self, scope, name, where):
        found = self.by_claim.get((scope, plain(name)), [])
        if len(found) == 1:
            return found[0]
        what = f"{where}: COVERS(\"{scope}\", \"{name}\")"
        if not found:
            raise Wrong(f"{what}: no such name in tests/coverage/names")
        headers = ", ".join(f'"{key.header} {scope}"' for key in found)
        raise Wrong(f"{what} is in several headers: write one of {headers}")


# What uses an operator without its sign.
SIGNS_OF_MACROS = {"operator==": "_EQ(", "operator!=": "_NE(", "operator<": "_LT(",
                   "operator<=": "_LE(", "operator>": "_GT(", "operator>=": "_GE("}


def uses(body, scope, name):
    """Whether a test's body speaks of a name."""
    if not name:
        return all(re.search(rf"\b{re.escape(each)}\b", body)
                   for each in (one.split(" ")[-1].split("::")[-1] for one in expanded(scope)))
    word = name
    if word.startswith("operator"):
        sign = word.removeprefix("operator").strip()
        if word in SIGNS_OF_MACROS and SIGNS_OF_MACROS[word] in body:
            return True
        return sign == "()" or sign in body
    return re.search(rf"\b{re.escape(word)}\b", body) is not None


def claims_of(path):
    """The claims of one source: a test starts at the margin and ends with a brace there."""
    text = path.read_text()
    total = len(re.findall(r"^[^/\n]*\bCOVERS\(", text, re.M))
    found = 0
    for test in re.finditer(r"^(?:TYPED_)?TEST(?:_[FP])?\((.*?)\) \{\n(.*?)^\}", text, re.M | re.S):
        macros = list(re.finditer(r"\bCOVERS\(([^;]*)\);", test[2]))
        body = re.sub(r"\bCOVERS\([^;]*\);", "", test[2])
        for macro in macros:
            found += 1
            line = text[:test.start(2) + macro.start()].count("\n") + 1
            words = re.findall(r'"([^"]*)"', macro[1])
            literal = macro[1].lstrip().startswith('"')
            scope, names = (words[0], words[1:]) if literal else (None, words)
            yield Claim(scope, names or [""], body, f"{path}:{line}")
    if found != total:
        raise Wrong(f"{path}: {total - found} COVERS(...); not directly in a test's body; put it there")


def check(root, names):
    """The claims of all tests, or Wrong with all that is wrong with them."""
    index, errors, scopes = Index(names), [], 0
    for path in sorted((root / "tests").rglob("*.cc")):
        try:
            for claim in claims_of(path):
                scopes += 1
                for name in claim.names:
                    # A scope that the test computes (typed tests) is looked up when it runs.
                    try:
                        if claim.scope:
                            index.find(claim.scope, name, claim.where)
                        if not uses(claim.body, claim.scope or "", plain(name)):
                            errors.append(f"{claim.where}: the test does not use '{name or claim.scope}'")
                    except Wrong as error:
                        errors.append(str(error))
        except Wrong as error:
            errors.append(str(error))
    if errors:
        raise Wrong("\n".join(errors))
    return scopes


def run_program(program, folder):
    """Runs one test program; (its record, or None if it left none, and its output)."""
    record = pathlib.Path(folder) / (pathlib.Path(program).name + ".json")
    started = subprocess.Popen([program, f"--gtest_output=json:{record}", "--gtest_brief=1"],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace", start_new_session=True)
    try:
        output, _ = started.communicate(timeout=SECONDS_A_PROGRAM)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
        output, _ = started.communicate()
    return (json.loads(record.read_text()) if record.exists() else None), output


def covered_by(record, index):
    """(the names that tests claim which ran and passed, the tests that failed)"""
    covered, failed = {}, []
    for suite in record["testsuites"]:
        for test in suite["testsuite"]:
            title = f"{suite['name']}.{test['name']}"
            if test.get("failures"):
                failed.append(title)
            elif test["status"] == "RUN" and test["result"] == "COMPLETED":
                for key in test:
                    if key.startswith("covers "):
                        scope, _, name = key.removeprefix("covers ").partition(" |")
                        for found in index.find(scope, name.strip(), title):
                            covered[found] = title
    return covered, failed


def missing_lines(names, covered):
    """What no test asserts, a line a class."""
    classes = collections.defaultdict(list)
    for key, (tier, _) in names.items():
        if tier != "internal" and key not in covered:
            classes[key.header, key.scope, tier].append(key.name)
    header = None
    for (of_header, scope, tier), missing in classes.items():
        if of_header != header:
            header = of_header
            yield f"<{header}>"
        mark = "" if tier == "public" else f" ({tier})"
        yield f"  {scope}{mark}: no test asserts {', '.join(missing) if missing != [''] else 'it'}"


def report(names, covered):
    """The closing lines; "public" is the last."""
    counts = {tier: [0, 0] for tier in TIERS}
    for key, (tier, _) in names.items():
        counts[tier][0] += key in covered
        counts[tier][1] += 1
    yield f"left out (guards and internals): {counts['internal'][1]}"
    for tier in ("wait set", "public"):
        yield f"{tier}: {counts[tier][0]} of {counts[tier][1]}"


def run(root, programs):
    names = read_names(root)
    check(root, names)
    index, covered, broken = Index(names), {}, []
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda program: run_program(program, folder), programs)
        for program, (record, output) in zip(programs, results):
            if record is None:
                broken.append(f"{program}: ended without a record\n{output[-2000:]}")
                continue
            some, failed = covered_by(record, index)
            covered.update(some)
            broken += [f"{program}: {test} failed" for test in failed]
            if failed:
                print(output[-4000:])
    print(*missing_lines(names, covered), sep="\n")
    print(*broken, *report(names, covered), sep="\n")
    return 1 if broken else 0


def same(root, folder):
    if not folder.is_dir():
        print(f"SKIPPED: {folder} is not here, so the names have nothing to be compared with")
        return 0
    listed = {path.stem for path in lists_of(folder)}
    ours, theirs = set(read_names(root, listed)), set(read_lists(folder))
    for key in sorted(theirs - ours):
        print(f"<{key.header}> {key.scope}: {key.name}: missing in tests/coverage/names")
    for key in sorted(ours - theirs):
        print(f"<{key.header}> {key.scope}: {key.name}: not in {folder}")
    return 1 if ours != theirs else 0


def main():
    command, root, *rest = sys.argv[1:]
    root = pathlib.Path(root)
    try:
        if command == "check":
            print(f"{check(root, read_names(root))} claims")
            return 0
        if command == "same":
            return same(root, pathlib.Path(rest[0]))
        return run(root, rest)
    except Wrong as error:
        print(error)
        return 1


if __name__ == "__main__":
    sys.exit(main())
