"""Shows that the check of calls finds those that depend on the locale and the scheduler.

usage: calls_test.py <root of the project>
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
FOUND = {
    "a number that is read": "const double value = std::strtod(text, &end);",
    "the same by its older name": "return atof(text);",
    "a text that is scanned": 'sscanf(line, "%d", &number);',
    "a number that is printed": 'std::snprintf(text, sizeof text, "%.3f ms", value);',
    "a letter": "if (std::isalpha(c)) return true;",
    "a function that is passed on": "std::transform(a, b, a, ::toupper);",
    "a wait": "while (!done) std::this_thread::yield();",
}
LAWFUL = """\
void run() {
  read_double(text);  // as strtod(text) does
  std::snprintf(text, sizeof text, "%d %% of %s", number, name);
  asm volatile("prefetcht0 %a0" : : "p"(address));
  if (rcutils_isalnum_no_locale(c) || is_ascii_digit(c)) wait.pause();
}
"""


class Calls(unittest.TestCase):
    def check(self, source, file="src/ranvier/room/file.cc"):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, file)
            path.parent.mkdir(parents=True)
            path.write_text(source)
            return subprocess.run([sys.executable, ROOT / "tools/check_calls.py", folder],
                                  capture_output=True, text=True)

    def test_what_depends_on_nothing_passes(self):
        checked = self.check(LAWFUL)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertEqual(self.check(FOUND["a wait"], "src/ranvier/os/backoff.h").returncode, 0)

    def test_each_of_the_others_is_told_of_with_its_line(self):
        for name, source in FOUND.items():
            with self.subTest(name):
                checked = self.check("\n" + source)
                self.assertEqual(checked.returncode, 1)
                self.assertIn("src/ranvier/room/file.cc:2: '", checked.stdout)


if __name__ == "__main__":
    unittest.main()
