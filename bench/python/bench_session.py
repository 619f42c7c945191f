"""The worker's side of a run: matched, warm, a window, a drain, figures."""
import os
import sys
import threading
import time
import traceback

PATIENCE, SILENCE, LOOK = 30, 0.5, 0.005  # seconds


class Session:
    """What a worker has; a session of its own does what differs."""

    def ready(self):
        """Whether every peer is there and messages arrive."""
        return True

    def open(self):
        """Messages count from now on."""

    def close(self):
        """Nothing that is published counts any more."""

    def expected(self):
        """How many messages this process sends to all who hear; None if it sends nothing."""
        return None

    def received(self):
        return None

    def spin(self):
        """What the main thread does until end()."""

    def end(self):
        """Lets spin() return; called on another thread."""

    def figures(self):
        return {}


class Spinning(Session):
    """One that spins `executor` until its context ends."""

    executor = None

    def spin(self):
        from rclpy.executors import ExternalShutdownException
        try:
            self.executor.spin()
        except ExternalShutdownException:
            pass

    def end(self):
        """Between two callbacks: one that publishes while the context ends would raise."""
        self.executor.create_task(self.executor.context.try_shutdown)


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def listen(wanted):
    line = sys.stdin.readline().split()
    if line and line[0] != wanted:
        raise RuntimeError(f"the runner said {line}, not {wanted!r}")
    return line


def wait_until_ready(session):
    end = time.monotonic() + PATIENCE
    while not session.ready():
        if time.monotonic() > end:
            raise RuntimeError(f"peers did not match, or no message arrived, within {PATIENCE} s")
        time.sleep(LOOK)


def drain(session, expected):
    """Until all have come, or nothing comes any more."""
    seen, since = session.received(), time.monotonic()
    while seen is not None and seen < expected and time.monotonic() - since < SILENCE:
        time.sleep(LOOK)
        now = session.received()
        if now != seen:
            seen, since = now, time.monotonic()


def conduct(session):
    wait_until_ready(session)
    say("ready")
    listen("go")
    session.open()
    say("going")
    stop = listen("stop")
    session.close()
    sent = session.expected()
    drain(session, int(stop[1]) if sent is None and len(stop) > 1 else sent or 0)


def run(session):
    """Conduct on a thread of its own, which sleeps inside the window, beside session.spin()."""
    ended = threading.Event()
    failure = []

    def conduct_and_end():
        try:
            conduct(session)
        except BaseException:
            failure.append(traceback.format_exc())
        session.end()
        ended.set()

    threading.Thread(target=conduct_and_end, daemon=True).start()
    session.spin()
    ended.wait()
    if failure:
        sys.stderr.write(failure[0])
        os._exit(1)
    figures = session.figures()
    if session.expected() is not None:
        figures["expected"] = session.expected()
    if session.received() is not None:
        figures["received"] = session.received()
    for name, value in figures.items():
        say(f"{name}={value!r}")
    say("end")
