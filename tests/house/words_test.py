"""The check of words counts as it says.

usage: words_test.py <root of the project>
"""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "tools"))
import check_words  # noqa: E402


class Words(unittest.TestCase):
    def count(self, text, pattern, name="src/a.cc"):
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            return len(list(check_words.places(pathlib.Path(scratch), pattern, ("src", "README.md"))))

    def test_each_occurrence_counts_also_several_in_a_line(self):
        self.assertEqual(self.count("Bell bell\nBell Bell\n", r"\bBell\b"), 3)

    def test_a_page_beside_the_folders_is_looked_at(self):
        self.assertEqual(self.count("Bell\n", r"\bBell\b", "README.md"), 1)

    def test_folders_that_are_not_named_are_left_alone(self):
        self.assertEqual(self.count("Bell\n", r"\bBell\b", "tests/a.cc"), 0)

    def test_each_word_has_a_better_one(self):
        for pattern, better, *limits in check_words.WORDS:
            self.assertTrue(better, pattern)
            self.assertEqual(len(limits), len(check_words.FOLDERS), pattern)


unittest.main()
