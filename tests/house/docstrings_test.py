"""The count of docstrings counts what users see.

usage: docstrings_test.py <root of the project>
"""
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
TOOL = ROOT / "tools/count_docstrings.py"
sys.path.insert(0, str(ROOT / "tools"))
from count_docstrings import Header  # noqa: E402


class Docstrings(unittest.TestCase):
    def counted(self, text):
        names = list(Header(textwrap.dedent(text)).names())
        return sum(has for _, has in names), len(names)

    def test_classes_functions_members_aliases_and_macros_are_names(self):
        self.assertEqual(self.counted("""
            #define PEN_INK 1
            namespace pen {
            using Ink = int;
            class Pen { public: void draw(int x = 1); int left; };
            enum Colour { kRed, kBlue };
            }"""), (0, 6))

    def test_a_docstring_stands_above_or_on_a_line_of_the_declaration(self):
        self.assertEqual(self.counted("""
            namespace pen {
            /// Draws.
            template<typename T>
            void draw(
              T x);
            void lift();  ///< Up.
            // No docstring.
            void drop();
            }"""), (2, 3))

    def test_what_users_do_not_see_is_left_out(self):
        self.assertEqual(self.counted("""
            #define PEN_HPP_
            namespace pen {
            class Ink;
            namespace detail { void hidden(); }
            class Pen {
              friend class Ink;
              int private_;
              void hidden();
            public:
              Pen(const Pen &) = delete;
              RCLCPP_SMART_PTR_DEFINITIONS(Pen)
              void draw() { int x; if (x) { x = ';'; } }
            private:
              void hidden_too();
            };
            }"""), (0, 2))

    def test_too_few_fail_and_the_sentence_says_how_many(self):
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder) / "api/pen/include/pen/pen.hpp"
            header.parent.mkdir(parents=True)
            header.write_text("/// Draws.\nvoid draw();\nvoid lift();\n")
            for least, status in (("50", 0), ("51", 1)):
                told = subprocess.run([sys.executable, TOOL, folder, "--least", least],
                                      capture_output=True, text=True)
                self.assertEqual(told.returncode, status)
                self.assertIn("1 of 2 public names, 50.0 %", told.stdout)


unittest.main()
