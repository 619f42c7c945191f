"""The event that a node has changed its state."""
from launch.event import Event


class StateTransition(Event):
    """
    A node has made a transition.

    :param msg: its lifecycle_msgs.msg.TransitionEvent.
    """

    name = "launch_ros.events.lifecycle.StateTransition"

    def __init__(self, *, action, msg):
        self.__action = action
        self.__msg = msg

    @property
    def action(self):
        return self.__action

    @property
    def msg(self):
        return self.__msg

    @property
    def timestamp(self):
        return self.__msg.timestamp

    @property
    def transition(self):
        return self.__msg.transition.label

    @property
    def start_state(self):
        return self.__msg.start_state.label

    @property
    def goal_state(self):
        return self.__msg.goal_state.label
