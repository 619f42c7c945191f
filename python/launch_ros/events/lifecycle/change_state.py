"""The event that a node is to change its state."""
from launch.event import Event


class _FromMessage:
    """Constants of a message, by number; looked up when they are asked for."""

    def __init__(self, message, prefix):
        self.__message = message
        self.__prefix = prefix

    def __get__(self, _instance, _owner):
        import lifecycle_msgs.msg
        message = getattr(lifecycle_msgs.msg, self.__message)
        return {getattr(message, name): name for name in dir(message)
                if name.startswith(self.__prefix)}


class ChangeState(Event):
    """
    Asks nodes for a transition.

    :param lifecycle_node_matcher: a function of the action of a node.
    :param transition_id: one of lifecycle_msgs.msg.Transition.
    """

    name = "launch_ros.events.lifecycle.ChangeState"
    valid_states = _FromMessage("State", ("PRIMARY_STATE_", "TRANSITION_STATE_"))
    valid_transitions = _FromMessage("Transition", "TRANSITION_")

    def __init__(self, *, lifecycle_node_matcher, transition_id):
        if transition_id not in self.valid_transitions:
            raise ValueError(
                f"'{transition_id}' is no transition: expected one of "
                f"{sorted(self.valid_transitions)}")
        self.__matcher = lifecycle_node_matcher
        self.__transition_id = transition_id

    @property
    def lifecycle_node_matcher(self):
        return self.__matcher

    @property
    def transition_id(self):
        return self.__transition_id
