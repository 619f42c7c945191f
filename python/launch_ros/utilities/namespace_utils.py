"""Namespaces."""


def is_root_namespace(ns):
    return ns == "/"


def is_namespace_absolute(ns):
    return ns.startswith("/")


def make_namespace_absolute(ns):
    """Give it with a slash before it."""
    return ns if is_namespace_absolute(ns) else "/" + ns


def prefix_namespace(base_ns, ns):
    """
    Give a namespace below another; one that is absolute stands for itself.

    None if both are None.
    """
    if not ns:
        return base_ns if base_ns is not None else ns
    if is_namespace_absolute(ns):
        return ns if is_root_namespace(ns) else ns.rstrip("/")
    ns = ns.rstrip("/")
    if not base_ns:
        return ns
    return base_ns.rstrip("/") + "/" + ns
