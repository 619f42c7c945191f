"""The prefix where a real Python of another version comes first: one of pyenv, an active virtual
environment, an active environment of conda.

usage: path_test.py <build folder> <README.md>
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from prefix import Prefix
from readme_listings import listings

BUILD, README = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
TALKER = pathlib.Path(__file__).resolve().parent / "wheel_programs/talker.py"
SITE = BUILD / "lib/python3/site-packages"
OWN = re.search(r'_own_python "(.*)"', (BUILD / "interpreter.cmake").read_text())[1]
# A module that loads where it is imported, and says so.
MODULE_C = """#include <Python.h>
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_ranvier", "the wheel's", -1};
PyMODINIT_FUNC PyInit__ranvier(void) { return PyModule_Create(&module); }
"""


def another_python():
    """A CPython of another version than this one, from 3.10 on; None where there is none."""
    pyenv = sorted(pathlib.Path("~/.pyenv").expanduser().glob("versions/*/bin"))
    for minor in sorted({10, 11, 12, 13} - {sys.version_info.minor}, reverse=True):
        name = f"python3.{minor}"
        for python in (*(folder / name for folder in pyenv), shutil.which(name)):
            if python and starts(python, minor):
                return pathlib.Path(python)
    return None


def starts(python, minor):
    """Whether this is an interpreter of that version, and no shim that refuses."""
    if not os.access(python, os.X_OK):
        return False
    said = subprocess.run([python, "-c", "import sys; print(sys.version_info[1])"], text=True,
                          capture_output=True, check=False)
    return said.stdout.strip() == str(minor)


OTHER = another_python()


@unittest.skipIf(OTHER is None, "this machine has one Python alone: with pyenv, `pyenv install 3.12`")
class AnotherPythonComesFirst(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = Prefix(BUILD)
        cls.addClassCleanup(cls.prefix.close)
        cls.venv, cls.conda = (cls.prefix.scratch / name for name in ("venv", "conda"))
        for folder in (cls.venv, cls.conda):
            subprocess.run([OTHER, "-m", "venv", "--without-pip", folder], check=True)
        (cls.conda / "pyvenv.cfg").unlink()
        (cls.conda / "conda-meta").mkdir()
        cls.shells = {
            "pyenv": f"export PATH={cls.pyenv_like()}:$PATH",
            "venv": f". {cls.venv}/bin/activate",
            "conda": f"export PATH={cls.conda}/bin:$PATH CONDA_PREFIX={cls.conda} CONDA_SHLVL=1 "
                     f"CONDA_DEFAULT_ENV=base CONDA_PYTHON_EXE={cls.conda}/bin/python",
        }

    @classmethod
    def pyenv_like(cls):
        """A folder with the names that pyenv has shims of."""
        shims = cls.prefix.scratch / "shims"
        shims.mkdir()
        for name in ("python", "python3", OTHER.name):
            (shims / name).write_text(f'#!/bin/sh\nexec {OTHER} "$@"\n')
            (shims / name).chmod(0o755)
        return shims

    def in_each_shell(self, command):
        """What it says in each of the three, after the prefix was sourced."""
        return [self.prefix.run(f"{shell} && {command}") for shell in self.shells.values()]

    def test_what_comes_first_is_another_python(self):
        for said in self.in_each_shell("python3 -V && command -v python3"):
            self.assertIn(f"Python 3.{OTHER.name.partition('.')[2]}.", said)

    def test_the_listing_of_the_readme_builds(self):
        source = self.prefix.scratch / "chatter"
        source.mkdir()
        for name, content in listings(README.read_text()).items():
            (source / name).write_text(content)
        for name in self.shells:
            build = source / f"build-{name}"
            said = self.prefix.run(
                f"{self.shells[name]} && cmake -S {source} -B {build} && cmake --build {build}")
            self.assertIn("Built target talker", said, name)
            cache = (build / "CMakeCache.txt").read_text()
            self.assertIn(f"\nPython3_EXECUTABLE:FILEPATH={OWN}\n", cache, name)

    def test_its_commands_start_the_python_that_they_are_for(self):
        for said in self.in_each_shell("ros2 pkg list && launch_test --help"):
            self.assertIn("std_msgs\n", said)
            self.assertIn("usage: launch_test", said)
        if list(SITE.glob("_ranvier.*.so")):
            for shell in self.shells.values():
                echo = f"bash -c '{shell} && ros2 topic echo --once /chatter std_msgs/msg/String'"
                self.assertIn("data: hello", self.prefix.chat(f"{OWN} {TALKER}", echo))

    def test_a_node_is_told_in_one_line_what_would_serve_its_python(self):
        version = re.search(r"^Version: (\S+)", next(SITE.glob("ranvier-*.dist-info/METADATA"))
                            .read_text(), re.M)[1]
        tag = f"cp{OTHER.name.removeprefix('python').replace('.', '')}"
        for program in ("import rclpy", "from std_msgs.msg import String"):
            for said in self.in_each_shell(f"! python3 -c '{program}' 2>&1"):
                (line,) = said.splitlines()
                for words in ("ImportError: ", f"is CPython {OTHER.name[6:]}", str(self.prefix.folder),
                              f"Start the program with {OWN}", f"ranvier-{version}-{tag}-{tag}",
                              "make wheel PYTHON=/"):
                    self.assertIn(words, line)

    def wheel(self, version):
        """A folder as pip makes it of a wheel of that version: the extension, and metadata."""
        folder = self.prefix.scratch / f"wheel-{version}"
        info = folder / f"ranvier-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: ranvier\nVersion: {version}\n")
        (folder / "module.c").write_text(MODULE_C)
        include, suffix = subprocess.run(
            [OTHER, "-c", "import sysconfig as s\nprint(s.get_path('include'), "
             "s.get_config_var('EXT_SUFFIX'))"], capture_output=True, text=True,
            check=True).stdout.split()
        if not (pathlib.Path(include) / "Python.h").exists():
            self.skipTest(f"{OTHER} has no headers in {include}")
        subprocess.run(["cc", "-shared", "-fPIC", f"-I{include}", folder / "module.c", "-o",
                        folder / f"_ranvier{suffix}"], check=True)
        return folder

    def test_the_extension_of_a_wheel_of_the_same_version_serves_it(self):
        version = next(SITE.glob("ranvier-*.dist-info")).stem.removeprefix("ranvier-")
        importing = f"{OTHER} -c 'import _ranvier; print(_ranvier.__doc__)'"
        for wheel, expected in ((self.wheel(version), "the wheel's"),
                                (self.wheel("9.8.7"), "has the wheel ranvier 9.8.7, and this prefix")):
            said = self.prefix.run(f"export PYTHONPATH=$PYTHONPATH:{wheel} && {{ {importing} 2>&1 || :; }}")
            self.assertIn(expected, said)


unittest.main()
