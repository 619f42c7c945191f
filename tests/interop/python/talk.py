"""How a test and this program talk: commands as lines on stdin, events as
JSON lines on stdout. The end of stdin ends the program, so that no peer
outlives the test that started it."""

import json
import queue
import sys
import threading

_writing = threading.Lock()
ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def emit(event: str, **fields) -> None:
    """Writes one event, a whole line whichever thread asks; the test waits for these."""
    line = json.dumps({"event": event, **fields}) + "\n"
    with _writing:
        sys.stdout.write(line)
        sys.stdout.flush()


class Commands:
    """The words of each line on stdin, read by a thread of its own."""

    def __init__(self) -> None:
        self._lines: queue.Queue = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line.split())
        self._lines.put(["quit"])

    def next(self) -> list:
        """Waits a few milliseconds, the pace at which the peer looks at its
        readers and at discovery; [] when nothing was asked."""
        try:
            return self._lines.get(timeout=0.003)
        except queue.Empty:
            return []


def pattern(phase: int, size: int) -> str:
    """Letter i is 'a' + (phase + i) % 26."""
    turned = ALPHABET[phase:] + ALPHABET[:phase]
    return (turned * (size // 26 + 1))[:size]


def phase_of(text: str):
    """The phase of a text that pattern() made; None for any other text."""
    if not text or text[0] not in ALPHABET:
        return None
    phase = ALPHABET.index(text[0])
    return phase if pattern(phase, len(text)) == text else None
