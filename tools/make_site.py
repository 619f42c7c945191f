"""Builds the site of the book and the references of C++ and Python into build/site/html.

usage: make_site.py <root of the project>

It needs doxygen and what tools/requirements_docs.txt names. Pages and what they link are copied
to build/site/pages, the references are written beside them, and mkdocs does the rest: a link that
leads nowhere is an error.
"""
import pathlib
import re
import shutil
import subprocess
import sys

import yaml

from cpp_reference import Reference

PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "micro/README.md")
PYTHON = ("rclpy", "launch", "launch_ros", "launch_testing", "ament_index_python", "sensor_msgs_py",
          "rosidl_runtime_py", "ranvier_analysis", "tracetools_analysis", "ros2cli")
LINK = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")


def outside_of_listings(text, change):
    """The text, with what change() makes of each part that is no listing."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else change(part) for part in parts)


def lists_begin_a_block(text):
    """Python-Markdown asks for an empty line before a list, GitHub does not."""
    return re.sub(r"^((?!- |\d+\. |\s|$|\|).+)\n(- |\d+\. )", r"\1\n\n\2", text, flags=re.M)


class Site:
    def __init__(self, root, build):
        self._root = root
        self._build = build
        self._pages = build / "pages"

    def copy_page(self, path):
        """A page, and the files beside pages that it links."""
        source, target = self._root / path, self._pages / path
        target.parent.mkdir(parents=True, exist_ok=True)
        text = outside_of_listings(source.read_text(), lists_begin_a_block)
        target.write_text(text)
        for link, _ in LINK.findall(text):
            file = (source.parent / link).resolve()
            if "://" not in link and file.is_file() and file.suffix != ".md":
                to = self._pages / file.relative_to(self._root)
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, to)

    def copy_book(self):
        for path in PAGES:
            self.copy_page(path)
        for path in sorted((self._root / "docs").rglob("*.md")):
            self.copy_page(path.relative_to(self._root))
        for name in ("site.css", "iframe-worker.js"):
            shutil.copy(self._root / "docs/site" / name, self._pages)

    def write_cpp(self):
        """-> the navigation of the C++ reference."""
        made = self._build / "doxygen"
        made.mkdir(parents=True)
        settings = (self._root / "Doxyfile").read_text() + f"\nOUTPUT_DIRECTORY = {made}\n"
        if subprocess.run(["doxygen", "-"], input=settings, text=True, cwd=self._root).returncode:
            sys.exit("Doxygen does not understand the comments that the lines above name. Mend them.")
        packages = {}
        for path, text in Reference(made / "xml").pages().items():
            target = self._pages / "reference/cpp" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
            package, page = path.split("/")
            name = page.removesuffix(".md")
            entry = f"reference/cpp/{path}"
            packages.setdefault(package, []).append(
                entry if name == "index"
                else {name.removeprefix(f"{package}.").replace(".", "::"): entry})
        return [{package: pages} for package, pages in packages.items()]

    def write_python(self):
        """-> the navigation of the Python reference: a page for each public module."""
        packages = []
        for package in PYTHON:
            pages = []
            for file in sorted((self._root / "python" / package).rglob("*.py")):
                parts = file.relative_to(self._root / "python").with_suffix("").parts
                name = ".".join(parts).removesuffix(".__init__")
                hidden = any(part.startswith("_") or part == "impl" for part in name.split("."))
                if hidden or not file.read_text():
                    continue
                target = self._pages / f"reference/python/{name}.md"
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(f"# {name}\n\n::: {name}\n")
                pages.append({name.removeprefix(f"{package}."): f"reference/python/{name}.md"})
            packages.append({package: sorted(pages, key=lambda page: next(iter(page)))})
        return packages

    def contents(self):
        """The parts of docs/README.md with their pages, as navigation."""
        text = (self._root / "docs/README.md").read_text()
        parts = []
        for title, lines in re.findall(r"^\*\*(.+)\*\*\n((?:- .*\n(?:  .*\n)*)+)", text, re.M):
            pages = [{name.replace("`", "").strip("/"): (pathlib.PurePosixPath("docs") / link).as_posix()}
                     for name, link in re.findall(r"\[([^\]]+)\]\(([\w/.]+\.md)\)", lines)]
            parts.append({title: pages})
        return parts

    def navigation(self):
        book = [{title: [{name: path.replace("docs/../", "")} for page in pages
                         for name, path in page.items()]}
                for part in self.contents() for title, pages in part.items()]
        decisions = sorted((self._root / "docs/decisions").glob("0*.md"))
        for part in book:
            if "Decisions" in part:
                part["Decisions"] = ["docs/decisions/README.md",
                                     *(f"docs/decisions/{path.name}" for path in decisions)]
        return [{"Ranvier": ["README.md", "docs/README.md", "CHANGELOG.md", "SECURITY.md"]}, *book,
                {"C++": self.write_cpp()}, {"Python": self.write_python()}]

    def configuration(self):
        text = (self._root / "docs/site/mkdocs.yml").read_text()
        text = text.replace("PYTHON_PACKAGES", str(self._root / "python"))
        settings = yaml.safe_load(text)
        settings.update(docs_dir=str(self._pages), site_dir=str(self._build / "html"),
                        nav=self.navigation())
        return settings

    def build(self):
        shutil.rmtree(self._build, ignore_errors=True)
        self.copy_book()
        file = self._build / "mkdocs.yml"
        file.write_text(yaml.safe_dump(self.configuration(), sort_keys=False))
        done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet",
                               "--config-file", file], check=False)
        return done.returncode


if __name__ == "__main__":
    top = pathlib.Path(sys.argv[1]).resolve()
    sys.exit(Site(top, top / "build/site").build())
