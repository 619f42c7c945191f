"""Both dialects between participants that encrypt what they send, by the plugins of Cyclone
DDS. PyPI's ROS 2 has no security, so both ends are ours."""

import pytest

from harness.keys import secured
from test_both_dialects import ask, start, wait_there


@pytest.mark.parametrize("dialect", ["fast", "cyclone"])
@pytest.mark.parametrize("rtps", ["NONE", "SIGN"])
def test_calls_are_answered_and_who_has_no_keys_is_left_out(
    cast, domain, tmp_path, dialect, rtps
):
    keys = {"CYCLONEDDS_URI": secured(tmp_path, domain, rtps),
            "RANVIER_TEST_SERVICE_DIALECT": dialect}  # fmt: skip
    server = start(cast, "ours", "serve", env=keys)
    client = start(cast, "ours", "call", env=keys)
    open_server, stranger = start(cast, "ours", "serve"), start(cast, "ours", "call")
    wait_there(client)
    wait_there(stranger)
    client.tell("volley", 50, 5, 20_000)
    client.wait_for("all replies", lambda: client.latest("volley"))
    assert (client.latest("volley")["right"], client.latest("volley")["lost"]) == (50, 0)
    assert ask(stranger, 1, 2) == 3
    assert [request["b"] for request in server.of("request")] == [5] * 50
    open_server.wait_for("its request", lambda: open_server.of("request"))
    assert [request["b"] for request in open_server.of("request")] == [2]
