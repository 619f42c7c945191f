"""Types as ROS 2 has them: the hashes that peers see of our endpoints, and what our
nodes tell of a type, held to what ROS 2's own packages (.venv-ros2) say."""

import json
import os
import pathlib

import pytest

from conftest import messages_of_ours
from test_graph import expect_graph

# ROS 2 cuts a default value beyond ASCII at a number of letters that it counts in
# bytes; ours are whole (docs/differences.md).
CUT_BY_ROS2 = {"test_msgs/msg/WStrings"}


@pytest.fixture(scope="module")
def published() -> dict:
    """{type: (hash, description)} of the messages that both sides have."""
    share = pathlib.Path(os.environ.get("RANVIER_INTEROP_ROS2", "")).parent.parent / "share"
    found = {}
    for path in sorted(share.glob("*/msg/*.json")):
        name = f"{path.parent.parent.name}/msg/{path.stem}"
        if name not in messages_of_ours():
            continue
        document = json.loads(path.read_text())
        hashes = {h["type_name"]: h["hash_string"] for h in document["type_hashes"]}
        found[name] = (hashes[name], document["type_description_msg"])
    if not found:
        pytest.skip("ROS 2 of PyPI is not there (tools/requirements_ros2.txt)")
    return found


def test_ros2_sees_the_hash_of_every_message_type_on_our_publishers(cast, published):
    eye = cast.start("ros2", "graph")
    cast.start("ours", "offer", "--types", ",".join(published))
    graph = expect_graph(
        eye, lambda g: all(g["topics"].get("/" + t, {}).get("writers") for t in published)
    )
    seen = {t: graph["topics"]["/" + t]["publishers"][0]["hash"] for t in published}
    assert seen == {t: known for t, (known, _) in published.items()}


def test_our_node_describes_every_message_type_as_ros2_does(cast, published):
    node = cast.start("ours", "offer", "--types", ",".join(published))
    for name, (known, described) in published.items():
        node.tell("describe", name, known)
        told = node.wait_for(
            f"the description of {name}",
            lambda name=name: next((d for d in node.of("description") if d["type"] == name), None),
        )
        assert not told["failure"]
        if name in CUT_BY_ROS2:
            continue
        assert told["type_description"] == described["type_description"]
        assert told["referenced_type_descriptions"] == described["referenced_type_descriptions"]
