"""`peer.py managed`: a managed node of ROS 2 itself; managers are `peer.py call`."""

from talk import emit


def hold(node, _options):
    known = [0]
    services = [f"{node.get_fully_qualified_name()}/{s}" for s in ("change_state", "get_state")]

    def look():
        now = sum(node.count_clients(service) for service in services)
        if known[0] != now:
            known[0] = now
            emit("matched", count=now)

    node.create_timer(0.01, look)
    return lambda words: None
