"""The pages of the book: links lead somewhere, every page is in the contents, and the checks of
the picture and of the variables catch what they are for.

usage: pages_test.py <root of the project>
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "tools"))
import tutorial_pages  # noqa: E402

FOLDERS = "src|api|apps|bench|cmake|docs|interfaces|micro|python|rosidl|tests|tools|underlay"
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
PAGES += sorted((ROOT / "docs").rglob("*.md"))


def links(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in target:
            file = target.partition("#")[0]
            yield target, (page.parent / file).resolve() if file else page


def anchors(page):
    """The names by which a link may reach the headings of a page."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    for title in re.findall(r"^#+ (.*)$", text, re.M):
        yield re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def made_up(page):
    """Files that a page names as examples, and that nobody has."""
    return set(re.findall(r"^For example `([^`]+)`", page.read_text(), re.M))


def run(script, root, *words):
    return subprocess.run([sys.executable, ROOT / "tools" / script, root, *words],
                          capture_output=True, text=True)


class Pages(unittest.TestCase):
    def test_every_link_leads_to_a_file(self):
        broken = [f"{page.relative_to(ROOT)}: {target}"
                  for page in PAGES for target, file in links(page) if not file.exists()]
        self.assertEqual(broken, [])

    def test_every_anchor_is_a_heading(self):
        wrong = [f"{page.relative_to(ROOT)}: {target}"
                 for page in PAGES for target, file in links(page) if "#" in target
                 and target.partition("#")[2] not in anchors(file)]
        self.assertEqual(wrong, [])

    def test_files_that_pages_name_are_there(self):
        """Decisions are left out: they stay as they were written."""
        gone = []
        for page in PAGES:
            if page.parent.name == "decisions":
                continue
            examples = made_up(page)
            for name in re.findall(r"`((?:%s)/[\w./*-]+)`" % FOLDERS, page.read_text()):
                if name not in examples and not any(ROOT.glob(name.rstrip("/"))):
                    gone.append(f"{page.relative_to(ROOT)}: {name}")
        self.assertEqual(gone, [])

    def test_the_map_has_a_row_for_each_folder(self):
        rows = re.findall(r"^\| `([\w/]+)` \|", (ROOT / "docs/map.md").read_text(), re.M)
        kept = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
        if kept.returncode != 0:
            self.skipTest("this tree is no clone, so nobody knows what belongs to it")
        tops = {path.split("/")[0] for path in kept.stdout.split() if "/" in path}
        tops = {top for top in tops if not top.startswith(".")}
        apps = {path.split("/")[1] for path in kept.stdout.split() if path.startswith("apps/")}
        self.assertEqual({row.split("/")[0] for row in rows} - apps, tops)
        self.assertLessEqual(apps, set(rows))

    def test_verbs_of_ros2_that_pages_name_are_there(self):
        points = (ROOT / "python/ros2cli/entry_points.txt").read_text()
        verbs = {group: set(re.findall(r"^(\w+)\s*=", lines, re.M))
                 for group, lines in re.findall(r"^\[([\w.]+)\]\n((?:(?!\[).*\n?)*)", points, re.M)}
        unknown = []
        for page in PAGES:
            # A listing, or a word of code, that begins with the command.
            for command, verb in re.findall(r"(?:^|`|&& )ros2 (\w+)(?: (\w+))?", page.read_text(), re.M):
                if f"python/ros2{command}/verb/{verb}.py" in made_up(page):
                    continue
                group = verbs.get(f"ros2{command}.verb")
                if command not in verbs["ros2cli.command"] or verb and group and verb not in group:
                    unknown.append(f"{page.relative_to(ROOT)}: ros2 {command} {verb}")
        self.assertEqual(unknown, [])

    def test_names_of_the_cpp_api_that_pages_use_are_in_its_headers(self):
        words = set()
        for path in (ROOT / "api").glob("*/include/**/*.h*"):
            words.update(re.findall(r"\w+", path.read_text()))
        wrong = []
        for page in PAGES:
            if page.parent.name != "decisions":
                names = re.findall(r"\b(?:rclcpp\w*|ranvier(?:_tracing)?)(?:::\w+)+", page.read_text())
                wrong += [f"{page.relative_to(ROOT)}: {name}" for name in names
                          if not set(name.split("::")[1:]) <= words]
        self.assertEqual(wrong, [])

    def test_rows_of_a_table_have_the_columns_of_its_header(self):
        wrong = []
        for page in PAGES:
            before = ""
            text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
            for line in text.splitlines():
                bars = len(re.findall(r"(?<!\\)\|", line))
                if line.startswith("|") and before.startswith("|") and bars != columns:
                    wrong.append(f"{page.relative_to(ROOT)}: {line[:60]}")
                columns, before = bars, line
        self.assertEqual(wrong, [])

    def test_every_page_is_in_the_contents(self):
        for contents, folder in (("docs/README.md", "docs"),
                                 ("docs/decisions/README.md", "docs/decisions")):
            named = {file for _, file in links(ROOT / contents)}
            named |= {file for _, file in links(ROOT / "CONTRIBUTING.md")}
            missing = [page.name for page in (ROOT / folder).glob("*.md")
                       if page not in named and page != ROOT / contents]
            self.assertEqual(missing, [], f"not in {contents}")

    def test_the_table_of_tutorials_has_the_pages_that_are_followed(self):
        steps = re.findall(r"^page (?:Tutorials/)?(.*)$", (ROOT / "tools/tutorials.txt").read_text(), re.M)
        table = (ROOT / "docs/tutorials.md").read_text().partition("|---|---|---|")[2]
        self.assertEqual(re.findall(r"^\| ([^|]+) \|", table, re.M), steps)

    def test_a_block_is_named_by_its_heading_its_tab_and_its_number_as_a_reader_on_linux_sees_it(self):
        text = """1 Begin
-------
.. tabs::

   .. group-tab:: Linux

      .. code-block:: console

         one {DISTRO}

   .. group-tab:: Windows

      .. code-block:: console

         never

   .. group-tab:: Python

      .. code-block:: python
         :linenos:

         two

.. literalinclude:: three.py

Download the :download:`list <files/four.txt>` and save it.
"""
        found = tutorial_pages.blocks_of(text, lambda name: f"what {name} has")
        self.assertEqual([(each.heading, each.tab, each.number, each.text) for each in found],
                         [("1 Begin", "", 1, "one jazzy\n"), ("1 Begin", "Python", 1, "two\n"),
                          ("1 Begin", "", 2, "what three.py has"),
                          ("1 Begin", "download", 1, "what files/four.txt has")])

    def test_a_line_of_the_steps_that_says_nothing_known_is_refused(self):
        rows = tutorial_pages.rows_of("page a\nhome h\nrun x\npage b\nhome h\nreason no\n", {"run"})
        self.assertEqual([(row.first, row.steps, row.reason) for row in rows],
                         [(True, [("run", "x")], ""), (False, [], "no")])
        with self.assertRaisesRegex(ValueError, "line 2: 'rnu' is no step"):
            tutorial_pages.rows_of("page a\nrnu x\n", {"run"})

    def test_a_room_that_the_picture_lacks_is_told_of(self):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            cmake = (ROOT / "CMakeLists.txt").read_text()
            (root / "CMakeLists.txt").write_text(
                cmake.replace("ranvier_core()", "ranvier_room(attic USES base)\nranvier_core()"))
            page = shutil.copy(ROOT / "docs/start.md", root / "start.md")
            told = run("print_layers.py", root, "--check", page)
            self.assertEqual(told.returncode, 1)
            self.assertIn("--write", told.stdout)
            run("print_layers.py", root, "--write", page)
            self.assertIn("attic", pathlib.Path(page).read_text())
            self.assertEqual(run("print_layers.py", root, "--check", page).returncode, 0)

    def test_a_variable_that_the_page_lacks_is_told_of_and_so_is_one_that_nothing_reads(self):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            (root / "docs").mkdir()
            (root / "src").mkdir()
            (root / "docs/environment.md").write_text("| `ROS_HOME` | x |\n| `RANVIER_OLD` | x |\n")
            (root / "src/one.cc").write_text('number("ROS_HOME"); std::getenv("RANVIER_NEW");\n')
            told = run("check_environment.py", root)
        self.assertEqual(told.returncode, 1)
        self.assertIn("RANVIER_NEW", told.stdout)
        self.assertIn("RANVIER_OLD", told.stdout)
        self.assertNotIn("ROS_HOME", told.stdout)


unittest.main()
