"""The client as a static library for this machine and for a Cortex-M3: a program is compiled
against it by a plain command, with what pkg-config says.

usage: library_test.py <root of the project>

The Cortex-M3 wants gcc-arm-none-eabi, Linux on arm64 gcc-aarch64-linux-gnu; without, their tests are
skipped.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
PROGRAM = """#include <rclc/executor.h>
#include <rclc/rclc.h>
#include <rmw_microros/rmw_microros.h>
#include <std_msgs/msg/string.h>
#include <time.h>
#ifndef RANVIER_MICRO_POSIX
int clock_gettime(clockid_t clock, struct timespec* now) {
  (void)clock;
  now->tv_sec = 0;
  now->tv_nsec = 0;
  return 0;
}
#endif
int main(void) {
  rclc_support_t support;
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rcl_node_t node;
  rcl_publisher_t publisher;
  if (XRCE_MTU != 768) return 1;
  return rclc_support_init(&support, 0, NULL, &allocator) == RCL_RET_OK &&
         rclc_node_init_default(&node, "n", "", &support) == RCL_RET_OK &&
         rclc_publisher_init_default(&publisher, &node,
             ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, String), "/t") == RCL_RET_OK;
}
"""
TOOLCHAIN = """set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_C_FLAGS_INIT "-mcpu=cortex-m3 -ffast-math -mthumb")
"""
WITHOUT_ARM = "without arm-none-eabi-gcc: tools/bootstrap.sh micro installs it"
STRICT = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror")


def run(*words, **more):
    return subprocess.run([str(word) for word in words], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=200, check=False, **more)


class MicroLibrary(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def make(self, *words):
        """Where the library lies after it was moved."""
        made = run("make", "-s", "-C", ROOT, "micro-library", f"FOLDER={self.folder}/first",
                   "PACKAGES=std_msgs", "DEFINES=XRCE_MTU=768", *words)
        self.assertEqual(made.returncode, 0, made.stdout)
        (self.folder / "first").rename(self.folder / "library")
        return self.folder / "library"

    def compile(self, library, compiler, *words):
        (self.folder / "program.c").write_text(PROGRAM)
        told = run("pkg-config", "--cflags", "--libs", "ranvier_micro",
                   env={**os.environ, "PKG_CONFIG_PATH": str(library / "lib/pkgconfig")})
        self.assertEqual(told.returncode, 0, told.stdout)
        built = run(compiler, *STRICT, self.folder / "program.c", *told.stdout.split(), *words,
                    "-o", self.folder / "program")
        self.assertEqual(built.returncode, 0, built.stdout)
        return told.stdout.split()

    def test_a_program_of_this_machine_is_compiled_by_a_plain_command(self):
        library = self.make()
        self.compile(library, "gcc")
        self.assertTrue((library / "include/rclc_parameter/rclc_parameter.h").exists())
        self.assertTrue((library / "include/builtin_interfaces/msg/time.h").exists())
        self.assertFalse((library / "include/sensor_msgs").exists())

    def library(self, *words, path=None):
        """By the program itself; what it said, and how it ended."""
        return run(sys.executable, "-B", ROOT / "micro/packaging/library.py", self.folder / "library",
                   "--packages", "std_msgs", *words,
                   env={**os.environ, **({"PATH": path} if path else {})})

    def made_by_prefix(self, prefix, *link):
        """What pkg-config says of a library of this toolchain, which a program is linked to."""
        made = self.library("--toolchain", prefix, "--define", "XRCE_MTU=768")
        self.assertEqual(made.returncode, 0, made.stdout)
        return self.compile(self.folder / "library", f"{prefix}-gcc", *link)

    @unittest.skipUnless(shutil.which("arm-none-eabi-gcc"), WITHOUT_ARM)
    def test_a_prefix_names_the_toolchain_of_a_board(self):
        told = self.made_by_prefix("arm-none-eabi", "--specs=nosys.specs")
        self.assertTrue({"-mcpu=cortex-m3", "-mthumb"} <= set(told), told)
        self.assertNotIn("-DRANVIER_MICRO_POSIX", told)

    @unittest.skipUnless(shutil.which("aarch64-linux-gnu-gcc"), "without aarch64-linux-gnu-gcc: "
                         "tools/bootstrap.sh deep installs it")
    def test_a_prefix_of_another_linux_has_its_udp(self):
        told = self.made_by_prefix("aarch64-linux-gnu")
        self.assertIn("-DRANVIER_MICRO_POSIX", told)

    @unittest.skipUnless(shutil.which("arm-none-eabi-gcc"), WITHOUT_ARM)
    def test_a_program_of_a_cortex_m3_is_compiled_by_a_plain_command(self):
        toolchain = self.folder / "board.cmake"
        toolchain.write_text(TOOLCHAIN)
        library = self.make(f"TOOLCHAIN={toolchain}", "FLAGS=-mlittle-endian")
        told = self.compile(library, "arm-none-eabi-gcc", "--specs=nosys.specs")
        self.assertTrue({"-mlittle-endian", "-mcpu=cortex-m3", "-mthumb"} <= set(told), told)
        self.assertNotIn("-math", told)
        self.assertNotIn("-DRANVIER_MICRO_POSIX", told)
        names = run("arm-none-eabi-nm", self.folder / "program").stdout
        self.assertIsNone(re.search(r"\b(malloc|calloc|realloc)$", names, re.M), "a heap is linked")

    def refused(self, *words):
        ran = run(sys.executable, "-B", ROOT / "micro/packaging/library.py", self.folder / "none",
                  *words)
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertFalse((self.folder / "none").exists())
        return ran.stdout

    def test_what_there_is_not_is_refused_by_name(self):
        said = self.refused("--toolchain", "pdp11-none")
        self.assertIn("no pdp11-none-gcc in PATH: install it", said)
        said = self.refused("--packages", "std_msgs", "tea_msgs")
        self.assertIn("no package of messages 'tea_msgs'", said)
        self.assertIn("give the folder", said)
        said = self.refused("--packages", "std_msgs", "--define", "XRCE_TEA=1")
        self.assertIn("'XRCE_TEA=1' sets no maximum", said)
        self.assertIn("config.h", said)

    def test_messages_of_ones_own_are_compiled_by_their_folder(self):
        own = self.folder / "tea_msgs"
        (own / "msg").mkdir(parents=True)
        (own / "msg/Cup.msg").write_text("std_msgs/Header header  # geometry_msgs/Point\nint32 fill\n")
        table = self.folder / "a_clone"  # its name is in its package.xml, and it uses tea_msgs
        (table / "msg").mkdir(parents=True)
        (table / "package.xml").write_text("<package><name>table_msgs</name></package>")
        (table / "msg/Table.msg").write_text("tea_msgs/Cup[] cups\n")
        ran = run(sys.executable, "-B", ROOT / "micro/packaging/sources.py", self.folder / "tree",
                  "--packages", table, own)
        self.assertEqual(ran.returncode, 0, ran.stdout)
        src = self.folder / "tree/src"
        self.assertTrue((src / "tea_msgs/msg/cup.h").exists())
        self.assertTrue((src / "table_msgs/msg/table.h").exists())
        self.assertTrue((src / "std_msgs/std_msgs__micro.c").exists())
        self.assertFalse((src / "geometry_msgs").exists())
        self.assertFalse((src / "ranvier_micro/ros/lifecycle.c").exists())

    def files(self):
        """{name: when it was written} below the library's folder."""
        return {str(path): path.stat().st_mtime_ns for path in (self.folder / "library").rglob("*")}

    def test_what_is_of_somebody_else_is_left_as_it_is(self):
        for mine, words in (("src/mine.c", ["--sources"]), ("CMakeLists.txt", ["--sources"]),
                            ("include/mine.h", []), ("lib/libranvier_micro.a", [])):
            with self.subTest(mine):
                (self.folder / "library" / mine).parent.mkdir(parents=True)
                (self.folder / "library" / mine).touch()
                before = self.files()
                ran = self.library(*words)
                self.assertEqual(ran.returncode, 1, ran.stdout)
                self.assertIn("name another folder", ran.stdout)
                self.assertEqual(self.files(), before)
            shutil.rmtree(self.folder / "library")

    def test_what_is_refused_leaves_an_earlier_folder_as_it_was(self):
        self.assertEqual(self.library("--sources").returncode, 0)
        before = self.files()
        (self.folder / "wrong").write_text("std_msgs/msg/String.text 20\n")
        for words, why in ((("--define", "XRCE_TEA=1"), "'XRCE_TEA=1' sets no maximum"),
                           (("--profile", self.folder / "wrong"), "'std_msgs/msg/String.text'"),
                           (("--profile", self.folder / "none"), "No such file")):
            ran = self.library("--sources", *words)
            self.assertEqual(ran.returncode, 1, ran.stdout)
            self.assertIn(why, ran.stdout)
            self.assertNotIn("Traceback", ran.stdout)
            self.assertEqual(self.files(), before)
        self.assertEqual(self.library("--sources", "--define", "XRCE_MTU=768").returncode, 0)
        config = self.folder / "library/src/ranvier_micro/config.h"
        self.assertIn("#define XRCE_MTU 768", config.read_text())

    def test_a_second_run_leaves_no_headers_of_the_first(self):
        include = self.folder / "library/include"
        (self.folder / "capacities").write_text("std_msgs/msg/String.data 64\n")
        first = self.library("geometry_msgs", "--profile", self.folder / "capacities")
        self.assertEqual(first.returncode, 0, first.stdout)
        self.assertTrue((include / "geometry_msgs").exists())
        self.assertIn("String__MAX_SERIALIZED_SIZE = 69 ",
                      (include / "std_msgs/msg/detail/string__memory.h").read_text())
        self.assertEqual(self.library().returncode, 0)
        self.assertFalse((include / "geometry_msgs").exists())
        self.assertTrue((include / "std_msgs/msg/string.h").exists())

    def test_without_cmake_it_says_so(self):
        ran = self.library(path=str(self.folder))
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertIn("cmake, which compiles the library, is not in PATH: install it", ran.stdout)
        self.assertNotIn("Traceback", ran.stdout)


unittest.main(verbosity=2)
