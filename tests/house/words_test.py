"""The check of words finds what it is to find.

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
    def findings(self, text, name):
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            return list(check_words.findings(pathlib.Path(scratch)))

    def test_each_occurrence_is_found_also_several_in_a_line(self):
        self.assertEqual(self.findings("a\nBell bell\n", "src/a.cc"),
                         [f"src/a.cc:2: '{word}'. Say: event; to ring is to notify"
                          for word in ("Bell", "bell")])

    def test_a_page_beside_the_folders_is_looked_at(self):
        self.assertEqual(len(self.findings("Bell\n", "README.md")), 1)

    def test_folders_that_are_not_named_are_left_alone(self):
        self.assertEqual(self.findings("Bell\n", "tests/a.cc"), [])

    def test_a_word_within_another_is_none(self):
        self.assertEqual(self.findings("Bellows umbrella\n", "src/a.cc"), [])


unittest.main()
