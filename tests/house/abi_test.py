"""Packages of two releases, compared by tools/deb/check_abi.py.

usage: abi_test.py <root of the project> <C++ compiler>
"""
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
COMPILER = sys.argv[2]
del sys.argv[1:3]
HEADER = """#include <string>
namespace rcpputils {
class Path {
 public:
  explicit Path(const std::string& text);
  virtual ~Path();
  const char* text() const;
 private:
  const char* text_;
%s};
}
"""
SOURCE = """#include "rcpputils/path.hpp"
namespace rcpputils {
Path::Path(const std::string& text) : text_(text.c_str()) {}
Path::~Path() {}
const char* Path::text() const { return text_; }
%s}
"""
ARCHITECTURE = subprocess.run(["dpkg", "--print-architecture"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout.strip()
CONTROL = f"Package: %s\nVersion: 1\nArchitecture: {ARCHITECTURE}\nMaintainer: us <us@example.org>\nDescription: made for a test\n"


@unittest.skipIf(shutil.which("abidiff") is None, "abidiff is not here: apt install abigail-tools")
class CheckAbiTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ranvier-abi-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def release(self, name, members="", functions="", types=True):
        """A folder with the packages of a release that has one library of one class."""
        trees = {part: self.folder / name / part for part in ("ranvier", "ranvier-dev", "ranvier-dbgsym")}
        library = trees["ranvier"] / "opt/ranvier/lib/librcpputils.so"
        header = trees["ranvier-dev"] / "opt/ranvier/include/rcpputils/rcpputils/path.hpp"
        build_id = hashlib.sha1(name.encode()).hexdigest()
        symbols = trees["ranvier-dbgsym"] / f"usr/lib/debug/.build-id/{build_id[:2]}/{build_id[2:]}.debug"
        for file in (library, header, symbols):
            file.parent.mkdir(parents=True)
        header.write_text(HEADER % members)
        source = self.folder / "path.cc"
        source.write_text(SOURCE % functions)
        subprocess.run([COMPILER, "-g" if types else "-g1", "-shared", "-fPIC", f"-I{header.parents[1]}", source,
                        "-o", library, f"-Wl,--build-id=0x{build_id}"], check=True)
        for words in (("--only-keep-debug", library, symbols), ("--strip-debug", library)):
            subprocess.run(["objcopy", *words], check=True)
        for part, tree in trees.items():
            (tree / "DEBIAN").mkdir()
            (tree / "DEBIAN/control").write_text(CONTROL % part)
            subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree,
                            self.folder / name / f"{part}_1_{ARCHITECTURE}.deb"], check=True, stdout=subprocess.DEVNULL)
        return self.folder / name

    def compare(self, *releases):
        done = subprocess.run([ROOT / "tools/deb/check_abi.py", *releases], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.stdout, done.returncode

    def test_a_function_more_is_no_change(self):
        said, status = self.compare(self.release("first"), self.release("second", functions="int more() { return 1; }\n"))
        self.assertEqual((said, status), ("1 libraries compared, 0 changed\n", 0))

    def test_a_member_more_in_a_public_class_is_named_with_its_class(self):
        said, status = self.compare(self.release("first"), self.release("second", members="  int size_ = 0;\n"))
        self.assertEqual(status, 1, said)
        self.assertIn("rcpputils::Path", said)
        self.assertIn("size_", said)
        self.assertIn("1 libraries compared, 1 changed: rcpputils", said)

    def test_packages_without_types_and_missing_ones_are_said(self):
        release = self.release("first")
        said, status = self.compare(release, self.release("second", types=False))
        self.assertEqual(status, 2, said)
        self.assertIn("the symbols of opt/ranvier/lib/librcpputils.so have no types", said)
        said, status = self.compare(release, self.folder)
        self.assertEqual(status, 2, said)
        self.assertIn(f"check_abi: '{self.folder}' has 0 packages ranvier_*_{ARCHITECTURE}.deb", said)


if __name__ == "__main__":
    unittest.main()
