"""The listings of README.md compile, and its listener hears its talker.

usage: readme_test.py <build folder> <README.md>
"""
import pathlib
import re
import sys
import unittest

from prefix import Prefix

BUILD, README = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))


def listings(text):
    """{file name: content} of the listings that a line `name`: introduces."""
    return dict(re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)^```", text, re.M | re.S))


class Readme(unittest.TestCase):
    def test_the_listings_build_and_talk(self):
        prefix = Prefix(BUILD)
        self.addCleanup(prefix.close)
        source = prefix.scratch / "chatter"
        source.mkdir()
        found = listings(README.read_text())
        self.assertEqual(sorted(found), ["CMakeLists.txt", "listener.cpp", "talker.cpp"])
        for name, content in found.items():
            (source / name).write_text(content)
        prefix.run("cmake -S . -B build && cmake --build build", cwd=source)
        heard = prefix.chat(source / "build/talker", source / "build/listener")
        self.assertEqual(len(re.findall(r"heard 'hello \d+'", heard)), 3, heard)

    def test_talker_and_listener_stay_about_twenty_lines(self):
        for name, content in listings(README.read_text()).items():
            self.assertLessEqual(len(content.splitlines()), 22, name)


unittest.main()
