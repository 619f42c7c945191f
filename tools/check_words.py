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
    (r"([Tt]he|of the|in the) field's|of the field|in the field", "upstream ROS 2", 1, 1),
    (r"[Dd]oorbells?", "EventCount, event count", 48, 0),
    (r"[Ff]oreign[_ ]?[Bb]ells?", "ShmEvent, the event in shared memory", 36, 0),
    (r"[Bb]ells?", "event; to ring is to notify", 203, 4),
    (r"[Ww]ish(es)?", "AttachRequest, attach request", 143, 0),
    (r"Sight", "Lookup", 10, 0),
    (r"Met", "PeerLink", 92, 0),
    (r"Way", "Path", 52, 0),
    (r"Remains", "RetiredWriter", 7, 0),
    (r"bur(y|ied|ies)", "retire", 4, 0),
    (r"Recent", "RoundCache", 18, 0),
    (r"Served", "Pollable", 36, 0),
    (r"PeerNotes?", "user data", 0, 0),
    (r"([Ll]eave_?[Oo]ut|[Ll]eft_[Oo]ut)", "exclude_reader, include_reader", 0, 0),
    (r"Trail|leave_trail|trails?", "WarmSet: register, prefetch", 0, 0),
    (r"way_out|way_in|clock_way|pass_caller|pass_way_back|warm_up\.h", "nothing: it goes", 3, 0),
    (r"lie_down|rise", "park, unpark", 18, 0),
    (r"Rest", "park", 24, 0),
    (r"News", "ReadyListeners, MatchEvent", 85, 1),
    (r"Lent", "LoanedBuffer", 37, 0),
    (r"Patience", "Timeout", 18, 0),
    (r"Host", "ShmRuntime", 96, 1),
    (r"Sender|Receiver", "RingWriter, RingReader", 146, 1),
    (r"Shm(Writer|Reader)", "ring writer, ring reader", 8, 0),
    (r"Publication", "endpoint", 86, 2),
    (r"spares?", "exclude_reader", 3, 0),
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
