"""Checks of names."""
import re

_TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def check_namespace(namespace, given, pushed):
    """Raise ValueError unless it is a namespace."""
    tokens = [] if namespace == "/" else namespace[1:].split("/")
    bad = [token for token in tokens if not _TOKEN.fullmatch(token)]
    if not namespace.startswith("/") or bad:
        raise ValueError(
            f"The namespace '{namespace}' is invalid (given: '{given}', pushed: '{pushed}'): "
            "each part is letters, digits and '_', and begins with no digit")


def check_node_name(name):
    """Raise ValueError unless it is the name of a node."""
    if not _TOKEN.fullmatch(name):
        raise ValueError(
            f"The node name '{name}' is invalid: it is letters, digits and '_', and begins with "
            "no digit")
