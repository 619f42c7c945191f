"""Checks the lock annotations of the core: clang's analysis over every source.

usage: check_thread_safety.py <build folder>

g++ ignores GUARDED_BY and its kin, so the build alone does not check them. This
runs clang, without generating code, on what the build compiled from
src/ranvier and src/analysis, with the same include folders and definitions.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

FLAGS = ["-fsyntax-only", "-Wthread-safety", "-Wthread-safety-beta", "-Werror=thread-safety",
         "-Werror=thread-safety-beta", "-Wno-unknown-warning-option"]
KEPT = ("-I", "-D", "-std=", "-isystem")


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
    """The compile commands of sources in both, tests and benches too."""
    entries = json.loads((build / "compile_commands.json").read_text())
    seen = set()
    for entry in entries:
        path = entry["file"]
        if re.search(r"/src/(ranvier|analysis)/", path) and path.endswith(".cc") and path not in seen:
            seen.add(path)
            yield entry


def check(clang, entry):
    """What clang says about one source; empty when it is content."""
    done = subprocess.run([clang, *kept_options(entry["command"]), *FLAGS, entry["file"]],
                          cwd=entry["directory"], capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def main():
    clang = find_clang()
    if not clang:
        print("check_thread_safety: no clang++ here. Install the package 'clang'.")
        return 1
    entries = list(core_entries(pathlib.Path(sys.argv[1])))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [text for text in pool.map(lambda entry: check(clang, entry), entries) if text]
    print("\n".join(findings), end="")
    print(f"check_thread_safety: {len(entries)} sources, {len(findings)} with findings ({clang})")
    return 1 if findings or not entries else 0


sys.exit(main())
