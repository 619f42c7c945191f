"""Small things that verbs share."""
import functools
import os
import sys
import time


def get_ros_domain_id():
    """Give the number of the domain; 0 if none is set."""
    return int(os.environ.get("ROS_DOMAIN_ID") or 0)


def is_hidden(name):
    """Whether a topic, service or action is shown only to who asks for hidden ones."""
    from rclpy.topic_or_service_is_hidden import topic_or_service_is_hidden
    return topic_or_service_is_hidden(name)


def wait_for(predicate, timeout, period=0.1):
    """Wait until it is true; False if the time, in seconds, is over."""
    end = time.monotonic() + timeout
    while not predicate():
        left = end - time.monotonic()
        if left <= 0:
            return bool(predicate())
        time.sleep(min(period, left))
    return True


def bind(func, *args, **kwargs):
    """Give a function without arguments, and with the signature of `func` to be shown."""
    bound = functools.partial(func, *args, **kwargs)
    functools.update_wrapper(bound, func)
    return bound


def pretty_print_call(func, *args, **kwargs):
    """Print a call as it would be written."""
    words = [repr(one) for one in args] + [f"{name}={one!r}" for name, one in kwargs.items()]
    print(f"{func.__name__}({', '.join(words)})")


def before_invocation(func, hook):
    """Give a function that calls `hook` with its arguments before `func`, and has its signature."""
    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        hook(func, *args, **kwargs)
        return func(*args, **kwargs)
    return wrapped


def unsigned_int(string):
    """Read a number that is not negative, for a parser."""
    import argparse
    try:
        value = int(string)
    except ValueError:
        value = -1
    if value < 0:
        raise argparse.ArgumentTypeError("value must be a non-negative integer")
    return value


def collect_stdin():
    """Give all that comes on stdin, as text."""
    return sys.stdin.read()
