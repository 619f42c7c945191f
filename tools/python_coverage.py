"""Tells which public names of rclpy a test of ours asserts.

usage: python_coverage.py run <root> <build>       runs the tests in tests/python under a look at
                                                   what they call, and prints the names that none
                                                   does; the last line is "python: N of M"
       python_coverage.py record <out> <script>... runs one of them

The names are those of tests/coverage/rclpy.txt. A function, method or property counts when
a test that passed calls it, or gives it to be called, or overrides it. What is no code (a class, a
constant, an attribute, an exception) counts when the test names it, and a member of an enumeration
when the test lists that. What the programs in tests/python/programs get is asserted by comparison:
python.programs holds their output against the output under ROS 2's rclpy.
"""
import ast
import concurrent.futures
import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

SECONDS = 200  # for one test
MODULE = "(module)"


def read_names(root):
    """[(module, class or (module), name; "" is the class itself)], and what is internal."""
    names, internal = [], []
    text = re.sub(r"\n    +", " ", (root / "tests/coverage/rclpy.txt").read_text())
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if not line.startswith(" "):
            module = line.strip()
            continue
        line, _, tier = line.strip().partition(" | ")
        scope, _, rest = line.partition(": ")
        found = [(module, scope, name) for name in rest.split(", ") if name]
        if scope != MODULE and (module, scope, "") not in names:
            found.append((module, scope, ""))
        (internal if tier else names).extend(found)
    return names, internal


class Calls:
    """Which code ran, and which of it the script itself called."""

    def __init__(self, script):
        self.files = {script, str(pathlib.Path(script).with_name("support.py"))}
        self.own, self.all = set(), set()
        sys.setprofile(self)
        threading.setprofile(self)

    def __call__(self, frame, event, argument):
        if event != "call":
            return
        self.all.add(frame.f_code)
        if frame.f_back is not None and frame.f_back.f_code.co_filename in self.files:
            self.own.add(frame.f_code)

    def end(self):
        sys.setprofile(None)
        threading.setprofile(None)


class Text:
    """What a script says: its identifiers, what it defines, and which enumerations it lists."""

    def __init__(self, script):
        self.words, self.functions, self.listed = set(), set(), set()
        for node in ast.walk(ast.parse(pathlib.Path(script).read_text())):
            self._read(node)

    def _read(self, node):
        for field in ("id", "attr", "arg", "name"):
            if isinstance(getattr(node, field, None), str):
                self.words.update(getattr(node, field).split("."))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.functions.add(node.name)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("members", "list"):
            self.listed.update(ast.unparse(one) for one in node.args)


def codes_of(thing):
    """The code that runs when somebody uses it; empty if it has none in Python."""
    if isinstance(thing, property):
        return [part.__code__ for part in (thing.fget, thing.fset) if hasattr(part, "__code__")]
    plain = getattr(thing, "__func__", thing)
    plain = getattr(plain, "__wrapped__", plain)
    return [plain.__code__] if hasattr(plain, "__code__") else []


def find(module, scopes, name):
    """What a name stands for; None if only instances have it."""
    try:
        home = importlib.import_module(module)
        for part in scopes:
            home = getattr(home, part)
        own = vars(home).get(name) if isinstance(home, type) and name else None
        return own if own is not None else getattr(home, name) if name else home
    except AttributeError:
        return None


def used(key, calls, text):
    """Whether the script that ran used a name."""
    module, scope, name = key
    scopes = [] if scope == MODULE else scope.split(".")
    if scope in text.listed:  # a listing shows all members
        return True
    said = (name or scopes[-1]) in text.words
    codes = codes_of(find(module, scopes, name))
    if not codes:
        return said
    overridden = name in text.functions and scopes and scopes[-1] in text.words
    return bool(overridden or any(code in calls.own or (said and code in calls.all)
                                  for code in codes))


def record(out, script, arguments):
    root = pathlib.Path(__file__).resolve().parents[1]
    names, _ = read_names(root)
    sys.argv = [script, *arguments]
    sys.path.insert(0, str(pathlib.Path(script).parent))
    calls = Calls(script)
    status = 0
    try:
        code = compile(pathlib.Path(script).read_text(), script, "exec")
        space = {"__name__": "__main__", "__file__": script}
        sys.modules["__main__"].__dict__.update(space)
        exec(code, sys.modules["__main__"].__dict__)
    except SystemExit as end:
        status = 0 if end.code in (None, 0, False) else 1
    except BaseException as error:  # it is a failure, whatever it is
        print(repr(error), file=sys.stderr)
        status = 1
    calls.end()
    text = Text(script)
    found = [key for key in names if used(key, calls, text)] if status == 0 else []
    pathlib.Path(out).write_text(json.dumps(found))
    sys.stdout.flush()
    os._exit(status)


def scripts_of(root):
    folder = root / "tests/python"
    yield from ((path, []) for path in sorted((folder / "programs").glob("use_*.py")))
    for name in ("rclpy_test.py", "aio_test.py"):
        yield folder / name, []


def run_one(root, environment, out, script, arguments, domain):
    environment = {**environment, "ROS_DOMAIN_ID": str(domain)}
    done = subprocess.run([sys.executable, "-B", __file__, "record", out, script, *arguments],
                          env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=SECONDS, cwd=script.parent)
    found = json.loads(out.read_text()) if out.exists() else []
    return {tuple(key) for key in found}, done.returncode, done.stdout


def run(root, build):
    names, internal = read_names(root)
    site = build / "lib/python3/site-packages"
    environment = {**os.environ, "PYTHONPATH": f"{site}:{root}/tests/interfaces",
                   "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
    covered, broken = set(), []
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        started = [(script, pool.submit(run_one, root, environment,
                                        pathlib.Path(folder, f"{script.stem}.json"), script,
                                        arguments, 1 + (os.getpid() + i) % 100))
                   for i, (script, arguments) in enumerate(scripts_of(root))]
        for script, result in started:
            found, status, output = result.result()
            covered |= found
            if status != 0:
                broken.append(f"{script.name} failed:\n{output[-1500:]}")
    print(*missing_lines(names, covered), *broken, sep="\n")
    print(f"python, left out (internal): {len(internal)}")
    print(f"python: {len(covered & set(names))} of {len(names)}")
    return 1 if broken else 0


def missing_lines(names, covered):
    groups = {}
    for module, scope, name in names:
        if (module, scope, name) not in covered:
            groups.setdefault((module, scope), []).append(name or "it")
    for (module, scope), missing in groups.items():
        yield f"{module} {scope}: no test uses {', '.join(missing)}"


def main():
    command, *rest = sys.argv[1:]
    if command == "record":
        record(rest[0], rest[1], rest[2:])
    return run(pathlib.Path(rest[0]).resolve(), pathlib.Path(rest[1]).resolve())


if __name__ == "__main__":
    sys.exit(main())
