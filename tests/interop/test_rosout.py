"""What a node of one stack logs is heard on /rosout by the other."""

import pytest

WARN = 30


@pytest.mark.pairs(("ours", "ros2"), ("ros2", "ours"))
def test_a_line_of_the_log_is_heard_by_the_other_also_by_one_that_comes_later(cast, pair):
    speaker = cast.start(pair[0], "logs", "--node", "speaker", "--namespace", "/ns")
    speaker.tell("log", "the lamp is hot")
    hearer = cast.start(pair[1], "logs", "--node", "hearer")
    line = hearer.wait_for(
        "the line",
        lambda: next((e for e in hearer.of("log") if e["text"] == "the lamp is hot"), None),
    )
    assert (line["node"], line["level"]) == ("ns.speaker", WARN)
