"""Holds the runtime to this: what a C library is given to call goes through for_c().

usage: check_c_callbacks.py <root of the project>

An exception must not cross C code; for_c() (src/ranvier/base/for_c.h) ends it. Names of
functions, lambdas and casts that reach a C library in another way are told of.
"""
import pathlib
import re
import sys

# Where a C library takes functions: what follows, up to the semicolon, has them.
TAKERS = re.compile(
    r"\bdds_lset_\w+\(|\bgcreq_new\(|\bpthread_atfork\(|\batexit\(|\bdl_iterate_phdr\("
    r"|\bops\.\w+ = |\bmade\.associate = |\bmake_ops\(\{|\.sa_(?:sigaction|handler) = ")
PLAIN = re.compile(r"nullptr|listener\.get\(\)|&search|SIG_\w+|ddsi_sertype_v0|receive|ops\.\w+")
GIVEN = re.compile(r"[(={,]\s*(?:\[|&?[A-Za-z_]\w*\s*(?=[,;)}]))")


def without_for_c(statement):
    """The statement less its for_c(...), with what stands inside."""
    left, at = "", 0
    while (found := statement.find("for_c", at)) >= 0:
        left += statement[at:found]
        begin = statement.index("(", found)
        depth, at = 1, begin + 1
        while depth:
            depth += {"(": 1, ")": -1}.get(statement[at], 0)
            at += 1
    return left + statement[at:]


def statement_from(text, at):
    """Up to the semicolon that ends it; those within braces and brackets do not."""
    depth = 0
    for end in range(at, len(text)):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(text[end], 0)
        if text[end] == ";" and depth <= 0:
            return text[at:end]
    return text[at:]


def faults(path):
    text = re.sub(r"//[^\n]*", "", path.read_text())
    for taker in TAKERS.finditer(text):
        statement = without_for_c(statement_from(text, taker.start()))
        if GIVEN.search(PLAIN.sub("", statement) + ";"):
            line = text.count("\n", 0, taker.start()) + 1
            yield f"{path}:{line}: '{taker[0].strip()}' gets a function without for_c()"


def main():
    root = pathlib.Path(sys.argv[1])
    files = [path for path in sorted((root / "src").rglob("*.cc"))
             if not path.name.endswith("_test.cc")]
    found = [fault for path in files for fault in faults(path)]
    print("\n".join(found) or f"{len(files)} files: what C libraries call goes through for_c()")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
