"""The listings of README.md compile and run, and its listener hears its talker; those of
docs/python_node.md run, and so do the commands beside them.

usage: readme_test.py <build folder> <README.md>
"""
import pathlib
import re
import sys
import unittest

from prefix import Prefix
from readme_listings import listings

BUILD, README = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))


def commands(text):
    """The programs of ours that a listing or a word of code calls, not by a path of the tree."""
    code = [part for pair in re.findall(r"^```sh\n(.*?)^```|`([^`\n]+)`", text, re.M | re.S)
            for part in pair]
    return {name for part in code for name in re.findall(r"^(ranvier[\w-]*|ros2) ", part, re.M)}


class Readme(unittest.TestCase):
    def test_the_listings_build_and_talk(self):
        prefix = Prefix(BUILD)
        self.addCleanup(prefix.close)
        source = prefix.scratch / "chatter"
        source.mkdir()
        found = listings(README.read_text())
        self.assertEqual(sorted(found), ["CMakeLists.txt", "chatter.launch.py",
                                         "listener.cpp", "talker.cpp"])
        for name, content in found.items():
            (source / name).write_text(content)
        prefix.run("cmake -S . -B build && cmake --build build", cwd=source)
        traces = prefix.scratch / "traces"
        heard = prefix.chat(f"env RANVIER_TRACE={traces} {source / 'build/talker'}",
                            source / "build/listener")
        self.assertEqual(len(re.findall(r"heard 'hello \d+'", heard)), 3, heard)
        self.check_launch(prefix, source)
        self.check_commands(prefix, traces)
        self.check_python_node(prefix)

    def check_launch(self, prefix, source):
        """Its launch file runs both, and `ros2 topic hz` counts what they say."""
        seen = prefix.chat(f"bash -c 'cd {source} && exec ros2 launch ./chatter.launch.py'",
                           "bash -c 'ros2 topic hz /chatter | grep -m 1 average'")
        rate = float(re.search(r"average rate: ([\d.]+)", seen)[1])
        self.assertGreater(rate, 0)

    def check_python_node(self, prefix):
        """Its launch file runs both nodes, and each command beside it finds what the page says."""
        page = (README.parent / "docs/python_node.md").read_text()
        source = prefix.scratch / "python_node"
        source.mkdir()
        found = listings(page)
        self.assertEqual(sorted(found), ["alarm.py", "temperature.launch.py", "thermometer.py"])
        for name, content in found.items():
            (source / name).write_text(content)
        launch, lines = re.search(r"^```sh\n(ros2 launch .*?)```.*?^```sh\n(.*?)```", page,
                                  re.M | re.S).groups()
        first, call, setting, info = lines.splitlines()
        # `highest` is known once a measurement was heard, which is soon after both have started.
        heard = prefix.chat(
            f"bash -c 'cd {source} && exec {launch.strip()}'",
            f"bash -c '{first} && until {call} | grep highest.so.far:.[45]; do :; done"
            f" && {{ {setting} & {info}; wait; }}'")
        for words in ("temperature: ", "highest so far: ", "Set parameter successful",
                      "/highest: std_srvs/srv/Trigger"):
            self.assertIn(words, heard)

    def check_commands(self, prefix, traces):
        """What the README and the pages beside it name is there once setup.bash was sourced."""
        named = {name for page in (README, *README.parent.glob("docs/*.md"))
                 for name in commands(page.read_text())}
        self.assertLessEqual({"ranvier", "ranvier-trace", "ros2"}, named)
        for name in sorted(named):
            self.assertIn(str(prefix.folder), prefix.run(f"command -v {name}"))
        page = prefix.scratch / "report.html"
        prefix.run(f"ranvier trace report {traces} -o {page}")
        self.assertIn("/chatter", page.read_text())
        with self.assertRaisesRegex(AssertionError, "build/bin/ranvier bench"):
            prefix.run("ranvier bench list")

    def test_talker_and_listener_stay_about_twenty_lines(self):
        for name, content in listings(README.read_text()).items():
            self.assertLessEqual(len(content.splitlines()), 22, name)


unittest.main()
