"""The count of Python names: what a script calls, and nothing else.

    python_coverage_test.py ROOT
"""
import importlib.util
import pathlib
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
spec = importlib.util.spec_from_file_location("coverage", ROOT / "tools/python_coverage.py")
coverage = importlib.util.module_from_spec(spec)
spec.loader.exec_module(coverage)

LIBRARY = """
import enum

class Kind(enum.Enum):
    ONE = 1

class Thing:
    def called(self): return self.inner()
    def inner(self): pass
    def overridden(self): pass
    @property
    def looked_at(self): return 1
"""
SCRIPT = """
from library import Kind, Thing

class Own(Thing):
    def overridden(self): pass

def members(kind): pass

Own().called()
Thing().looked_at
members(Kind)
own.attribute = 1
"""


class CoverageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        (pathlib.Path(folder.name) / "library.py").write_text(LIBRARY)
        self.script = pathlib.Path(folder.name) / "script.py"
        self.script.write_text(textwrap.dedent(SCRIPT).replace("own.attribute", "Own.attribute"))
        sys.path.insert(0, folder.name)
        self.addCleanup(sys.path.remove, folder.name)
        calls = coverage.Calls(str(self.script))
        exec(compile(self.script.read_text(), str(self.script), "exec"), {"__name__": "s"})
        calls.end()
        self.used = lambda scope, name: coverage.used(
            ("library", scope, name), calls, coverage.Text(self.script))

    def test_what_a_script_calls_looks_at_overrides_or_lists_counts(self):
        for scope, name in (("Thing", "called"), ("Thing", "looked_at"), ("Thing", "overridden"),
                            ("Thing", "attribute"), ("Thing", ""), ("Kind", "ONE")):
            self.assertTrue(self.used(scope, name), name)

    def test_what_only_the_library_calls_does_not(self):
        self.assertFalse(self.used("Thing", "inner"))
        self.assertFalse(self.used("Thing", "nothing"))

    def test_every_name_of_the_list_is_there_once(self):
        names, internal = coverage.read_names(ROOT)
        self.assertEqual(len(names), len(set(names)))
        self.assertFalse(set(names) & set(internal))
        self.assertIn(("rclpy.node", "Node", "create_timer"), names)


if __name__ == "__main__":
    unittest.main()
