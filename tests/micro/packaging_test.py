"""The micro client as one header and one source: it compiles without a warning for boards of both
byte orders and widths, and a program on it alone speaks with the agent.

usage: packaging_test.py <root of the project> <ranvier-micro-agent>
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
AGENT = sys.argv.pop(1)
WARNINGS = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wvla",
            "-Werror")
# All that is asked of a C library.
STRING_H = """#include <stddef.h>
void* memcpy(void*, const void*, size_t);
void* memmove(void*, const void*, size_t);
void* memset(void*, int, size_t);
int memcmp(const void*, const void*, size_t);
int strcmp(const char*, const char*);
size_t strlen(const char*);
"""
COMPILERS = ("gcc", "clang", "aarch64-linux-gnu-gcc", "arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb")
# ARM, RISC-V and others: 32 and 64 bit, little and big endian.
TARGETS = ("thumbv6m-none-eabi", "thumbv7m-none-eabi", "armebv7-none-eabi", "aarch64-none-elf",
           "riscv32-unknown-elf", "riscv64-unknown-elf", "i386-none-elf", "mips-none-elf",
           "powerpc-none-eabi")
VARIANTS = ((), ("-DXRCE_RELIABLE=0",), ("-DXRCE_FRAGMENTED_BYTES=4096", "-DXRCE_MTU=1400"))


class Packaging(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        subprocess.run([sys.executable, "-B", ROOT / "micro/packaging/amalgamate.py", cls.folder],
                       check=True)
        cls.source = cls.folder / "src/ranvier_micro.c"

    def compiles(self, *words):
        for variant in VARIANTS:  # code is made of the usual one
            what = ("-fsyntax-only",) if variant else ("-Os", "-c", "-o", self.folder / "object.o")
            ran = subprocess.run([*words, *WARNINGS, *variant, *what, self.source],
                                 capture_output=True, text=True, check=False)
            self.assertEqual((ran.returncode, ran.stderr), (0, ""), f"{words} {variant}")

    def test_compilers_of_this_machine_find_nothing_to_warn_of(self):
        for compiler in COMPILERS:
            if shutil.which(compiler.split()[0]):
                self.compiles(*compiler.split())

    @unittest.skipUnless(shutil.which("clang"), "there is no clang: apt-get install clang")
    def test_it_asks_for_a_few_functions_of_a_c_library_alone(self):
        library = self.folder / "library"
        library.mkdir()
        (library / "string.h").write_text(STRING_H)
        own = subprocess.run(["clang", "-print-resource-dir"], capture_output=True, text=True,
                             check=True).stdout.strip()
        for target in TARGETS:
            self.compiles("clang", f"--target={target}", "-ffreestanding", "-nostdinc",
                          "-isystem", own + "/include", "-isystem", str(library))

    def test_a_program_on_it_alone_hears_itself_through_the_agent(self):
        program = self.folder / "single_program"
        subprocess.run(["gcc", *WARNINGS, f"-I{self.folder}/src",
                        ROOT / "tests/micro/single_program.c", self.source, "-o", program],
                       check=True)
        domain = str(own_domain())
        agent = subprocess.Popen(
            [AGENT, "udp4", "-p", "0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "XRCE_DOMAIN_ID_OVERRIDE": domain,
                 "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"})
        try:
            said = ""
            while "boards come in" not in said:
                said = agent.stdout.readline()
                self.assertNotEqual(said, "", "the agent ended")
            ran = subprocess.run([program, said.split()[-1]], stdout=subprocess.PIPE, text=True,
                                 timeout=90, check=False)
        finally:
            agent.terminate()
            agent.communicate()
        self.assertEqual(ran.returncode, 0, ran.stdout)


unittest.main(verbosity=2)
