"""What is not the same as in the recordings, and why."""
import re
from collections import namedtuple

# What ours ends with, and says on either stream; docs/differences.md has the reason.
Different = namedtuple("Different", "status says")
_INSTALLED = "it lists what was installed where it was recorded"

# File, an expression for commands, and why they are not replayed.
_SKIPPED = [
    ("ros2", "ros2 -h extra", "which of two faults in the words is told"),
    ("component", "ros2 component types", _INSTALLED),
    ("node", "ros2 node list --count-nodes -a", "the daemon was one of them"),
    ("component", ".*--log-level warn", "it loads a component of another package"),
    ("interface", r"ros2 interface (list|packages).*", _INSTALLED),
    ("interface", r"ros2 interface show --all-comments.*", "our files have other comments"),
    ("topic", "ros2 topic echo --once --timeout 1 /latched.*",
     "whether a message comes within the second is chance"),
    ("run", ".*--log-level debug.*", "it prints the log of rcl"),
    ("param", "ros2 param list --spin-time 1 --no-daemon",
     "the recorded one waits for nodes that have no services; ours ends before a signal comes"),
    ("pkg", "ros2 pkg (list|executables|xml -t exec_depend|xml std_srvs).*", _INSTALLED),
    ("doctor", ".*", "its checks are of the host; graph_verbs_test.py has them"),
]
# File, an expression for commands, and what becomes of them here.
_DIFFERENT = [
    ("daemon", "ros2 daemon (start|stop|status)( --debug)?", Different(0, "There is no daemon")),
    ("daemon", "RMW_IMPLEMENTATION=.* ros2 daemon status", Different(0, "There is no daemon")),
    ("daemon", "RMW_IMPLEMENTATION=.* ros2 node list", Different(1, "rmw_nosuch_cpp")),
    ("daemon", "ROS_DOMAIN_ID=.*", Different(1, "ROS_DOMAIN_ID.*(300|x)")),
    ("action", "ros2 action list --no-daemon", Different(0, "/fibonacci")),
    ("service", "ros2 service type .* --no-daemon", Different(0, "AddTwoInts")),
    ("service", "ros2 service call /add_two_ints std_srvs/srv/Empty .*",
     Different(2, "'/add_two_ints' .*uses it with the type example_interfaces/srv/AddTwoInts")),
    ("action", "ros2 action send_goal .*9999.*", Different(1, "Goal was rejected")),
    ("action", "ros2 action send_goal -f .*(30|5)}'",
     Different(15, "(?s)Goal accepted.*Canceling goal...\nGoal canceled.\n")),
    ("topic", "ros2 topic info -v /rosout", Different(0, "Publisher count: 20\n")),
    ("topic", "ros2 topic echo .* --raw", Different(0, r"^b'\\x00\\x01\\x00\\x00")),
    ("topic", "ros2 topic echo .*--include-message-info",
     Different(2, r"^publication_sequence_number: \d+\nreceived_timestamp: \d+\n")),
    ("topic", "ros2 topic echo .* --filter \"1 .\"",
     Different(2, "'1 \\+' is no expression of Python")),
    # It warns once it has met the publisher of the other type: the core does, and then the event.
    ("topic", "ros2 topic echo /chatter std_msgs/msg/Int32",
     Different(2, r"uses it with the type std_msgs/msg/String|Incompatible type on topic|\A\Z")),
    ("topic_pub", ".*99999999999.*", Different(1, "Failed to populate field: .*int32")),
    ("topic_pub|service|action", ".*: text}+'",
     Different(1, "Failed to populate .*The field '.*' of type '.*' cannot hold 'text'")),
    ("topic_pub", ".*Arrays '{bool_values: .true.}'", Different(1, "Failed to populate field")),
    ("param", "ros2 param set .*(ro 3|i 500|nosuch 3|dyn 1|use_sim_time 5)",
     Different(1, "^Setting parameter failed: ")),
    ("param", "ros2 param set .* mapping .*", Different(1, "is no value of a parameter")),
    ("param", "ros2 param describe .* nosuch", Different(1, "does not have .* nosuch")),
    ("param", "ros2 param delete /(parameter_blackboard use_sim_time|xparam_node (i|ro))",
     Different(1, "^Deleting parameter failed: ")),
    ("param", r"ros2 param set /parameter_blackboard int_array '\[1, 2.5\]'",
     Different(1, "is no value of a parameter: .*all elements of an array must have one type")),
    ("param", "ros2 param dump /parameter_blackboard",
     Different(0, r"\n    string_array:\n    - x\n    - 'y'\n")),
    ("param", "printf '/parameter_blackboard:.*",
     Different(1, "is not a valid ROS parameter file: .* line 2: 'an_int' has a value")),
    ("param", "printf 'other:.*", Different(1, "does not contain selected parameters")),
    ("param", "printf '/xparam_node:.*", Different(1, "(?s)i successful.*ro failed.*nosuch f")),
    ("component", "ros2 component load .* -p a", Different(1, "Write it as name:=value")),
    ("component", "ros2 component load .* (-r bad|-n 'bad name')",
     Different(1, "^Failed to load component: Component constructor threw an exception: ")),
    ("component", "ros2 component standalone composition composition::Server .*",
     Different(0, "Load Library: .*libtest_command_components.so")),
    ("component", "ros2 component standalone .*nosuch",
     Different(1, "Failed to load component: .*, interrupting container node")),
    ("pkg", ".*ros2 pkg create 'Bad Name'", Different(2, "'Bad Name' is no name of a package")),
    ("run", "ros2 run .*(bad|nosuch.yaml|--nosuch|level nosuch|bad-name)",
     Different(250, r"\[ros2run\]: Aborted")),
]
# Commands that the recorder ran in between.
_BEFORE = {
    ("param", "ros2 param describe /xparam_node i"):
        ["ros2 param set /parameter_blackboard a_string hello"],
    ("service", "ros2 service echo /intro_add"): [
        "ros2 param set /introspection_service service_configure_introspection contents",
        "ros2 param set /introspection_client client_configure_introspection metadata"],
    # Its numbers go on as if the component before had been loaded.
    ("component", "ros2 component load /ComponentManager composition composition::Talker "
                  "-p 'a:=[1'"):
        ["ros2 component load /ComponentManager composition composition::Talker"],
    ("component", "ros2 component unload /nosuch 1"):
        ["ros2 component unload /ComponentManager 6 7 8"],
}


