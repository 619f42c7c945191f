"""The tools that make Debian packages: what they are told, and what they say.

usage: deb_tools_test.py <root of the project>
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "tools"))
import sbom  # noqa: E402  pylint: disable=wrong-import-position

OF_DPKG = """#!/bin/sh
head -1 debian/changelog > ../made.deb
"""
# Its warnings are no keys.
ROSDEP = """#!/bin/sh
echo "WARNING: your rosdep is old" >&2
case $1 in
  keys) printf 'rclcpp\\neigen\\nnobodys\\n' ;;
  resolve)
    printf '#ROSDEP[rclcpp]\\n#apt\\nranvier-dev\\n#ROSDEP[eigen]\\n#apt\\nlibeigen3-dev\\n'
    echo "ERROR: no rosdep rule for 'nobodys'" >&2
    shift 3
    [ "$*" = "eigen nobodys rclcpp" ] || echo "asked for $*" >&2
    exit 1 ;;
esac
"""


class ScriptsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ranvier-deb-tools-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # tools/lib.sh looks there for programs first.
        self.programs = self.folder / ".cargo/bin"
        self.environment = {**os.environ, "HOME": str(self.folder),
                            "PATH": f"{self.programs}:{os.environ['PATH']}"}

    def program(self, name, text):
        self.programs.mkdir(parents=True, exist_ok=True)
        (self.programs / name).write_text(text)
        (self.programs / name).chmod(0o755)

    def tree(self):
        """One that has what tools/deb/make.sh reads, and a dpkg-buildpackage that is done at once."""
        self.program("dpkg-buildpackage", OF_DPKG)
        tree = self.folder / "tree"
        for name in ("tools/deb/make.sh", "tools/lib.sh", "tools/root.sh", "tools/progress.py", "tools/packages.txt",
                     "tools/requirements_build.txt", "tools/requirements_wheel.txt", "debian/changelog"):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_bytes((ROOT / name).read_bytes())
        for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "a")):
            subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", tree, *words],
                           check=True, env=self.environment)
        return tree

    def said(self, *words):
        done = subprocess.run(words, check=False, text=True, env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        return done.stdout, done.returncode

    def test_packages_are_made_into_dist_unless_a_folder_is_given(self):
        tree = self.tree()
        for words, made in (((), tree / "dist"), ((self.folder / "there",), self.folder / "there"),
                            (("--version", "0.2", self.folder / "other"), self.folder / "other")):
            with self.subTest(words):
                said, status = self.said("bash", tree / "tools/deb/make.sh", *words)
                self.assertEqual(status, 0, said)
                self.assertEqual("(0.2)" in (made / "made.deb").read_text(), "0.2" in words)

    def test_packages_of_another_suite_are_not_made_where_its_root_folder_cannot_be_filled(self):
        tree = self.tree()
        self.program("debootstrap", "#!/bin/sh\necho 'no such mirror'\nexit 1\n")
        said, status = self.said("bash", tree / "tools/deb/make.sh", "--suite", "trixie", "--arch", "arm64")
        self.assertNotEqual(status, 0)
        self.assertIn("no such mirror" if os.getuid() == 0 else "a root folder of 'trixie' is made and entered by root", said)
        self.assertEqual(list((tree / "dist").rglob("*.deb")), [])

    def test_options_that_there_are_not_and_a_missing_folder_are_said(self):
        for script, words, answer in (("make.sh", ("--nowhere",), "'--nowhere' is no option: --of, --version, --suite or --arch"),
                                      ("repository.sh", (), "the folder of the repository is missing")):
            with self.subTest(script):
                said, status = self.said("bash", ROOT / "tools/deb" / script, *words)
                self.assertNotEqual(status, 0)
                self.assertIn(answer, said)

    def test_a_wheel_for_another_architecture_is_one_of_the_systems_python(self):
        self.program("python3.99", "#!/bin/sh\n")
        said, status = self.said("bash", ROOT / "tools/wheel.sh", "--arch", "arm64", self.programs / "python3.99")
        self.assertEqual(status, 1)
        self.assertIn(f"'{self.programs}/python3.99' is another one. Leave out PYTHON", said)

    def test_what_rosdep_warns_of_is_no_key(self):
        self.program("rosdep", ROSDEP)
        self.program("dpkg-deb", "#!/bin/sh\n")
        said, status = self.said(ROOT / "tools/deb/try_rosdep.py", "--lists", self.folder, "some.deb", "src")
        self.assertEqual(status, 0, said)
        self.assertEqual(said, "src: 1 ours, 1 Debian's, 0 of ROS 2, 1 of no list. Missing: nobodys\n")


class BillTest(unittest.TestCase):
    def test_a_package_has_the_place_of_its_distribution_and_a_version_of_plain_letters(self):
        self.assertEqual(sbom.place_of("zlib1g", "1:1.3.dfsg-3.1ubuntu2+b1", "ubuntu"),
                         "pkg:deb/ubuntu/zlib1g@1%3A1.3.dfsg-3.1ubuntu2%2Bb1")
        self.assertEqual(sbom.place_of("pypi:nanobind", "2.15.0", "debian"), "pkg:pypi/nanobind@2.15.0")


if __name__ == "__main__":
    unittest.main()
