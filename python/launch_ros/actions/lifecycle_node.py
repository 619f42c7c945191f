"""A node with a lifecycle."""
import asyncio

import launch.logging
from launch.event_handler import EventHandler
from launch_ros.actions.node import Node
from launch_ros.events.lifecycle import ChangeState, StateTransition
from launch_ros.ros_adapters import get_ros_node
from launch_ros.service_calls import ServiceCaller


PATIENCE = 2.0  # seconds after a transition until its state is asked for


class LifecycleNode(Node):
    """Runs a node whose transitions are events, and which events ask for transitions."""

    def __init__(self, *, name, namespace, **kwargs):
        super().__init__(name=name, namespace=namespace, **kwargs)
        self.__logger = launch.logging.get_logger(__name__)
        self.__caller = None
        self.__last_change = None
        self.__state = None

    @property
    def is_lifecycle_node(self):
        return True

    def execute(self, context):
        if context.is_shutdown:
            return None
        entities = super().execute(context)
        if self.node_name is None or not self.is_node_name_fully_specified():
            raise RuntimeError(
                f"node name '{self.node_name}' of a LifecycleNode is not fully specified: give "
                "it a name and a namespace")
        self.__listen(context)
        return entities

    def __listen(self, context):
        import lifecycle_msgs.msg
        import lifecycle_msgs.srv
        loop = context.asyncio_loop

        def on_transition(message):
            loop.call_soon_threadsafe(self.__has_changed, context, message)
        self.__heard = asyncio.Event()
        self.__subscription = get_ros_node(context).create_subscription(
            lifecycle_msgs.msg.TransitionEvent, f"{self.node_name}/transition_event",
            on_transition, 10)
        self.__caller = ServiceCaller(
            context, lifecycle_msgs.srv.ChangeState, f"{self.node_name}/change_state",
            self.get_asyncio_future())
        self.__state_caller = ServiceCaller(
            context, lifecycle_msgs.srv.GetState, f"{self.node_name}/get_state",
            self.get_asyncio_future())
        handler = EventHandler(
            matcher=lambda event: isinstance(event, ChangeState) and
            event.lifecycle_node_matcher(self))
        handler.handle = self.__on_change_state
        context.register_event_handler(handler)

    def __has_changed(self, context, message):
        self.__state = message.goal_state
        self.__heard.set()
        context.emit_event_sync(StateTransition(action=self, msg=message))

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
        if response is None and not context.is_shutdown:
            name = ChangeState.valid_transitions[transition_id]
            self.__logger.error(
                f"Failed to make transition '{name}' for LifecycleNode '{self.node_name}': its "
                "process has ended")
            context._failures.append((self.node_name, f"no '{name}'"))
        elif response is None:
            self.__logger.warning(
                f"Abandoning wait for the '{self.__caller.name}' service response, due to "
                "shutdown.")
        elif not response.success:
            name = ChangeState.valid_transitions[transition_id]
            self.__logger.error(
                f"Failed to make transition '{name}' for LifecycleNode '{self.node_name}'")
        else:
            await self.__make_sure_that_it_is_heard(context)
