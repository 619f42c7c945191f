"""Services between our runtime and foreign peers in Cyclone's dialect."""

import pytest

# The Fast DDS peer speaks the other dialect.
pytestmark = [
    pytest.mark.foreigners("rust", "python"),
    pytest.mark.pairs(
        ("rust", "python"),
        ("python", "rust"),
        ("ours", "rust"),
        ("rust", "ours"),
        ("ours", "python"),
        ("python", "ours"),
    ),
]


def reply_to(client, *words):
    """What the service answers; one call at a time."""
    before = len(client.of("reply"))
    client.tell("call", *words)
    client.wait_for("a reply", lambda: len(client.of("reply")) > before)
    return client.of("reply")[-1]["value"]


def wait_service(client, server=None, clients=1) -> None:
    """Until both sides know of each other: a request that is sent before the
    server has matched its writer is lost, whoever made the two."""
    client.wait_for("the service", lambda: (client.latest("service") or {}).get("there"))
    if server:
        server.wait_matched(clients)


def test_calls_get_the_answers_to_their_questions(cast, pair):
    server = cast.start(pair[0], "serve", "--service", "/ns/add")
    client = cast.start(pair[1], "call", "--service", "/ns/add")
    wait_service(client, server)
    assert [reply_to(client, a, 1000) for a in range(5)] == [1000, 1001, 1002, 1003, 1004]
    assert reply_to(client, -9_000_000_000, 1) == -8_999_999_999
    # The reply may be here before the server's own line about the request.
    server.wait_for("6 requests", lambda: len(server.of("request")) >= 6)
    assert len(server.of("request")) == 6


def test_each_of_two_clients_gets_only_its_own_answers(cast, pair):
    server = cast.start(pair[0], "serve", "--service", "/add")
    one = cast.start(pair[1], "call", "--service", "/add")
    two = cast.start(pair[1], "call", "--service", "/add")
    wait_service(one, server, 2)
    wait_service(two, server, 2)
    assert [reply_to(one, 1, 1), reply_to(two, 2, 2), reply_to(one, 3, 3)] == [2, 4, 6]
    assert [len(one.of("reply")), len(two.of("reply"))] == [2, 1]


def test_a_client_notices_that_the_server_has_gone(cast, pair):
    server = cast.start(pair[0], "serve")
    client = cast.start(pair[1], "call")
    wait_service(client, server)
    server.close()
    client.wait_for("no service", lambda: not client.latest("service")["there"])
    second = cast.start(pair[0], "serve")
    wait_service(client, second)
    assert reply_to(client, 20, 22) == 42


@pytest.fixture
def parameters(cast, foreign):
    """call(service, type): a peer's client of a parameter service of /ns/n."""
    node = cast.start("ours", "node", "--node", "n", "--namespace", "/ns")

    def call(service, kind):
        name, kind = f"/ns/n/{service}", f"rcl_interfaces/srv/{kind}"
        client = cast.start(foreign, "call", "--service", name, "--type", kind)
        wait_service(client, node)
        return client

    return call


def test_peer_reads_the_parameters_of_our_default_node(parameters):
    client = parameters("get_parameters", "GetParameters")
    answer, ratio, name = reply_to(client, "answer", "ratio", "name")
    assert (answer["type"], answer["int"]) == (2, 42)
    assert (ratio["type"], ratio["double"]) == (3, 0.5)
    assert (name["type"], name["string"]) == (4, "peer")


def test_peer_that_asks_for_an_undeclared_parameter_gets_no_values(parameters):
    client = parameters("get_parameters", "GetParameters")
    assert reply_to(client, "answer", "no_such") == []
    assert len(reply_to(client, "answer")) == 1


def test_peer_lists_the_parameters_of_our_default_node(parameters):
    client = parameters("list_parameters", "ListParameters")
    assert {"answer", "ratio", "name", "use_sim_time"} <= set(reply_to(client))


@pytest.mark.parametrize("ours_is", ["call", "serve"])
def test_ros2_client_speaks_both_dialects_with_us(cast, ours_is):
    """A server of ours serves both at once; a client of ours asks in Cyclone's, and one that
    does not understand it harms nobody."""
    other = "serve" if ours_is == "call" else "call"
    fast = cast.start("rust", other, "--service", "/add", "--dialect", "fast")
    ours = cast.start("ours", ours_is, "--service", "/add")
    own = cast.start("rust", other, "--service", "/add", "--dialect", "cyclone")
    if ours_is == "call":
        ours.wait_for("both", lambda: (ours.latest("servers") or {}).get("count") == 2)
        wait_service(ours, own)
        assert [reply_to(ours, i, 2) for i in range(3)] == [2, 3, 4]
        return
    wait_service(own, ours, 2)
    wait_service(fast, ours, 2)
    # Numbers whose bytes could be a header of the other dialect, and its number.
    for i in range(1, 6):
        assert [reply_to(fast, 40, i), reply_to(own, i, 40)] == [40 + i, 40 + i]


def test_a_server_of_ros2_client_in_the_other_dialect_is_asked_in_it_where_that_is_preferred(cast):
    server = cast.start("rust", "serve", "--service", "/add", "--dialect", "fast")
    preferred = {"RMW_IMPLEMENTATION": "rmw_fastrtps_cpp"}
    client = cast.start("ours", "call", "--service", "/add", env=preferred)
    wait_service(client, server)
    assert [reply_to(client, i, 2) for i in range(3)] == [2, 3, 4]
