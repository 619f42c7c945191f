"""The count of asserted names counts only what a known, used name's passed test claims.

usage: api_coverage_test.py <root of the project>
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
NAMES = """\
<a.hpp>
  ns: operator ==(), shared()
  ns::A: f(), g()
  ns::A: guard | internal: a guard
<b.hpp> | wait set
  ns: shared()
  ns::B
  ns::C: h() | public
"""
# A program that leaves a record as GoogleTest does.
PROGRAM = """\
#!/usr/bin/env python3
import sys
path = next(a for a in sys.argv if a.startswith("--gtest_output=json:")).split(":", 1)[1]
open(path, "w").write('''{record}''')
"""


def test(name, *claims, **other):
    return {"name": name, "status": "RUN", "result": "COMPLETED", **other,
            **{"covers " + claim: "" for claim in claims}}


class ApiCoverage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("tests/coverage/names/rclcpp_ns.txt", NAMES)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def tool(self, command, *arguments):
        ran = subprocess.run([sys.executable, ROOT / "tools/api_coverage.py", command, self.root,
                              *arguments], capture_output=True, text=True, check=False)
        self.assertEqual(ran.stderr, "")
        return ran.returncode, ran.stdout

    def run_tests(self, *tests):
        record = {"testsuites": [{"name": "S", "testsuite": tests}]}
        program = self.write("program", PROGRAM.format(record=json.dumps(record)))
        program.chmod(0o755)
        return self.tool("run", program)

    def refused(self, source, words):
        self.write("tests/some_test.cc", source)
        status, text = self.tool("check")
        self.assertEqual(status, 1)
        self.assertIn(words, text)

    def test_names_of_passed_tests_count_once_and_the_rest_is_listed(self):
        status, text = self.run_tests(test("T", "ns::A | f", "ns | operator =="),
                                      test("U", "ns::A | f", "ns::B |"))
        self.assertEqual(status, 0)
        self.assertIn("<a.hpp>\n  ns: no test asserts shared\n  ns::A: no test asserts g\n", text)
        self.assertIn("<b.hpp>\n  ns (wait set): no test asserts shared\n  ns::C:", text)
        self.assertTrue(text.endswith("left out (guards and internals): 1\nwait set: 1 of 2\n"
                                      "public: 2 of 5\n"), text)

    def test_a_failed_or_skipped_test_covers_nothing(self):
        status, text = self.run_tests(test("T", "ns::A | f", failures=[{"failure": "x"}]),
                                      test("U", "ns::A | g", result="SKIPPED"))
        self.assertEqual(status, 1)
        self.assertIn("S.T failed", text)
        self.assertTrue(text.endswith("public: 0 of 5\n"), text)

    def test_a_program_that_crashes_fails_the_run(self):
        program = self.write("crash", "#!/bin/sh\necho boom\nexit 1\n")
        program.chmod(0o755)
        status, text = self.tool("run", program)
        self.assertEqual(status, 1)
        self.assertIn("ended without a record\nboom", text)

    def test_an_unknown_name_is_an_error_in_the_source_and_at_run_time(self):
        self.refused('TEST(A, B) {\n  COVERS("ns::A", "ff");\n  a.ff();\n}\n',
                     'COVERS("ns::A", "ff"): no such name')
        self.write("tests/some_test.cc", "")
        status, text = self.run_tests(test("T", "ns::A | ff"))
        self.assertEqual(status, 1)
        self.assertIn("no such name", text)

    def test_a_name_of_several_headers_needs_its_header(self):
        self.refused('TEST(A, B) {\n  COVERS("ns", "shared");\n  ns::shared();\n}\n',
                     'write one of "a.hpp ns", "b.hpp ns"')
        self.write("tests/some_test.cc", "")
        status, text = self.run_tests(test("T", "b.hpp ns | shared"))
        self.assertEqual(status, 0)
        self.assertIn("wait set: 1 of 2", text)

    def test_braces_claim_a_name_of_several_classes(self):
        self.write("tests/coverage/names/rclcpp_ns.txt", "<a.hpp>\n  ns::A: f()\n  ns::AToo: f()\n")
        self.write("tests/some_test.cc", 'TEST(A, B) {\n  COVERS("ns::A{,Too}", "f");\n  f();\n}\n')
        self.assertEqual(self.tool("check"), (0, "1 claims\n"))
        status, text = self.run_tests(test("T", "ns::A{,Too} | f"))
        self.assertEqual(status, 0)
        self.assertIn("public: 2 of 2", text)

    def test_a_test_must_use_what_it_claims(self):
        self.refused('TEST(A, B) {\n  COVERS("ns::A", "f");\n  a.ff();\n}\n',
                     "the test does not use 'f'")
        self.refused('TEST(A, B) {\n  COVERS("ns::B");\n}\n', "the test does not use 'ns::B'")

    def test_operators_are_used_by_their_sign_or_by_a_macro(self):
        for body in ("EXPECT_EQ(a, b);", "EXPECT_TRUE(a == b);"):
            self.write("tests/some_test.cc",
                       'TEST(A, B) {\n  COVERS("ns", "operator==");\n  %s\n}\n' % body)
            self.assertEqual(self.tool("check"), (0, "1 claims\n"))

    def test_a_claim_outside_of_a_test_is_refused(self):
        self.refused('void f() {\n  COVERS("ns::B");\n}\n', "not directly in a test's body")

    def test_a_tier_must_be_known_and_a_name_left_out_needs_a_reason(self):
        for mark in ("internal", "secret: x"):
            self.write("tests/coverage/names/rclcpp_ns.txt", f"<a.hpp> | {mark}\n  ns: f()\n")
            status, text = self.tool("check")
            self.assertEqual(status, 1)
            self.assertIn("is no tier", text)

    def test_the_list_must_have_the_names_of_the_lists_that_others_keep(self):
        lists = self.root / "lists"
        self.write("lists/rclcpp_ns.md", "## <a.hpp>\n- **ns**: operator ==(), shared()\n"
                   "- **ns::A**: f(), g(), guard\n## <b.hpp>\n- **ns**: shared()\n- **ns::B**\n"
                   "- **ns::C**: h()\n")
        self.write("tests/coverage/names/other.txt", "<c.hpp>\n  other: f()\n")  # has no list
        self.assertEqual(self.tool("same", lists), (0, ""))
        self.write("lists/rclcpp_ns.md", "## <a.hpp>\n- **ns::A**: f(), i()\n")
        status, text = self.tool("same", lists)
        self.assertEqual(status, 1)
        self.assertIn("<a.hpp> ns::A: i: missing", text)
        self.assertIn("<a.hpp> ns::A: g: not in", text)

    def test_it_skips_in_words_when_there_is_no_such_list(self):
        status, text = self.tool("same", self.root / "absent")
        self.assertEqual(status, 0)
        self.assertTrue(text.startswith("SKIPPED"), text)


unittest.main()
