"""Holds the runtime to this: it makes no call of which a user's process decides what it does.

usage: check_calls.py <root of the project>

The runtime lies in processes of users. They set a locale, as each program with Qt does: then
"2.75" is no number for strtod(), and printf() writes a comma. They run threads under SCHED_FIFO:
then yield() lets no other thread of the core run. They end while a thread of theirs is in a call. Programs of ours, in apps/, are in the locale
"C" and under the scheduler's default, and are not looked at.
"""
import pathlib
import re
import sys

FOLDERS = ("src", "api", "python/extension", "python/rosbag2_extension")
# What is looked for, where it may stand, and what to use instead.
RULES = (
    (re.compile(r"\b(?:strto(?:d|f|ld)|atof|sto(?:d|f|ld)|v?s?scanf)\("), (),
     "reads the decimal point of the locale: use read_double() of ranvier/base/numbers.h"),
    (re.compile(r'"[^"\n]*%[-+ #0]*[\d*]*(?:\.[\d*]+)?L?[aefgAEFG](?![\w%])[^"\n]*"'), (),
     "prints the decimal point of the locale: use ranvier/base/numbers.h"),
    (re.compile(r"(?<![\w>.])(?:is(?:al(?:pha|num)|digit|space|upper|lower|punct|print)"
                r"|to(?:upper|lower))\b(?=[(),;])"), (),
     "asks the locale: use ranvier/base/ascii.h"),
    (re.compile(r"\b(?:sched_)?yield\(\)"), ("src/ranvier/os/backoff.h",),
     "waits for ever under SCHED_FIFO: wait for a lock or an EventCount, or with a Backoff"),
    (re.compile(r"\bgil_scoped_(?:release|acquire)\b"), (),
     "ends the process if the interpreter ends meanwhile: use LeaveGil or TakeGil of extension/gil.h"),
)


def faults(root, path):
    # Comments go, but not their lines.
    text = re.sub(r"//[^\n]*", "", path.read_text())
    text = re.sub(r"/\*.*?\*/", lambda one: "\n" * one[0].count("\n"), text, flags=re.S)
    where = str(path.relative_to(root))
    for what, allowed, words in RULES:
        if where in allowed:
            continue
        for found in what.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{where}:{line}: '{found[0]}' {words}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))
             if path.suffix in (".cc", ".h", ".hpp") and not path.name.endswith("_test.cc")]
    found = [fault for path in files for fault in faults(root, path)]
    print("\n".join(found) or f"{len(files)} files: no call depends on the process around it")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
