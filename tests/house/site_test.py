"""The site of `make docs`, as far as its own scripts make it: nothing of it needs mkdocs here.

usage: site_test.py <root of the project>
"""
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "tools"))
from cpp_reference import Reference, code_of, first_sentence  # noqa: E402
from make_site import Site, lists_begin_a_block  # noqa: E402

CLASS = """<doxygen><compounddef id="{id}" kind="class" prot="public">
<compoundname>{name}</compoundname>{bases}<includes>pen/pen.hpp</includes>
<sectiondef kind="public-func"><memberdef kind="function" prot="public">
<definition>void {name}::{call}</definition><argsstring>(int x)</argsstring><name>{call}</name>
<qualifiedname>{name}::{call}</qualifiedname><briefdescription><para>{brief}</para>
</briefdescription></memberdef></sectiondef><location file="pen/include/pen/pen.hpp"/>
</compounddef></doxygen>"""


class OfTheSite(unittest.TestCase):
    def reference(self):
        with tempfile.TemporaryDirectory() as folder:
            xml = pathlib.Path(folder)
            base = '<basecompoundref refid="hidden">pen::detail::Base</basecompoundref>'
            for name, of, bases, call, brief in (
                    ("shown", "pen::Pen", base, "draw", 'As <ref refid="other_1a5">Ink</ref> * has.'),
                    ("hidden", "pen::detail::Base", "", "lift", "Up."),
                    ("other", "pen::Ink", "", "dry", "")):
                (xml / f"{name}.xml").write_text(CLASS.format(id=name, name=of, bases=bases,
                                                              call=call, brief=brief))
            return Reference(xml).pages()

    def test_every_page_of_the_book_is_in_the_navigation(self):
        with tempfile.TemporaryDirectory() as folder:
            site = Site(ROOT, pathlib.Path(folder))
            named = {path.replace("docs/../", "") for part in site.contents()
                     for pages in part.values() for page in pages for path in page.values()}
        book = {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}
        self.assertEqual(book - named, {"docs/README.md"})

    def test_the_site_asks_no_network(self):
        for path in (ROOT / "docs/site").iterdir():
            self.assertEqual(re.findall(r"https?://\S+", path.read_text()), [], path.name)

    def test_a_list_without_an_empty_line_before_it_is_a_list_all_the_same(self):
        self.assertEqual(lists_begin_a_block("**Start**\n- one\n- two\n"), "**Start**\n\n- one\n- two\n")
        self.assertEqual(lists_begin_a_block("- one\n  more\n- two\n"), "- one\n  more\n- two\n")

    def test_a_class_has_a_page_and_what_is_hidden_has_none(self):
        self.assertEqual(list(self.reference()), ["pen/index.md", "pen/pen.Ink.md", "pen/pen.Pen.md"])

    def test_members_of_a_hidden_base_are_those_of_the_class(self):
        page = self.reference()["pen/pen.Pen.md"]
        self.assertIn("void pen::Pen::draw(int x)", page)
        self.assertIn("void pen::Pen::lift(int x)", page)
        self.assertNotIn("detail", page)

    def test_prose_links_classes_and_escapes_marks(self):
        self.assertIn(r"As [Ink](../pen/pen.Ink.md) \* has.", self.reference()["pen/pen.Pen.md"])

    def test_the_table_of_a_package_has_the_first_sentence_of_each_class(self):
        self.assertEqual(first_sentence("Draws a line. Threads: any."), "Draws a line.")
        self.assertEqual(first_sentence("Threads: any."), "")

    def test_a_long_declaration_has_an_argument_a_line(self):
        short = "void f(std::vector< int > a)"
        self.assertEqual(code_of(short), "void f(std::vector<int> a)")
        self.assertEqual(code_of(f"void f({'int a, ' * 20}std::map< int, int > b) const").splitlines()[-2:],
                         ["  int a,", "  std::map<int, int> b) const"])


unittest.main()
