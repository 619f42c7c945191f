"""Shows that the layering is enforced twice: by the build and by the checker.

usage: layers_test.py <root of the project>

Each case writes a small house with one fault and wants both the words of the
checker and, where the build can see the fault, a compile error.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
CMAKE = """\
cmake_minimum_required(VERSION 3.24)
project(small VERSION 0.1 LANGUAGES CXX)
find_package(Threads REQUIRED)
include(cmake/ranvier_settings.cmake)
include(cmake/ranvier_versions.cmake)
include(cmake/ranvier_room.cmake)
include(cmake/ranvier_forwards.cmake)
include(cmake/ranvier_ros_package.cmake)
ranvier_room(base)
ranvier_room(low)
ranvier_room(left  USES low)
ranvier_room(right USES low)
ranvier_core()
ranvier_room(beside IN analysis USES low)
ranvier_ros_package(front LIBRARY front ROOMS left SHOWS right)
"""
LAWFUL = {
    "src/ranvier/low/low.h": "#pragma once\nint low();\n",
    "src/ranvier/low/low.cc": '#include "ranvier/low/low.h"\nint low() { return 1; }\n',
    "src/ranvier/left/left.h": "#pragma once\nint left();\n",
    "src/ranvier/left/left.cc":
        '#include "ranvier/left/left.h"\n#include "ranvier/low/low.h"\nint left() { return low(); }\n',
    "src/ranvier/right/right.h": "#pragma once\nint right();\n",
    "src/ranvier/right/right.cc":
        '#include "ranvier/right/right.h"\n#include "ranvier/right/folder/part.h"\n'
        'int right() { return part(); }\n',
    "src/ranvier/right/folder/part.h": "#pragma once\nint part();\n",
    "src/ranvier/right/folder/part.cc":
        '#include "ranvier/right/folder/part.h"\nint part() { return 2; }\n',
    "src/analysis/beside/beside.cc":
        '#include "ranvier/low/low.h"\nint beside_the_core() { return low(); }\n',
    "api/front/include/front/front.hpp":
        '#pragma once\n#include "ranvier/right/right.h"\nint front();\n',
    "api/front/src/front.cc":
        '#include "front/front.hpp"\n#include "ranvier/left/left.h"\nint front() { return left(); }\n',
    # Every source of a library begins with one file of this room.
    "src/ranvier/base/race_checker.h": "#pragma once\n",
    "src/ranvier/base/base.cc": "int base() { return 0; }\n",
}


class Layers(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ranvier-layers-"))
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copytree(ROOT / "cmake", self.folder / "cmake")
        self.write("CMakeLists.txt", CMAKE)
        for name, text in LAWFUL.items():
            self.write(name, text)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def prepend(self, name, line):
        self.write(name, line + "\n" + (self.folder / name).read_text())

    def check(self):
        return subprocess.run([sys.executable, ROOT / "tools/check_layers.py", self.folder],
                              capture_output=True, text=True, check=False)

    def build(self):
        build = self.folder / "build"
        subprocess.run(["cmake", "-S", self.folder, "-B", build, "-G", "Ninja"],
                       check=True, capture_output=True)
        return subprocess.run(["ninja", "-C", build], capture_output=True, text=True, check=False)

    def expect_both_refuse(self, words):
        self.assertIn(words, self.check().stdout)
        self.assertNotEqual(self.check().returncode, 0)
        built = self.build()
        self.assertNotEqual(built.returncode, 0)
        self.assertIn("No such file or directory", built.stdout)

    def test_a_lawful_house_passes_both(self):
        checked, built = self.check(), self.build()
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertEqual(built.returncode, 0, built.stdout)

    def test_a_room_may_not_include_its_sibling(self):
        self.prepend("src/ranvier/left/left.cc", '#include "ranvier/right/right.h"')
        self.expect_both_refuse("left.cc:1: room 'left' does not name room 'right' in USES")

    def test_a_folder_of_a_room_has_the_law_of_the_room(self):
        self.prepend("src/ranvier/right/folder/part.cc", '#include "ranvier/left/left.h"')
        self.expect_both_refuse("folder/part.cc:1: room 'right' does not name room 'left' in USES")

    def test_a_room_may_not_include_what_is_above_it(self):
        self.prepend("src/ranvier/low/low.h", '#include <ranvier/left/left.h>')
        self.expect_both_refuse("low.h:1: room 'low' does not name room 'left' in USES")

    def test_a_package_may_not_include_a_room_that_it_does_not_name(self):
        self.prepend("api/front/src/front.cc", '#include "ranvier/low/low.h"')
        self.expect_both_refuse("front.cc:1: package 'front' does not name room 'low' in ROOMS")

    def test_a_room_beside_the_core_has_the_same_law(self):
        self.prepend("src/analysis/beside/beside.cc", '#include "ranvier/right/right.h"')
        self.expect_both_refuse("beside.cc:1: room 'beside' does not name room 'right' in USES")

    def test_the_core_may_not_include_what_is_beside_it(self):
        self.write("src/analysis/beside/beside.h", "#pragma once\n")
        self.prepend("src/ranvier/left/left.cc", '#include "analysis/beside/beside.h"')
        self.expect_both_refuse("left.cc:1: room 'left' does not name room 'beside' in USES")

    def test_no_node_carries_a_room_beside_the_core(self):
        self.assertEqual(self.build().returncode, 0)
        core = (self.folder / "build/lib/libranvier.so").read_bytes()
        self.assertIn(b"_Z4leftv", core)
        self.assertNotIn(b"beside_the_core", core)

    def test_an_installed_header_may_not_show_a_room(self):
        self.prepend("api/front/include/front/front.hpp", '#include "ranvier/left/left.h"')
        checked = self.check()
        self.assertNotEqual(checked.returncode, 0)
        self.assertIn("front.hpp:1: an installed header shows the inside of room 'left'",
                      checked.stdout)

    def test_a_folder_of_a_package_includes_what_is_below_it_alone(self):
        self.write("CMakeLists.txt", CMAKE.replace("LIBRARY front", "LIBRARY front FOLDERS under over"))
        self.write("api/front/src/under/under.hpp", "#pragma once\n")
        self.write("api/front/src/over/over.hpp", '#pragma once\n#include "under/under.hpp"\n')
        self.prepend("api/front/src/front.cc", '#include "over/over.hpp"')
        self.test_a_lawful_house_passes_both()
        self.prepend("api/front/src/under/under.hpp", '#include "over/over.hpp"')
        self.write("api/front/src/over/over.hpp", '#pragma once\n#include "front.hpp"\n')
        self.write("api/front/src/front.hpp", "#pragma once\n")
        self.write("api/front/src/aside/part.hpp", "#pragma once\n")
        found = self.check().stdout
        self.assertIn("under.hpp:1: folder 'under' includes 'over/over.hpp', which is not below", found)
        self.assertIn("over.hpp:2: folder 'over' includes 'front.hpp', which is not below", found)
        self.assertIn("part.hpp: package 'front' does not name folder 'aside' in FOLDERS", found)

    def test_the_python_extension_may_not_include_a_room_that_it_does_not_name(self):
        self.write("CMakeLists.txt", CMAKE + "ranvier_python_extension(_small ROOMS base low)\n")
        self.write("python/extension/part.cc", '#include "ranvier/low/low.h"\n')
        self.assertEqual(self.check().returncode, 0, self.check().stdout)
        self.prepend("python/extension/part.cc", '#include "ranvier/left/left.h"')
        self.assertIn("python/extension/part.cc:1: the Python extension does not name room 'left'",
                      self.check().stdout)
        self.assertNotEqual(self.check().returncode, 0)

    def test_a_room_may_not_use_what_is_not_below_it(self):
        self.write("CMakeLists.txt", CMAKE.replace("ranvier_room(low)", "ranvier_room(low USES left)"))
        checked = self.check()
        self.assertNotEqual(checked.returncode, 0)
        self.assertIn("room 'low' uses 'left', which is not below it", checked.stdout)

    def test_units_that_include_each_other_in_a_circle_are_refused(self):
        self.write("src/ranvier/low/other.h", '#pragma once\n#include "ranvier/low/third.h"\n')
        self.write("src/ranvier/low/third.h", "#pragma once\n")
        self.write("src/ranvier/low/third.cc", '#include "ranvier/low/low.h"\n')
        self.assertEqual(self.check().returncode, 0, self.check().stdout)
        self.prepend("src/ranvier/low/low.cc", '#include "ranvier/low/other.h"')
        self.assertIn("src/ranvier/low: low, other, third include each other in a circle",
                      self.check().stdout)
        self.assertNotEqual(self.check().returncode, 0)

    def test_private_headers_of_cyclone_stay_behind_the_seam(self):
        self.write("CMakeLists.txt", CMAKE.replace("ranvier_core()", "ranvier_room(cyclone)\nranvier_core()"))
        seam = "src/ranvier/cyclone/internals"
        self.write(f"{seam}/inner.h", "#pragma once\n#include <dds/ddsi/q_whc.h>\n")
        self.write(f"{seam}/tricks.h", "#pragma once\n")
        self.write("src/ranvier/cyclone/a.cc", '#include "ranvier/cyclone/internals/tricks.h"\n'
                                               "#include <dds/dds.h>\n")
        self.assertEqual(self.check().returncode, 0, self.check().stdout)
        for line in ("#include <dds/ddsi/ddsi_serdata.h>", "# include <dds/ddsrt/time.h>",
                     '#include "ranvier/cyclone/internals/inner.h"'):
            self.write("src/ranvier/cyclone/a.cc", f"{line}\n")
            self.assertIn("cyclone/a.cc:1: only src/ranvier/cyclone/internals may include this",
                          self.check().stdout)
            self.assertNotEqual(self.check().returncode, 0)

    def test_a_long_file_is_refused(self):
        self.write("src/ranvier/low/long.h", "// one more line\n" * 501)
        checked = self.check()
        self.assertNotEqual(checked.returncode, 0)
        self.assertIn("src/ranvier/low/long.h: 501 lines", checked.stdout)


unittest.main()
