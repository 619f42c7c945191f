"""Marks of descriptions and of tests."""
import functools
import time


def keep_alive(function):
    """Let a description run on until the tests have ended, though its processes have."""
    function.__markers__ = {**getattr(function, "__markers__", {}), "keep_alive": True}
    return function


def retry_on_failure(*, times, delay=None):
    """Repeat a test up to so many times until it passes, with seconds between."""
    if times <= 0:
        raise ValueError(f"retry_on_failure(times={times}): give a number above 0")

    def decorate(function):
        @functools.wraps(function)
        def retry(self, *args, **kwargs):
            for left in reversed(range(times)):
                try:
                    return function(self, *args, **kwargs)
                except AssertionError:
                    if not left:
                        raise
                    if delay is not None:
                        time.sleep(delay)
        return retry
    return decorate
