"""Classes of messages whose package is not installed, made of what their publishers say of them."""
import hashlib
import itertools
import json
import sys
import time
import types

LIMIT_S = 2.0  # how long publishers may take to answer

# By the number of a kind in a description (type_description_interfaces/msg/FieldType).
SCALARS = {2: "int8", 3: "uint8", 4: "int16", 5: "uint16", 6: "int32", 7: "uint32", 8: "int64",
           9: "uint64", 10: "float32", 11: "float64", 13: "char", 15: "bool", 16: "byte",
           17: "string", 18: "wstring", 21: "string", 22: "wstring"}
REPEATS = ("none", "array", "bounded", "sequence")
EMPTY_MEMBER = "structure_needs_at_least_one_member"

_numbers = itertools.count()


def class_of_peers(node, topic, type_name):
    """
    Make the class of a topic's messages of what a node that publishes it says of their type.

    :param node: a node of rclpy. It is spun.
    :return: None if no publisher tells it.
    """
    publishers = node.get_publishers_info_by_topic(topic)
    hashes = {text for text in map(_hash_of, publishers) if text}
    names = {f"{one.node_namespace.rstrip('/')}/{one.node_name}" for one in publishers}
    for description in _descriptions(node, sorted(names), type_name, sorted(hashes)):
        if not hashes or hash_of(description) in hashes:
            return make_class(description)
    return None


def _hash_of(publisher):
    return str(publisher.topic_type_hash) if publisher.topic_type_hash.version == 1 else ""


def _descriptions(node, names, type_name, hashes):
    """Give what nodes answer, one after the other."""
    import rclpy
    from type_description_interfaces.srv import GetTypeDescription
    for name in names:
        client = node.create_client(GetTypeDescription, f"{name}/get_type_description")
        try:
            limit = time.monotonic() + LIMIT_S
            if not client.wait_for_service(LIMIT_S):
                continue
            for type_hash in hashes or [""]:
                future = client.call_async(GetTypeDescription.Request(
                    type_name=type_name, type_hash=type_hash, include_type_sources=False))
                rclpy.spin_until_future_complete(
                    node, future, timeout_sec=max(0.0, limit - time.monotonic()))
                if future.done() and future.result().successful:
                    yield future.result().type_description
        finally:
            node.destroy_client(client)


def hash_of(description):
    """Give the hash of a description: "RIHS01_" and 64 digits."""
    text = json.dumps({
        "type_description": _as_dict(description.type_description),
        "referenced_type_descriptions": [
            _as_dict(one) for one in description.referenced_type_descriptions]})
    return "RIHS01_" + hashlib.sha256(text.encode()).hexdigest()


def _as_dict(one):
    return {"type_name": one.type_name, "fields": [
        {"name": field.name, "type": {
            "type_id": field.type.type_id, "capacity": field.type.capacity,
            "string_capacity": field.type.string_capacity,
            "nested_type_name": field.type.nested_type_name}} for field in one.fields]}


def make_class(description):
    """
    Make a class of a description. Messages of it are decoded and shown as those of any class.

    Types that it uses are its own, also where a package of their name is installed: that may be
    another version of them.
    """
    space = f"ranvier_described_{next(_numbers)}"
    sys.modules[space] = types.ModuleType(space)
    for one in description.referenced_type_descriptions:
        package, kind, name = one.type_name.split("/")
        module = _module(space, package, kind)
        setattr(module, name, _make(one, f"{space}.{one.type_name}", space))
    root = description.type_description
    return _make(root, root.type_name, space)


def _module(space, package, kind):
    from rosidl_generator_py import lazy
    for name in (f"{space}.{package}", f"{space}.{package}.{kind}"):
        if name not in sys.modules:
            sys.modules[name] = types.ModuleType(name)
    lazy.add_described(name)
    return sys.modules[name]


def _make(one, full_name, space):
    from rosidl_generator_py.message import make_message_class
    package, kind, name = one.type_name.split("/")
    fields = tuple(_declared(field, one.type_name, space) for field in one.fields
                   if field.name != EMPTY_MEMBER)
    made = make_message_class(f"{package}.{kind}._{name}", name, full_name, "", fields, ())
    made._ranvier_described = True
    type(made)._TYPE_SUPPORT = "described"  # none of a library, and none is looked for
    return made


def _declared(field, type_name, space):
    repeat, scalar = divmod(field.type.type_id, 48)
    if scalar == 1:
        kind = f"{space}.{field.type.nested_type_name}"
    elif scalar in SCALARS and repeat < len(REPEATS):
        kind = SCALARS[scalar]
    else:
        raise RuntimeError(f"Field '{field.name}' of type '{type_name}' has the kind "
                           f"{field.type.type_id}, which cannot be shown.")
    return (field.name, kind, REPEATS[repeat], field.type.capacity, field.type.string_capacity)
