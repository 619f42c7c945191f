"""How the callback of a transition ended."""
from enum import Enum


class TransitionCallbackReturnType(Enum):
    """The outcomes, by their numbers in lifecycle_msgs/msg/Transition."""

    SUCCESS = 97
    FAILURE = 98
    ERROR = 99

    def __int__(self):
        return self.value

    def to_label(self):
        """Give the label of the transition that follows."""
        return f"transition_{self.name.lower()}"


TransitionCallbackReturn = TransitionCallbackReturnType
