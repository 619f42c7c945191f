"""`peer.py graph`: the graph as ROS 2 sees it, a full snapshot as one line
whenever it changes. `peer.py node`: a default node, with three parameters."""

from talk import emit


def hold(node, _options):
    node.declare_parameters("", [("answer", 42), ("ratio", 0.5), ("name", "peer")])
    return lambda words: None


def watch(node, _options):
    last: list = [None]

    def look() -> None:
        now = _snapshot(node)
        if now != last[0]:
            last[0] = now
            emit("graph", **now)

    node.create_timer(0.02, look)
    return lambda words: None


def _snapshot(node) -> dict:
    # Its own endpoints are left out, as those of every watcher.
    mine = node.get_name()
    names = node.get_node_names_and_namespaces()
    nodes = sorted(ns.rstrip("/") + "/" + name for name, ns in names if name != mine)
    return {
        "nodes": nodes,
        "topics": _topics(node, mine),
        "services": dict(node.get_service_names_and_types()),
        "services_of": {
            ns.rstrip("/") + "/" + name: dict(
                node.get_service_names_and_types_by_node(name, ns)
            )
            for name, ns in names
            if name != mine and not name.startswith("_")
        },
    }


def _topics(node, mine: str) -> dict:
    topics = {}
    for topic, types in node.get_topic_names_and_types():
        writers = _others(node.get_publishers_info_by_topic(topic), mine)
        readers = _others(node.get_subscriptions_info_by_topic(topic), mine)
        topics[topic] = {
            "types": types,
            "writers": len(writers),
            "readers": len(readers),
            "publishers": writers,
            "subscriptions": readers,
        }
    return topics


def _others(infos, mine: str) -> list:
    return sorted((_endpoint(i) for i in infos if i.node_name != mine), key=lambda e: e["gid"])


def _endpoint(info) -> dict:
    qos = info.qos_profile
    return {
        "node": info.node_namespace.rstrip("/") + "/" + info.node_name,
        "type": info.topic_type,
        "hash": str(info.topic_type_hash),
        "gid": bytes(info.endpoint_gid).hex(),
        "reliability": qos.reliability.name,
        "durability": qos.durability.name,
        "deadline_ns": qos.deadline.nanoseconds,
        "lifespan_ns": qos.lifespan.nanoseconds,
        "liveliness": qos.liveliness.name,
    }
