"""A page of the book, followed as a user does: its files are written, its commands run one after
the other in one folder, and what they print is what the page says.

usage: page_test.py <build folder> <page>
"""
import pathlib
import re
import sys
import unittest

from prefix import Prefix

BUILD, PAGE = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.M | re.S)
MARK = "#### block"


def follow(page, folder):
    """Write the files of a page; give its commands, and what each block of them prints."""
    script, printed = ["set -e"], []
    for language, name, text in BLOCK.findall(page):
        if name:
            (folder / name).write_text(text)
        elif language == "sh":
            script += [f"echo '{MARK}'", text]
            printed.append("")
        elif language == "text":
            printed[-1] = text
        else:
            raise AssertionError(f"a block of '{language}' is neither a file nor run:\n{text}")
    return "\n".join(script), printed


class Page(unittest.TestCase):
    def test_its_commands_print_what_it_says(self):
        prefix = Prefix(BUILD)
        self.addCleanup(prefix.close)
        folder = prefix.scratch / "page"
        folder.mkdir()
        script, wanted = follow(PAGE.read_text(), folder)
        (folder / "page.sh").write_text(script)
        # Programs in Python are run by the Python of the prefix, which is Debian's.
        prefix.run("PATH=/usr/bin:$PATH bash page.sh > printed.txt", cwd=folder)
        _, *printed = (folder / "printed.txt").read_text().split(f"{MARK}\n")
        self.assertEqual(printed, wanted)


if __name__ == "__main__":
    unittest.main()
