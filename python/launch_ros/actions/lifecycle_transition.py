"""Transitions of several nodes."""
from launch.action import Action
from launch.actions import EmitEvent, RegisterEventHandler
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState, StateTransition
from launch_ros.events.matchers import matches_node_name
from launch_ros.utilities.lifecycle_event_manager import name_of
from launch_ros.utilities.namespace_utils import make_namespace_absolute

_GOALS = {0: "unconfigured", 1: "inactive", 2: "unconfigured", 3: "active", 4: "inactive",
          5: "finalized", 6: "finalized", 7: "finalized", 8: "finalized"}


class LifecycleTransition(Action):
    """
    Asks nodes for transitions, each when the one before has come to its state.

    :param lifecycle_node_names: full names.
    :param transition_ids: of lifecycle_msgs.msg.Transition, in their order.
    """

    def __init__(self, *, lifecycle_node_names, transition_ids, **kwargs):
        super().__init__(**kwargs)
        if not lifecycle_node_names:
            raise RuntimeError("No lifecycle_node_names provided.")
        if not transition_ids:
            raise RuntimeError("No transition_ids provided.")
        unknown = [one for one in transition_ids if one not in ChangeState.valid_transitions]
        if unknown:
            raise ValueError(
                f"{unknown} are no transitions: expected some of "
                f"{sorted(ChangeState.valid_transitions)}")
        self.__names = [normalize_to_list_of_substitutions(name)
                        for name in lifecycle_node_names]
        self.__transition_ids = list(transition_ids)

    @property
    def lifecycle_node_names(self):
        return self.__names

    @property
    def transition_ids(self):
        return self.__transition_ids

    def execute(self, context):
        entities = []
        for name in self.__names:
            full_name = make_namespace_absolute(perform_substitutions(context, name))
            entities += self.__steps(full_name, self.__transition_ids)
        return entities

    def __steps(self, name, transition_ids):
        """Give the first transition, and the handler that goes on with the others."""
        first, rest = transition_ids[0], transition_ids[1:]
        emit = EmitEvent(event=ChangeState(
            lifecycle_node_matcher=matches_node_name(name), transition_id=first))
        if not rest:
            return [emit]
        return [RegisterEventHandler(self.__when_there(name, first, rest)), emit]

    def __when_there(self, name, transition_id, rest):
        goals = (_GOALS.get(transition_id), "errorprocessing")

        def matches(event):
            return isinstance(event, StateTransition) and \
                name_of(event.action) == name and event.goal_state in goals

        handler = OnStateTransition(matcher=matches, entities=[], handle_once=True)
        handle_event = handler.handle

        def handle(event, context):
            handle_event(event, context)
            return [] if event.goal_state == "errorprocessing" else self.__steps(name, rest)
        handler.handle = handle
        return handler


def transitions_to_active(name):
    """Give the action that configures and activates the node of a full name."""
    from lifecycle_msgs.msg import Transition
    return LifecycleTransition(lifecycle_node_names=[name], transition_ids=[
        Transition.TRANSITION_CONFIGURE, Transition.TRANSITION_ACTIVATE])
