"""Checks the lock annotations of the core: clang's analysis over every source.

usage: check_thread_safety.py <build folder>

g++ ignores GUARDED_BY and its kin, so the build alone does not check them. This
runs clang, without generating code, on what the build compiled from
src/ranvier and src/analysis, with the same include folders and definitions.
"""
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from compiled_sources import compiled_sources

FLAGS = ["-fsyntax-only", "-Wthread-safety", "-Wthread-safety-beta", "-Werror=thread-safety",
         "-Werror=thread-safety-beta", "-Wno-unknown-warning-option"]
KEPT = ("-I", "-D", "-std=", "-isystem")
# What most sources include: read once and kept, which halves the time. g++ reads them
# for each source, and so finds an include that is missing.
COMMON = ["algorithm", "array", "atomic", "chrono", "condition_variable", "cstring", "filesystem",
          "fstream", "functional", "map", "memory", "mutex", "optional", "set", "sstream", "string",
          "thread", "unordered_map", "vector", "gmock/gmock.h", "gtest/gtest.h"]
STANDARD = ["-std=c++20", "-DGTEST_HAS_PTHREAD=1"]


def find_clang():
    """The clang of the distribution; a newer one knows libstdc++ better."""
    names = ["clang++", *(f"clang++-{version}" for version in range(21, 13, -1))]
    return next((found for name in names if (found := shutil.which(name))), None)


def kept_options(command):
    """The options of a compile command that matter to the front end."""
    words = iter(shlex.split(command)[1:])
    for word in words:
        if word in ("-I", "-D", "-isystem"):
            yield from (word, next(words))
        elif word.startswith(KEPT):
            yield word


def core_entries(build):
    """The sources in both and their compile commands: those of tests and benches as the build
    compiles them, several as one; the others alone, which shows that each includes what it uses."""
    seen = set()
    for path, entry in compiled_sources(build):
        if not re.search(r"/src/(ranvier|analysis)/.*\.cc$", path):
            continue
        read = entry["file"] if re.search(r"_(test|bench)\.cc$", path) else path
        if read not in seen:
            seen.add(read)
            yield read, entry


def read_common(clang, folder):
    """The options by which a source has the common headers, read once into `folder`."""
    header, read = folder / "common.h", folder / "common.pch"
    header.write_text("".join(f"#include <{name}>\n" for name in COMMON))
    subprocess.run([clang, *STANDARD, "-x", "c++-header", header, "-o", read], check=True)
    return [*STANDARD, "-include-pch", str(read)]


def check(clang, common, source, entry):
    """What clang says about one source; empty when it is content."""
    options = [*kept_options(entry["command"]), *common, *FLAGS]
    done = subprocess.run([clang, *options, source], cwd=entry["directory"],
                          capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def main():
    clang = find_clang()
    if not clang:
        print("check_thread_safety: no clang++ here. Install the package 'clang'.")
        return 1
    entries = list(core_entries(pathlib.Path(sys.argv[1])))
    with (tempfile.TemporaryDirectory(prefix="ranvier-thread-safety-") as folder,
          concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool):
        common = read_common(clang, pathlib.Path(folder))
        findings = [text for text in pool.map(lambda one: check(clang, common, *one), entries) if text]
    print("\n".join(findings), end="")
    print(f"check_thread_safety: {len(entries)} sources, {len(findings)} with findings ({clang})")
    return 1 if findings or not entries else 0


sys.exit(main())
