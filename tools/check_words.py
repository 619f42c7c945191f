"""Finds words that this project does not use any more, and says which to use.

usage: check_words.py <root of the project>

It reads the code and the pages. The status is 1 if a word stands anywhere. A row may end with
the folders that still have its word: those lists only shrink.
"""
import pathlib
import re
import sys

TEXT = {".h", ".hpp", ".c", ".cc", ".cpp", ".py", ".sh", ".cmake", ".txt", ".in", ".md"}
PLACES = ("src", "api", "apps", "python", "micro", "docs", "README.md", "CONTRIBUTING.md",
          "CHANGELOG.md", "SECURITY.md")

STILL = ("src/ranvier/shm/", "src/ranvier/ring/", "src/ranvier/cyclone/")

# (what is not said, what is said instead, folders that still say it)
WORDS = [
    (r"\b([Tt]he|of the|in the) field's\b|\bof the field\b(?! ')|\bin the field\b", "upstream ROS 2"),
    (r"\b[Dd]oorbells?\b", "EventCount, event count"),
    (r"\b[Ff]oreign[_ ]?[Bb]ells?\b", "ShmEvent, the event in shared memory"),
    (r"\b[Bb]ells?\b", "event; to ring is to notify"),
    (r"\b[Ww]ish(es)?\b", "AttachRequest, attach request"),
    (r"\bSight\b", "Lookup"),
    (r"\bMet\b", "Pair"),
    (r"\bWay\b", "Path"),
    (r"\bRemains\b", "RetiredWriter"),
    (r"\bbur(y|ied|ies)\b", "retire"),
    (r"\bRecent\b", "RoundCache"),
    (r"\bServed\b", "Pollable"),
    (r"\bPeerNotes?\b", "user data"),
    (r"\b([Ll]eave_?[Oo]ut|[Ll]eft_[Oo]ut)\b", "exclude_reader, include_reader"),
    (r"\blie_down\b|\brise\b", "park, unpark"),
    (r"\bRest\b", "park"),
    (r"\bNews\b", "ReadyListeners, MatchEvent"),
    (r"\bLent\b", "LoanedBuffer"),
    (r"\bPatience\b", "Timeout"),
    (r"\bHost\b(?! ')", "ShmRuntime"),
    (r"\bSender\b|\bReceiver\b", "RingWriter, RingReader"),
    (r"\bShm(Writer|Reader)\b", "ring writer, ring reader"),
    (r"\bPublication\b", "WriterEndpoint"),
    (r"\bspares?\b", "exclude_reader"),
    (r"\b[Aa]new\b", "again, a new one", STILL),
    (r"\b[Uu]nheard\b", "undelivered, the name of the peer that does not receive", STILL),
    (r"\b(?:have|has|had|that|who|which|not) met\b|\bmeets\b", "match, attach, find", STILL),
    (r"\b(?:puts?|sets?|laid) aside\b|\bAside\b", "store, defer", STILL),
    (r"\bfall(?:s|en|ing)? (?:asleep|due)\b|\bhas (?:risen|fallen)\b", "go to sleep, become due",
     STILL),
    (r"\b(?:is|are|was|were|be|been|being|not|still to be) told\b|"
     r"\btold (?:of|apart|to|that|so|at|when|how|by|where|once|why|otherwise|again)\b",
     "notify, report, log, send, distinguish",
     STILL + tuple(f"src/ranvier/{room}/" for room in ("node", "route", "os", "assemble", "local",
                                                       "run", "proto"))),
]


def files(root):
    for place in (root / name for name in PLACES):
        for file in [place] if place.is_file() else sorted(place.rglob("*")):
            if file.suffix in TEXT and file.is_file():
                yield file


def findings(root):
    words = [(re.compile(pattern), better, still) for pattern, better, *still in WORDS]
    for file in files(root):
        text = file.read_text()
        for word, better, still in words:
            if str(file.relative_to(root)).startswith(*still or ((),)):
                continue
            for found in word.finditer(text):
                line = text.count("\n", 0, found.start()) + 1
                yield f"{file.relative_to(root)}:{line}: '{found.group()}'. Say: {better}"


def main():
    found = list(findings(pathlib.Path(sys.argv[1])))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
