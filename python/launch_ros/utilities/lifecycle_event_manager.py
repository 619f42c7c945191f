"""The transitions of a managed node: events ask for them, and they are events."""
import asyncio

import launch.logging
from launch.event_handler import EventHandler
from launch.utilities import perform_substitutions
from launch_ros.events.lifecycle import ChangeState, StateTransition
from launch_ros.service_calls import ServiceCaller, end_of_node

PATIENCE = 2.0  # seconds after a transition until its state is asked for


class LifecycleEventManager:
    """
    Emits the transitions of a node as StateTransition, and asks the node for those of ChangeState.

    All is done in the loop of the launch.

    :param lifecycle_node: the action of the events: a LifecycleNode, or a ComposableLifecycleNode.
    """

    def __init__(self, lifecycle_node):
        self.__node = lifecycle_node
        self.__name = None
        self.__logger = launch.logging.get_logger("launch_ros.actions.lifecycle_node")
        self.__last_change = None
        self.__state = None

    @property
    def node_name(self):
        """The full name, once it is set up; before, what the node gives."""
        return self.__node.node_name if self.__name is None else self.__name

    def setup_lifecycle_manager(self, context, *, name=None, ended=None):
        """
        Listen to the node, and to the events that ask it for transitions.

        :param name: its full name; None: as the node says.
        :param ended: a future that is done when the node has ended for good, whose result may say
            why; None: the end of the action of this launch that has its name, if there is one.
        """
        import lifecycle_msgs.msg
        import lifecycle_msgs.srv
        from launch_ros.ros_adapters import get_ros_node
        self.__name = self.__full_name(context) if name is None else name
        self.__ended = end_of_node(context, self.__name) if ended is None else ended
        loop = context.asyncio_loop

        def on_transition(message):
            loop.call_soon_threadsafe(self.__has_changed, context, message)
        self.__heard = asyncio.Event()
        self.__subscription = get_ros_node(context).create_subscription(
            lifecycle_msgs.msg.TransitionEvent, f"{self.__name}/transition_event",
            on_transition, 10)
        self.__caller = ServiceCaller(
            context, lifecycle_msgs.srv.ChangeState, f"{self.__name}/change_state", self.__ended)
        self.__state_caller = ServiceCaller(
            context, lifecycle_msgs.srv.GetState, f"{self.__name}/get_state", self.__ended)
        handler = EventHandler(matcher=self.__is_asked)
        handler.handle = self.__on_change_state
        context.register_event_handler(handler)

    def __full_name(self, context):
        name = self.__node.node_name
        if isinstance(name, str):
            return name
        from launch_ros.actions.node_arguments import expand_namespace
        namespace = expand_namespace(context, self.__node.node_namespace) or ""
        return f"{namespace.rstrip('/')}/{perform_substitutions(context, name)}"

    def __is_asked(self, event):
        """Whether an event asks for a transition of the node; its matcher may go by the name."""
        return isinstance(event, ChangeState) and (
            event.lifecycle_node_matcher(self.__node) or event.lifecycle_node_matcher(self))

    def __has_changed(self, context, message):
        self.__state = message.goal_state
        self.__heard.set()
        context.emit_event_sync(StateTransition(action=self.__node, msg=message))

    async def __make_sure_that_it_is_heard(self, context):
        """Ask for the state if no transition was heard of: its publisher may not know us yet."""
        try:
            await asyncio.wait_for(self.__heard.wait(), PATIENCE)
            return
        except asyncio.TimeoutError:
            pass
        from lifecycle_msgs.msg import TransitionEvent
        from lifecycle_msgs.srv import GetState
        response = await self.__state_caller.call(GetState.Request())
        if response is None or self.__heard.is_set():
            return
        message = TransitionEvent(goal_state=response.current_state)
        if self.__state is not None:
            message.start_state = self.__state
        self.__has_changed(context, message)

    def __on_change_state(self, event, context):
        self.__last_change = context.asyncio_loop.create_task(
            self.__change(context, event.transition_id, self.__last_change))
        context.add_completion_future(self.__last_change)

    async def __change(self, context, transition_id, before):
        """Ask the node for a transition, when it has answered the one before."""
        if before is not None:
            await before
        from lifecycle_msgs.srv import ChangeState as ChangeStateService
        request = ChangeStateService.Request()
        request.transition.id = transition_id
        self.__heard.clear()
        response = await self.__caller.call(request)
        if response is None:
            self.__has_no_answer(context, transition_id)
        elif not response.success:
            self.__logger.error(self.__failure(transition_id))
        else:
            await self.__make_sure_that_it_is_heard(context)

    def __failure(self, transition_id):
        name = ChangeState.valid_transitions[transition_id]
        return f"Failed to make transition '{name}' for LifecycleNode '{self.__name}'"

    def __has_no_answer(self, context, transition_id):
        if context.is_shutdown:
            self.__logger.warning(
                f"Abandoning wait for the '{self.__caller.name}' service response, due to "
                "shutdown.")
            return
        reason = "it has gone before it answered"
        if self.__ended is not None and self.__ended.done():
            reason = self.__ended.result() or "its process has ended"
        self.__logger.error(f"{self.__failure(transition_id)}: {reason}")
        context._failures.append(
            (self.__name, f"no '{ChangeState.valid_transitions[transition_id]}'"))


def name_of(node):
    """Give the full name of what an event of a managed node names as its action."""
    manager = getattr(node, "get_lifecycle_event_manager", None)
    return getattr(node if manager is None else manager(), "node_name", None)
