"""Parameters between our runtime and ROS 2 itself: the parameter client of each on a
node of the other."""

import pytest

from test_services import wait_service

pytestmark = [
    pytest.mark.pairs(("ours", "ros2"), ("ros2", "ours")),
    pytest.mark.patience(20),
]

INTEGER, DOUBLE, STRING = 2, 3, 4


@pytest.fixture
def client(cast, pair):
    """The parameter client of pair[1], on the node /ns/n of pair[0]."""
    cast.start(pair[0], "node", "--node", "n", "--namespace", "/ns")
    client = cast.start(pair[1], "params", "--of", "/ns/n")
    wait_service(client)
    return client


def ask(client, *words):
    before = len(client.of("reply"))
    client.tell(*words)
    return client.wait_for("a reply", lambda: client.of("reply")[before:])[0]["value"]


def test_values_are_read_and_set(client):
    assert ask(client, "get", "answer", "ratio", "name") == [42, 0.5, "peer"]
    assert ask(client, "set", "answer=43") == [True]
    assert ask(client, "get", "answer") == [43]


def test_a_value_of_another_type_is_refused(client):
    assert ask(client, "set", "name=5") == [False]
    assert ask(client, "get", "name") == ["peer"]


def test_parameters_are_listed_described_and_their_types_told(client):
    assert {"answer", "ratio", "name", "use_sim_time"} <= set(ask(client, "list"))
    assert ask(client, "describe", "answer", "name") == [["answer", INTEGER], ["name", STRING]]
    assert ask(client, "types", "answer", "ratio") == [INTEGER, DOUBLE]


def test_a_change_is_heard_of(client):
    while not client.of("changed"):  # the topic of events matches in its own time
        assert ask(client, "set", "answer=7") == [True]
        client.wait_quiet(0.05)
    assert client.latest("changed")["changed"] == ["answer"]


def test_a_file_is_loaded(client, tmp_path):
    """As `ros2 param load` does: the values of that node in a file."""
    file = tmp_path / "n.yaml"
    file.write_text("/ns/n:\n  ros__parameters:\n    answer: 7\n    name: loaded\n")
    assert ask(client, "load", file) == [True, True]
    assert ask(client, "get", "answer", "ratio", "name") == [7, 0.5, "loaded"]
