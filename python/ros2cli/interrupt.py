"""Which signal ended the contexts of this process: it can be seen before Ctrl-C is raised."""
import signal

SIGINT_STATUS, SIGTERM_STATUS = 2, 15

_came = False


def _interrupt(number, frame):
    global _came
    _came = True
    signal.default_int_handler(number, frame)


def note():
    """Note SIGINT from now on, and raise KeyboardInterrupt as before."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def status_of_end():
    """Give the status of a process whose context a signal has ended."""
    return SIGINT_STATUS if _came else SIGTERM_STATUS
