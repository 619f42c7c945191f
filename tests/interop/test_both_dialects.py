"""Services with ROS 2 itself on Fast DDS, in its dialect, and in both dialects at once."""

import os

import pytest

from harness.process import Peer

FRESH = 5  # pairs of processes; RANVIER_INTEROP_FRESH in the environment: so many
BASIC = ["--type", "test_msgs/srv/BasicTypes"]

pytestmark = [
    pytest.mark.pairs(("ours", "ros2"), ("ros2", "ours")),
    pytest.mark.patience(20),
]


def fresh() -> range:
    return range(int(os.environ.get("RANVIER_INTEROP_FRESH", FRESH)))


def start(cast, who, mode, service="/add", *options, **more) -> Peer:
    kind = BASIC if who == "ours" else []
    return cast.start(who, mode, "--service", service, *kind, *options, **more)


def wait_there(client) -> None:
    client.wait_for("the service", lambda: (client.latest("service") or {}).get("there"))


def ask(client, *words):
    before = len(client.of("reply"))
    client.tell("call", *words)
    client.wait_for("a reply", lambda: len(client.of("reply")) > before)
    return client.of("reply")[-1]["value"]


@pytest.mark.parametrize("first", ["serve", "call"])
@pytest.mark.parametrize("turn", fresh())
def test_the_first_call_of_fresh_processes_is_answered(cast, pair, first, turn):
    started = {}
    for mode in sorted(["call", "serve"], reverse=first == "serve"):
        started[mode] = start(cast, pair[mode == "call"], mode)
    client = started["call"]
    wait_there(client)
    assert ask(client, 40, 2) == 42
    print(f"first reply after {client.of('reply')[0]['ms']} ms")
    assert ask(client, -9_000_000_000, 1) == -8_999_999_999


@pytest.mark.parametrize("preferred", ["rmw_cyclonedds_cpp", "rmw_fastrtps_cpp", ""])
def test_the_variable_is_no_wall(cast, pair, preferred):
    env = {"RMW_IMPLEMENTATION": preferred}
    server = start(cast, pair[0], "serve", env=env if pair[0] == "ours" else {})
    client = start(cast, pair[1], "call", env=env if pair[1] == "ours" else {})
    wait_there(client)
    assert ask(client, 40, 2) == 42
    server.wait_for("the request", lambda: [r["a"] for r in server.of("request")] == [40])


def test_a_client_notices_that_the_server_has_gone(cast, pair):
    server = start(cast, pair[0], "serve")
    client = start(cast, pair[1], "call")
    wait_there(client)
    server.close()
    client.wait_for("no service", lambda: not client.latest("service")["there"])
    start(cast, pair[0], "serve")
    wait_there(client)
    assert ask(client, 20, 22) == 42


def test_a_server_that_dies_and_a_new_one_are_told_apart(cast, pair):
    first = start(cast, pair[0], "serve")
    client = start(cast, pair[1], "call")
    wait_there(client)
    assert ask(client, 1, 1) == 2
    first.kill()
    start(cast, pair[0], "serve")
    client.wait_for("two servers or one", lambda: client.latest("service")["there"])


def test_one_server_of_ours_answers_each_client_in_its_own_dialect(cast):
    """One call of each at a time: every client of a service gets all replies, and ROS 2
    keeps ten that its client has not read (docs/interop.md)."""
    start(cast, "ours", "serve")
    clients = [start(cast, who, "call") for who in ("ros2", "ours", "ros2", "ours")]
    for client in clients:
        wait_there(client)
    for turn in range(100):
        for number, client in enumerate(clients):
            client.tell("call", turn, 1000 * number)
        for client in clients:
            client.wait_for("a reply", lambda c=client: len(c.of("reply")) > turn)
    for number, client in enumerate(clients):
        asked = [turn + 1000 * number for turn in range(100)]
        assert [reply["value"] for reply in client.of("reply")] == asked


def test_with_servers_of_both_kinds_one_kind_is_asked_and_that_is_said_once(cast):
    fast = start(cast, "ros2", "serve")
    own = start(cast, "ours", "serve")
    client = start(cast, "ours", "call")
    line = client.wait_log("Fast DDS and on Cyclone DDS")
    assert "'/add'" in line and "RMW_IMPLEMENTATION" in line
    assert [ask(client, i, 0) for i in range(3)] == [0, 1, 2]
    own.wait_for("3 requests", lambda: len(own.of("request")) == 3)
    assert len([x for x in client.log if "Fast DDS" in x]) == 1
    assert [r["a"] for r in fast.of("request")] != [0, 1, 2]


@pytest.fixture
def parameters(cast):
    """call(service, type): rclpy's client of a parameter service of /ns/n."""
    cast.start("ours", "node", "--node", "n", "--namespace", "/ns")

    def call(service, kind):
        client = cast.start(
            "ros2", "call", "--service", f"/ns/n/{service}", "--type", f"rcl_interfaces/srv/{kind}"
        )
        wait_there(client)
        return client

    return call


def test_ros2_reads_and_sets_our_parameters(parameters):
    get = parameters("get_parameters", "GetParameters")
    assert ask(get, "answer") == [42]
    assert ask(parameters("set_parameters", "SetParameters"), "answer=43") == [True]
    assert ask(get, "answer") == [43]


def test_ros2_lists_and_describes_our_parameters(parameters):
    names = ask(parameters("list_parameters", "ListParameters"))
    assert {"answer", "ratio", "name", "use_sim_time"} <= set(names)
    assert ask(parameters("describe_parameters", "DescribeParameters"), "ratio") == ["ratio"]
