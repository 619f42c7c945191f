"""Shows that the check of lock annotations sees an unguarded write.

usage: thread_safety_test.py <root of the project>
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
SOURCE = """\
#include "ranvier/base/annotations.h"
struct RANVIER_CAPABILITY("mutex") Mutex {
  void lock() RANVIER_ACQUIRE();
  void unlock() RANVIER_RELEASE();
};
struct Counter {
  Mutex mutex;
  int count RANVIER_GUARDED_BY(mutex) = 0;
  void add() { BODY }
};
void use(Counter& counter) { counter.add(); }
"""


class ThreadSafety(unittest.TestCase):
    def check(self, body):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            source = folder / "src/ranvier/small/small.cc"
            source.parent.mkdir(parents=True)
            source.write_text(SOURCE.replace("BODY", body))
            entry = {"directory": name, "file": str(source),
                     "command": f"c++ -std=c++20 -I{ROOT}/src -c {source}"}
            (folder / "compile_commands.json").write_text(json.dumps([entry]))
            return subprocess.run([sys.executable, ROOT / "tools/check_thread_safety.py", name],
                                  capture_output=True, text=True, check=False)

    def test_a_guarded_write_passes(self):
        checked = self.check("mutex.lock(); ++count; mutex.unlock();")
        self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_an_unguarded_write_is_refused(self):
        checked = self.check("++count;")
        self.assertNotEqual(checked.returncode, 0)
        self.assertIn("requires holding mutex 'mutex' exclusively", checked.stdout)


unittest.main()
