"""Packages of the prefix bring what Jazzy's bring, but for what differences.txt gives a reason for.

usage: packages_test.py <root of the project> <build folder>

Works by names alone, without network: packages.txt and includes.txt, which
tools/compare_reach.py writes, say what Jazzy's packages bring.
"""
import pathlib
import sys
import tempfile
import unittest

ROOT, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
sys.path.insert(0, str(ROOT / "tools"))

import compare_reach as reach  # noqa: E402

# A package as its sources are: two headers, a target, a dependency, two functions.
SOURCES = {
    "package.xml": "<package><name>kit</name></package>",
    "CMakeLists.txt": """
        project(kit)
        add_library(kit src/kit.cpp)
        install(TARGETS kit EXPORT export_kit LIBRARY DESTINATION lib)
        ament_export_targets(export_kit HAS_LIBRARY_TARGET)
        ament_export_dependencies(rcutils
          rmw)  # not rcl
        ament_generate_version_header(${PROJECT_NAME})
        """,
    "cmake/kit_make.cmake": "function(kit_make name)\nendfunction()\nmacro(_kit_own)\nendmacro()",
    "include/kit/kit.hpp": '#include <vector>\n#include "kit/part.hpp"\n// #include "kit/old.hpp"',
    "include/kit/part.hpp": "#pragma once",
    "test/other/package.xml": "<package><name>other</name></package>",
}


def write(folder: pathlib.Path, files: dict) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.our = reach.ours(BUILD)
        cls.lost = (reach.differences(reach.facts(), cls.our)
                    + reach.include_differences(reach.include_facts(), BUILD))

    def test_each_difference_has_a_reason(self):
        self.assertEqual(reach.unexplained(self.lost, reach.reasons()), [],
                         "bring what is missing, or give a reason in differences.txt")

    def test_each_reason_has_a_difference(self):
        self.assertEqual(reach.without_a_case(self.lost, reach.reasons()), [],
                         "this is there now: take the rows out of differences.txt")

    def test_every_package_that_jazzy_has_too_is_compared(self):
        self.assertGreater(len(reach.facts().keys() & self.our.keys()), 70)
        self.assertLessEqual(reach.facts().keys(), self.our.keys())

    def test_a_header_a_target_a_dependency_and_a_function_that_are_missing_are_found(self):
        jazzy = {"rmw": reach.Package({"rmw/types.h", "rmw/none.h"}, {"rcutils", "rclcpp"},
                                      {"rmw", "rmw_more"}, {"rmw_none"})}
        self.assertEqual(reach.differences(jazzy, self.our), [
            "header rmw rmw/none.h", "depends rmw rclcpp", "target rmw rmw_more",
            "function rmw rmw_none"])
        self.assertEqual(
            reach.include_differences({"rmw/types.h": {"rmw/names_and_types.h"}}, BUILD),
            ["include rmw/types.h rmw/names_and_types.h"])
        self.assertEqual(
            reach.include_differences({"rmw/types.h": {"cxxabi.h", "beside.hpp"}}, BUILD),
            ["include rmw/types.h cxxabi.h"])

    def test_sources_are_read_as_cmake_and_the_compiler_read_them(self):
        with tempfile.TemporaryDirectory() as folder:
            write(pathlib.Path(folder) / "kit", SOURCES)
            packages, includes = reach.read_jazzy(pathlib.Path(folder), {"kit", "other"})
        self.assertEqual(list(packages), ["kit"])
        self.assertEqual(packages["kit"], reach.Package(
            {"kit/kit.hpp", "kit/part.hpp", "kit/version.h"}, {"rcutils", "rmw"}, {"kit"},
            {"kit_make"}))
        self.assertEqual(includes, {"kit/kit.hpp": {"vector", "kit/part.hpp"},
                                    "kit/part.hpp": set()})


unittest.main(argv=sys.argv[:1])
