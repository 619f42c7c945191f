"""What public stacks ask of ament and of vendor packages is in the prefix.

usage: underlay_test.py <build folder> [unittest arguments]
"""
import importlib.util
import pathlib
import re
import sys
import unittest

from prefix import Prefix

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
WORKSHOP = pathlib.Path(__file__).resolve().parent / "underlay/workshop"
PROJECT = "cmake_minimum_required(VERSION 3.16)\nproject({} LANGUAGES CXX)\n{}\n"


@unittest.skipUnless(pathlib.Path("/usr/share/ament_cmake").exists(),
                     "ament-cmake is not installed; Ubuntu 24.04 does not package it")
class Underlay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = Prefix(BUILD)
        cls.addClassCleanup(cls.prefix.close)

    def project(self, name, lines):
        folder = self.prefix.scratch / name
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text(PROJECT.format(name, lines))
        return folder

    def refused(self, folder, options=""):
        """What CMake says when it refuses to configure, on one line."""
        with self.assertRaises(AssertionError) as raised:
            self.prefix.run(f"cmake -S {folder} -B {folder}/build -G Ninja {options}")
        return " ".join(str(raised.exception).split())

    def test_a_package_and_its_tests_find_all_that_they_name(self):
        to = self.prefix.build_with_cmake(WORKSHOP)
        self.assertIn('#define WORKSHOP_VERSION_STR "1.0.0"',
                      (to / "include/workshop/workshop/version.h").read_text())
        said = self.prefix.run(f"ctest --test-dir {self.prefix.scratch}/build-workshop")
        passed = re.findall(r"Test +#\d+: (\w+) \.+ +Passed", said)
        self.assertEqual(sorted(passed),
                         ["test_domain", "test_list", "test_own_main", "tool_reads", "tool_reads_another",
                          "xmllint"])

    def test_a_vendor_package_without_its_library_says_what_to_install(self):
        for vendor, library, remedy in (
                ("gz_math_vendor", "gz-math", "Install it: sudo apt install libignition-math-dev"),
                ("google_benchmark_vendor", "benchmark", "Install it: sudo apt install libbenchmark-dev"),
                ("osqp_vendor", "osqp", "Debian 12 has no package of it: build OSQP 0.6"),
                ("rviz_assimp_vendor", "assimp", "Install it: sudo apt install libassimp-dev"),
                ("rviz_ogre_vendor", "OGRE", "Install it: sudo apt install libogre-1.12-dev"),
                ("yaml_cpp_vendor", "yaml-cpp", "Install it: sudo apt install libyaml-cpp-dev"),
                ("spdlog_vendor", "spdlog", "Install it: sudo apt install libspdlog-dev")):
            folder = self.project("without_" + vendor, f"find_package({vendor} REQUIRED)")
            said = self.refused(folder, f"-DCMAKE_DISABLE_FIND_PACKAGE_{library}=ON")
            self.assertIn(f"the system has no '{library}'. {remedy}", said)
        folder = self.project("without_pybind11", "find_package(pybind11_vendor REQUIRED)")
        said = self.refused(folder, "-DCMAKE_IGNORE_PATH='/usr/include;/usr/local/include'")
        self.assertIn("the system has no 'pybind11'. Install it: sudo apt install pybind11-dev", said)

    def test_a_vendor_package_gives_what_the_system_has_by_the_names_of_users(self):
        folder = self.project("vendored", """
find_package(common_interfaces 5 REQUIRED)
find_package(gz_math_vendor REQUIRED)
find_package(gz-math REQUIRED)
find_package(mcap_vendor REQUIRED)
find_package(rcl_lifecycle REQUIRED)
find_package(rosidl_dynamic_typesupport REQUIRED)
find_package(tracetools REQUIRED)
add_executable(vendored main.cpp)
target_link_libraries(vendored gz-math::core mcap_vendor::mcap)
target_include_directories(vendored PRIVATE headers)""")
        (folder / "main.cpp").write_text(
            "#include <gz/math/Vector3.hh>\n#include <mcap/reader.hpp>\n"
            "int main() { return gz::math::kOne + ::mcap_made; }\n")
        for path, text in (
                ("found/ignition-math6-config.cmake",
                 "include_guard()\nadd_library(ignition-math6::ignition-math6 INTERFACE IMPORTED)\n"
                 "target_include_directories(ignition-math6::ignition-math6 INTERFACE "
                 "${CMAKE_CURRENT_LIST_DIR}/include)"),
                ("found/include/ignition/math/Vector3.hh",
                 "namespace ignition { namespace math { constexpr int kOne = 1; } }"),
                ("mcap/cpp/mcap/include/mcap/reader.hpp",
                 "extern int mcap_made;\n#ifdef MCAP_IMPLEMENTATION\nint mcap_made = -1;\n#endif"),
                ("mcap/cpp/mcap/include/mcap/writer.hpp", "")):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text + "\n")
        self.prefix.run(f"cmake -S {folder} -B {folder}/build -G Ninja -Dmcap_SOURCE_DIR={folder}/mcap"
                        f" -DCMAKE_DISABLE_FIND_PACKAGE_gz-math7=ON -Dignition-math6_DIR={folder}/found"
                        " -Dmcap_LZ4_LIBRARY:STRING=m -Dmcap_ZSTD_LIBRARY:STRING=m"
                        f" && cmake --build {folder}/build && {folder}/build/vendored")

    def test_what_is_added_by_itself_is_installed_as_jazzys_modules_install_it(self):
        folder = self.project("crate", """
find_package(ament_cmake_auto REQUIRED)
ament_auto_find_build_dependencies()
ament_auto_add_library(crate_headers INTERFACE)
ament_auto_add_library(crate SHARED DIRECTORY src)
ament_auto_add_executable(count count.cpp)
enable_testing()
ament_auto_add_gtest(try_crate try_crate.cpp)
ament_auto_add_gmock(test_crate test_crate.cpp)
ament_auto_package(USE_SCOPED_HEADER_INSTALL_DIR INSTALL_TO_SHARE src)""")
        for path, text in (
                # It names ament_cmake_auto alone, which has to find what runs tests.
                ("package.xml", (WORKSHOP / "package.xml").read_text().replace("<name>workshop", "<name>crate")
                 .replace("ament_cmake_ros", "ament_cmake_auto")),
                ("include/crate/crate.hpp", "inline int crates() { return 3; }"),
                ("src/crate.cpp", "#include <crate/crate.hpp>\n#include <std_msgs/msg/string.hpp>\n"
                 "int counted() { return crates(); }"),
                ("count.cpp", "#include <crate/crate.hpp>\nint counted();\n"
                 "int main() { return counted() - crates(); }"), ("test_crate.cpp", ""),
                ("try_crate.cpp", "#include <gtest/gtest.h>\n#include <crate/crate.hpp>\nint counted();\n"
                 "TEST(Crate, AreCounted) { EXPECT_EQ(counted(), crates()); }")):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text + "\n")
        to = folder / "to"
        configure = f"cmake -S {folder} -B {folder}/build -G Ninja -DCMAKE_INSTALL_PREFIX={to}"
        # Configured a second time, it finds the same modules.
        self.prefix.run(f"{configure} && {configure}"
                        f" && cmake --build {folder}/build --target crate count try_crate && {folder}/build/try_crate"
                        f" && cmake --install {folder}/build && LD_LIBRARY_PATH={to}/lib {to}/lib/crate/count")
        for path in ("include/crate/crate/crate.hpp", "share/crate/src/crate.cpp"):
            self.assertTrue((to / path).is_file(), path)

    def test_what_chooses_by_the_distribution_finds_its_name(self):
        folder = self.project("distribution", "find_package(ros_environment 4 REQUIRED)\n"
                              'message(STATUS "for $ENV{ROS_DISTRO} of ROS $ENV{ROS_VERSION}")')
        configure = f"cmake -S {folder} -B {folder}/build -G Ninja 2>&1"
        self.assertIn("-- for jazzy of ROS 2\n", self.prefix.run(configure))
        said = " ".join(self.prefix.run(f"env -u ROS_DISTRO {configure}").split())
        self.assertIn("ros_environment: ROS_DISTRO is not set", said)
        self.assertIn("Source the prefix's setup.bash before CMake is run.", said)

    def test_tracetools_tells_whether_nodes_can_be_traced(self):
        self.assertEqual(self.prefix.run("ros2 run tracetools status"), "Tracing enabled\n")
        off = "RANVIER_TRACE_SESSIONS=off ros2 run tracetools status; echo =$?"
        self.assertRegex(self.prefix.run(off), "(?s)^Tracing disabled\n.*=1\n$")

    def test_what_is_vendored_is_built_from_sources_that_are_given_and_never_fetched(self):
        lines = ("find_package(ament_cmake REQUIRED)\n"
                 "find_package(ament_cmake_vendor_package REQUIRED)\n"
                 "ament_vendor(nail SATISFIED FALSE VCS_URL https://example.org/nail.git "
                 "VCS_VERSION 2.0)\nament_package()")
        (self.prefix.scratch / "nail_vendor").mkdir()
        vendor = self.prefix.scratch / "nail_vendor"
        (vendor / "CMakeLists.txt").write_text(PROJECT.format("nail_vendor", lines))
        (vendor / "package.xml").write_text(
            (WORKSHOP / "package.xml").read_text().replace("<name>workshop", "<name>nail_vendor"))
        self.assertIn("get https://example.org/nail.git (2.0) and say -Dnail_SOURCE_DIR=<its folder>",
                      self.refused(vendor))
        nail = self.project("nail", "install(FILES nail.h DESTINATION include)")
        (nail / "nail.h").write_text("// A nail.\n")
        to = self.prefix.scratch / "installed"
        self.prefix.run(f"cmake -S {vendor} -B {vendor}/again -G Ninja -Dnail_SOURCE_DIR={nail}"
                        f" -DCMAKE_INSTALL_PREFIX={to} && cmake --build {vendor}/again"
                        f" && cmake --install {vendor}/again")
        self.assertEqual((to / "opt/nail_vendor/include/nail.h").read_text(), "// A nail.\n")

    def test_a_package_makes_keys_of_its_enclaves_and_of_a_policy(self):
        folder = self.project("keyed", "find_package(sros2_cmake REQUIRED)\n"
                              "sros2_generate_artifacts(ENCLAVES /a /b)")
        (folder / "policy.xml").write_text(
            '<policy version="0.2.0"><enclaves><enclave path="/c"><profiles><profile ns="/" node="c">'
            '<topics publish="ALLOW"><topic>chatter</topic></topics></profile></profiles></enclave>'
            '</enclaves></policy>')
        configure = f"ROS_SECURITY_KEYSTORE={folder}/keys cmake -S {folder} -B {folder}/build -G Ninja"
        self.prefix.run(configure)
        self.assertFalse((folder / "keys").exists())
        self.prefix.run(f"{configure} -DSECURITY=ON -DPOLICY_FILE={folder}/policy.xml")
        self.assertEqual(self.prefix.run(f"ranvier security list_enclaves {folder}/keys"),
                         "/a\n/b\n/c\n")
        self.assertIn("rt/chatter", (folder / "keys/enclaves/c/permissions.xml").read_text())
        said = self.prefix.run(f"{configure} -DSECURITY=ON -DPOLICY_FILE={folder}/none.xml 2>&1")
        self.assertIn("sros2_generate_artifacts:", said)
        self.assertIn("none.xml", said)

    def test_messages_alone_bring_the_functions_of_ament(self):
        folder = self.project("messages_alone", "find_package(std_msgs REQUIRED)\n"
                              "ament_export_dependencies(std_msgs)\nament_package()")
        (folder / "package.xml").write_text(
            (WORKSHOP / "package.xml").read_text().replace("<name>workshop", "<name>messages_alone"))
        self.prefix.run(f"cmake -S {folder} -B {folder}/build -G Ninja")

    def test_created_packages_build_on_each_other_and_pass_their_tests(self):
        workspace = self.prefix.scratch / "created"
        source = workspace / "src"
        source.mkdir(parents=True)
        for words in ("shape --node-name draw", "shapes --library-name shapes --dependencies shape",
                      "round --build-type ament_python --node-name draw --library-name arcs"):
            self.prefix.run(f"ros2 pkg create --license Apache-2.0 {words}", cwd=source)
        # `shape` exports its headers alone, by lines that a page says to add.
        (source / "shape/include/shape/shape.hpp").write_text("struct Shape {};\n")
        lists = source / "shape/CMakeLists.txt"
        lists.write_text(lists.read_text().replace(
            "ament_package()", "install(DIRECTORY include/ DESTINATION include)\n"
            "ament_export_include_directories(include)\nament_package()"))
        code = source / "shapes/src/shapes.cpp"
        code.write_text("#include <shape/shape.hpp>\nShape square;\n" + code.read_text())
        self.prefix.run("colcon build", cwd=workspace)
        self.assertTrue((workspace / "install/shapes/lib/libshapes.so").is_file())
        said = self.prefix.run("colcon test --return-code-on-test-failure >log.txt 2>&1"
                               " && colcon test-result --all || { cat log.txt; exit 1; }",
                               cwd=workspace)
        self.assertRegex(said, r"Summary: \d+ tests, 0 errors, 0 failures, \d+ skipped")
        self.assertIn("test_results/shapes/xmllint.xunit.xml", said)
        self.assertIn("round/pytest.xml: 3 tests, ", said)

    def test_linters_say_what_they_find_and_that_a_tool_is_missing(self):
        bench = self.prefix.scratch / "linted"
        (bench / "tools/flake8").mkdir(parents=True)
        (bench / "tools/flake8/__init__.py").write_text("")
        (bench / "tools/flake8/__main__.py").write_text(  # speaks as flake8 does
            "import sys\nprint(f'{sys.argv[-1]}:3:7: F401 unused')\nsys.exit(1)\n")
        (bench / "code").mkdir()
        (bench / "code/none.py").write_text("import os\n# Copyright 2020 below the code\n")
        (bench / "code/one.py").write_text("#!/usr/bin/env python3\n# Copyright 2020 Us\n")
        (bench / "code/two.hpp").write_text("/*\n  Copyright 2020 Us\n*/\n")
        (bench / "code/empty.py").write_text("")
        (bench / "code/left").mkdir()
        (bench / "code/left/AMENT_IGNORE").write_text("")
        (bench / "code/left/none.py").write_text("import os\n")
        for linter, env, status, words in (
                ("copyright", "", 1, "none.py: copyright could not find copyright notice"),
                ("copyright", "", 1, "4 files checked 1 errors"),
                ("flake8", "PYTHONPATH=$PYTHONPATH:../tools", 1, "one.py:3: F401 unused"),
                ("mypy", "PYTHONPATH=../tools", 0, "ament_mypy: skipped: mypy is not installed: sudo apt")):
            if linter == "mypy" and (importlib.util.find_spec("mypy") is not None):
                continue
            said = self.prefix.run(f"{{ {env} ament_{linter} --xunit-file ../{linter}.xml; echo =$?; }}",
                                   cwd=bench / "code")
            self.assertIn(words, " ".join(said.split()))
            self.assertIn(f"={status}\n", said)
        self.assertIn('failures="1"', (bench / "copyright.xml").read_text())


if __name__ == "__main__":
    unittest.main()