# What only looks, and has no node that others could see.
_LOOKS = re.compile(
    r"ros2 (node (list|info)|(topic|service) (list|info|find|type)|action (list|info|type)|"
    r"interface|pkg (list|prefix|xml|executables)|daemon)\b[^<>|;&]*")
# What asks nodes, by a hidden node that those above see.
_ASKS = re.compile(
    r"ros2 (param (get|list|describe)|lifecycle (get|list|nodes)|component list)\b[^<>|;&]*")


def command_of(entry):
    """Give the command for our graph; a goal that a signal ends is not reached before."""
    command = same_as(entry.command)
    return re.sub(r"\{order: \d+\}", "{order: 500}", command) if entry.signal else command


def kind_of_look(entry):
    """Give what neighbours have in common that may run at once; None for what runs alone."""
    if entry.signal or entry.is_usage_error or before(entry) or "hidden" in entry.command:
        return None
    return next((number for number, words in enumerate((_LOOKS, _ASKS), 1)
                 if words.fullmatch(entry.command)), None)


def skipped(entry):
    """Whether an entry is not replayed."""
    return any(file == entry.file and re.fullmatch(words, entry.command)
               for file, words, _ in _SKIPPED)


def different(entry):
    """Give what becomes of an entry here; None where it is the same."""
    if entry.file == "run" and entry.signal == "TERM":
        return Different(0, "signal_handler")
    if entry.file == "service" and entry.signal == "TERM" and "/nosuch" in entry.command:
        return Different(15, "waiting for service")
    return next((other for file, words, other in _DIFFERENT
                 if re.fullmatch(file, entry.file) and re.fullmatch(words, entry.command)), None)


def before(entry):
    """Give the commands that were run before an entry."""
    return _BEFORE.get((entry.file, entry.command), [])


def has_measured_numbers(entry):
    """Whether its output has numbers that depend on the moment."""
    return re.search(r"topic (hz|bw|delay)|^\(.*multicast|/chatter --no-str",
                     entry.command) is not None


def comes_in_any_order(entry):
    """Whether the order of its lines says nothing."""
    return entry.command.startswith(("ros2 interface package ", "ros2 action send_goal -f "))


def comes_before_the_signal(entry):
    """Give an expression for what it prints before the recorder's signal came."""
    return "Feedback" if "send_goal -f" in entry.command else r"\n"


def settled(text):
    """Give a text without what depends on how soon a peer was matched."""
    text = re.sub(r"(Waiting for at least .*\n)+", r"\1", text)
    return text.replace("waiting for service to become available...\n", "")


def same_as(text):
    """Give a recorded text with what the graph here has in the place of what was there."""
    text = re.sub(r"/_ros2cli_daemon_42_<HEX>\n", "", text)
    text = re.sub(r"^Wait for service timed out .*\n", "", text, flags=re.M)
    text = re.sub(r"event_type: \w+", "event_type: <EVENT>", text)
    text = text.replace("ParameterEvent] 20 publishers", "ParameterEvent] 19 publishers")
    text = text.replace("Log] 21 publishers", "Log] 20 publishers")
    return text.replace("action_tutorials_interfaces", "example_interfaces").replace(
        "partial_sequence", "sequence")
