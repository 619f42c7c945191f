"""Shows that the check of C callbacks finds what goes to a C library without for_c().

usage: c_callbacks_test.py <root of the project>
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
FOUND = {
    "a lambda": "dds_lset_data_available(listener.get(), [](dds_entity_t, void* a) { of(a); });",
    "a function": "ops.get_size = get_size;",
    "its address": "std::atexit(&end);",
    "one of several": "::pthread_atfork(nullptr, nullptr, forget);",
    "in a table": "ops made = make_ops({for_c<store>(), unregister});",
    "a handler of signals": "action.sa_sigaction = &handle;",
}
LAWFUL = """\
void install() {
  dds_lset_data_available(listener.get(), for_c([](dds_entity_t, void* a) { of(a)(1); }));
  ops.get_size = for_c<get_size>();
  ::pthread_atfork(nullptr, nullptr, for_c([] { ++forks; }));
  // std::atexit(&end);
}
"""


class CCallbacks(unittest.TestCase):
    def check(self, source):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "src/ranvier/room/file.cc")
            path.parent.mkdir(parents=True)
            path.write_text(source)
            return subprocess.run([sys.executable, ROOT / "tools/check_c_callbacks.py", folder],
                                  capture_output=True, text=True)

    def test_what_goes_through_for_c_passes(self):
        checked = self.check(LAWFUL)
        self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_what_does_not_is_found_with_its_line(self):
        for what, statement in FOUND.items():
            with self.subTest(what):
                checked = self.check(LAWFUL + statement + "\n")
                self.assertNotEqual(checked.returncode, 0)
                self.assertIn("file.cc:7: ", checked.stdout)


unittest.main()
