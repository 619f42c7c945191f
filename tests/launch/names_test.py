"""Each name of names.txt is there, and a test uses it: `launch: N of M`."""
import importlib
import pathlib
import re
import sys
import unittest

HERE = pathlib.Path(__file__).parent


def names():
    """Give the pairs (module, name)."""
    for line in (HERE / "names.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            module, _, rest = line.partition(": ")
            yield from ((module, name) for name in rest.split())


def is_there(module, name):
    found = importlib.import_module(module)
    for part in name.split("."):
        if not hasattr(found, part):
            try:
                found = importlib.import_module(f"{found.__name__}.{part}")
            except (ImportError, AttributeError):
                return False
        else:
            found = getattr(found, part)
    return True


class NamesTest(unittest.TestCase):
    maxDiff = None

    def test_each_name_is_there_and_a_test_uses_it(self):
        texts = "\n".join(path.read_text() for path in HERE.glob("*_test.py"))
        words = set(re.findall(r"\w+", texts))
        everything = list(names())
        missing = [f"{module}: {name}" for module, name in everything
                   if not is_there(module, name)]
        unused = [f"{module}: {name}" for module, name in everything
                  if name.rpartition(".")[2] not in words]
        good = len(everything) - len(set(missing) | set(unused))
        print(f"launch: {good} of {len(everything)}", file=sys.stderr)
        self.assertEqual(missing, [])
        self.assertEqual(unused, [], "no test uses these")

    def test_no_name_is_listed_twice(self):
        everything = list(names())
        self.assertEqual(len(everything), len(set(everything)))


if __name__ == "__main__":
    unittest.main()
