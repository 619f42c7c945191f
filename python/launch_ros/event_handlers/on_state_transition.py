"""The handler of transitions."""
from launch.event_handler import EventHandler
from launch_ros.events.lifecycle import StateTransition


class OnStateTransition(EventHandler):
    """
    Does something when a node has made a transition.

    :param target_lifecycle_node: a LifecycleNode or a ComposableLifecycleNode, else RuntimeError;
        None: any.
    :param transition, start_state, goal_state: labels; None: any.
    :param matcher: a function of the event, instead of the node and the labels.
    """

    def __init__(self, *, entities, target_lifecycle_node=None, transition=None,
                 start_state=None, goal_state=None, matcher=None, handle_once=False):
        if matcher is not None and target_lifecycle_node is not None:
            raise TypeError("OnStateTransition: give 'matcher' or 'target_lifecycle_node'")
        if target_lifecycle_node is not None and \
                not hasattr(target_lifecycle_node, "get_lifecycle_event_manager"):
            raise RuntimeError(
                f"OnStateTransition(target_lifecycle_node={target_lifecycle_node!r}): expected a "
                "LifecycleNode or a ComposableLifecycleNode")
        self.__node = target_lifecycle_node
        self.__wanted = {"transition": transition, "start_state": start_state,
                         "goal_state": goal_state}
        super().__init__(
            matcher=matcher or self.__matches, entities=entities, handle_once=handle_once)

    def __matches(self, event):
        if not isinstance(event, StateTransition):
            return False
        if self.__node is not None and event.action is not self.__node:
            return False
        return all(wanted is None or wanted == getattr(event, name)
                   for name, wanted in self.__wanted.items())

    @property
    def handler_description(self):
        return "<actions>"

    @property
    def matcher_description(self):
        node = "any node" if self.__node is None else \
            f"{type(self.__node).__name__}({hex(id(self.__node))})"
        return f"event == StateTransition and event.action == {node}"
