"""A serial line that loses frames, between a board and its agent, for tests and benches."""
from __future__ import annotations

import os
import pty
import random
import threading
import tty

FLAG, ESCAPE = 0x7e, 0x7d
HEAD, CHECK = 4, 2  # bytes of a frame before its payload, and behind it


class Frames:
    """Takes bytes of a line, and gives whole frames as they were sent."""

    def __init__(self):
        self._raw, self._plain, self._escaped = bytearray(), bytearray(), False

    def take(self, byte: int) -> bytes | None:
        if byte == FLAG:
            self._raw, self._plain, self._escaped = bytearray([byte]), bytearray(), False
            return None
        self._raw.append(byte)
        if byte == ESCAPE:
            self._escaped = True
            return None
        self._plain.append(byte ^ 0x20 if self._escaped else byte)
        self._escaped = False
        if len(self._plain) < HEAD:
            return None
        size = HEAD + (self._plain[2] | self._plain[3] << 8) + CHECK
        return bytes(self._raw) if len(self._plain) == size else None


class LossyLine:
    """Between `device`, where a board is, and `self.device`, which the agent opens. Each frame of
    both directions is dropped with a probability of so many percent, by a seed. It lives as long
    as the process."""

    def __init__(self, device: str, percent: float, seed: int):
        self.carried = self.dropped = 0
        self._percent, self._random = percent, random.Random(seed)
        self._lock = threading.Lock()
        board = os.open(device, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(board)
        agent, self._slave = pty.openpty()  # the slave stays open: nothing is hung up
        tty.setraw(self._slave)
        self.device = os.ttyname(self._slave)
        for here, there in ((board, agent), (agent, board)):
            threading.Thread(target=self._carry, args=(here, there), daemon=True).start()

    def _carry(self, here: int, there: int):
        frames = Frames()
        while True:
            try:
                chunk = os.read(here, 4096)
            except OSError:  # the board's end was closed
                return
            whole = [frame for frame in map(frames.take, chunk) if frame is not None]
            kept = b"".join(frame for frame in whole if not self._drops())
            while kept:
                try:
                    kept = kept[os.write(there, kept):]
                except OSError:
                    return

    def _drops(self) -> bool:
        with self._lock:
            self.carried += 1
            drops = self._random.uniform(0, 100) < self._percent
            self.dropped += drops
            return drops
