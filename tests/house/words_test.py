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

    def test_python_and_the_client_for_boards_are_read(self):
        for name in ("python/a.py", "micro/a.h", "apps/a/a.cc"):
            self.assertEqual(len(self.findings("# begins anew\n", name)), 1, name)

    def test_a_folder_that_a_row_names_still_has_its_word_and_no_other(self):
        text = "Bell, anew: who is told of it\n"
        self.assertEqual(len(self.findings(text, "src/ranvier/shm/a.cc")), 1)
        self.assertEqual(len(self.findings(text, "src/ranvier/run/a.cc")), 2)
        self.assertEqual(len(self.findings(text, "docs/a.md")), 3)

    def test_names_in_code_are_no_prose(self):
        self.assertEqual(self.findings("if (told) { told.insert(met); }\n", "api/a.cc"), [])

    def test_a_word_within_another_is_none(self):
        self.assertEqual(self.findings("Bellows umbrella\n", "src/a.cc"), [])


unittest.main()
