"""Counts the words that this project does not use any more, and says which to use.

usage: check_words.py <root of the project> [--list PATTERN | --limits]

Each word has a limit in the code (src/ and api/) and in the pages: 0, or, where the rename is still
to come, the count of today, which may only fall. --list prints where the word of a
pattern stands, --limits prints the table with the counts of now.
"""
import functools
import pathlib
import re
import sys

TEXT = {".h", ".hpp", ".c", ".cc", ".cpp", ".py", ".sh", ".cmake", ".txt", ".in", ".md"}
FOLDERS = {
    "code": ("src", "api"),
    "pages": ("docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"),
}

# (what is not said, what is said instead, how often it may still occur in code and pages)
WORDS = [
    (r"\b([Tt]he|of the|in the) field's\b|\bof the field\b|\bin the field\b", "upstream ROS 2", 1, 1),
    (r"\b[Dd]oorbells?\b", "EventCount, event count", 48, 0),
    (r"\b[Ff]oreign[_ ]?[Bb]ells?\b", "ShmEvent, the event in shared memory", 37, 0),
    (r"\b[Bb]ells?\b", "event; to ring is to notify", 212, 11),
    (r"\b[Ww]ish(es)?\b", "AttachRequest, attach request", 146, 0),
    (r"\bSight\b", "Lookup", 10, 0),
    (r"\bMet\b", "PeerLink", 101, 0),
    (r"\bWay\b", "Path", 52, 0),
    (r"\bRemains\b", "RetiredWriter", 7, 0),
    (r"\bbur(y|ied|ies)\b", "retire", 4, 0),
    (r"\bRecent\b", "RoundCache", 18, 0),
    (r"\bServed\b", "Pollable", 37, 0),
    (r"\bPeerNotes?\b", "user data", 0, 0),
    (r"\b([Ll]eave_?[Oo]ut|[Ll]eft_[Oo]ut)\b", "exclude_reader, include_reader", 34, 4),
    (r"\bTrail\b|leave_trail|\btrails?\b", "WarmSet: register, prefetch", 290, 11),
    (r"way_out|\bway_in\b|clock_way|pass_caller|pass_way_back|warm_up\.h", "nothing: it goes", 39, 6),
    (r"\blie_down\b|\brise\b", "park, unpark", 18, 0),
    (r"\bRest\b", "park", 24, 0),
    (r"\bNews\b", "ReadyListeners, MatchEvent", 86, 1),
    (r"\bLent\b", "LoanedBuffer", 37, 0),
    (r"\bPatience\b", "Timeout", 18, 0),
    (r"\bHost\b", "ShmRuntime", 98, 1),
    (r"\bSender\b|\bReceiver\b", "RingWriter, RingReader", 147, 2),
    (r"\bShm(Writer|Reader)\b", "ring writer, ring reader", 8, 0),
    (r"\bPublication\b", "endpoint", 91, 2),
    (r"\bspares?\b", "exclude_reader", 3, 1),
]


@functools.cache
def texts(path):
    """[(file, its text)] of a file, or of all files below a folder."""
    files = [path] if path.is_file() else sorted(path.rglob("*"))
    return [(file, file.read_text()) for file in files if file.suffix in TEXT and file.is_file()]


def places(root, pattern, folders):
    """(file, line number, line) of each occurrence."""
    word = re.compile(pattern)
    for top in folders:
        for file, text in texts(root / top):
            if not word.search(text):
                continue
            for number, line in enumerate(text.splitlines(), 1):
                for _ in word.finditer(line):
                    yield file.relative_to(root), number, line.strip()


def too_many(root):
    """(words about it, places) of each word that occurs too often somewhere."""
    for pattern, better, *limits in WORDS:
        for (name, folders), limit in zip(FOLDERS.items(), limits):
            found = list(places(root, pattern, folders))
            if len(found) > limit:
                yield (f"/{pattern}/ occurs {len(found)} times in {name}, at most {limit} are "
                       f"allowed. Say: {better}", found)


def main():
    root = pathlib.Path(sys.argv[1])
    if sys.argv[2:3] == ["--list"]:
        for folders in FOLDERS.values():
            for file, number, line in places(root, sys.argv[3], folders):
                print(f"{file}:{number}: {line}")
        return 0
    if sys.argv[2:3] == ["--limits"]:
        for pattern, better, *_ in WORDS:
            counts = (len(list(places(root, pattern, folders))) for folders in FOLDERS.values())
            print(f'    (r"{pattern}", "{better}", {", ".join(map(str, counts))}),')
        return 0
    findings = list(too_many(root))
    for words, found in findings:
        print(words)
        for file, number, line in found[:20]:
            print(f"  {file}:{number}: {line[:90]}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
