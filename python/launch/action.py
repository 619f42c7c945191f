"""An entity that does something when it is visited."""
from launch.condition import Condition
from launch.launch_description_entity import LaunchDescriptionEntity


class Action(LaunchDescriptionEntity):
    """
    Something to do.

    :param condition: the action is left out where it is false.
    """

    def __init__(self, *, condition=None):
        if condition is not None and not isinstance(condition, Condition):
            raise TypeError(
                f"{type(self).__name__}(condition={condition!r}): expected a launch.Condition, "
                "such as IfCondition(...)")
        self.__condition = condition

    @staticmethod
    def parse(entity, parser):
        """Give the arguments that 'if' and 'unless' of an entity of a file stand for."""
        from launch.conditions import IfCondition, UnlessCondition
        if_text = entity.get_attr("if", optional=True)
        unless_text = entity.get_attr("unless", optional=True)
        if if_text is not None and unless_text is not None:
            raise RuntimeError(f"'{entity.type_name}' has both 'if' and 'unless': give one")
        condition = None
        if if_text is not None:
            condition = IfCondition(predicate_expression=parser.parse_substitution(if_text))
        elif unless_text is not None:
            condition = UnlessCondition(
                predicate_expression=parser.parse_substitution(unless_text))
        return Action, {} if condition is None else {"condition": condition}

    @property
    def condition(self):
        return self.__condition

    def describe(self):
        return f"Action('{self!r}')"

    def get_sub_entities(self):
        """Give the entities that are visited when this action is."""
        return []

    def describe_sub_entities(self):
        """Give the entities that are visited in any case."""
        return [] if self.condition is not None else self.get_sub_entities()

    def describe_conditional_sub_entities(self):
        """Give (text of the condition, entities) of those that may be visited."""
        if self.condition is None:
            return []
        return [("Conditionally included by " + self.describe(), self.get_sub_entities())]

    def visit(self, context):
        if self.__condition is not None and not self.__condition.evaluate(context):
            return None
        try:
            return self.execute(context)
        finally:
            self.__announce_completion(context)

    def __announce_completion(self, context):
        from launch.events import ExecutionComplete
        event = ExecutionComplete(action=self)
        if not context.would_handle_event(event):
            return
        future = self.get_asyncio_future()
        if future is None:
            context.emit_event_sync(event)
        else:
            future.add_done_callback(lambda _: context.emit_event_sync(event))

    def execute(self, context):
        """Do it; give a list of entities to visit next, or None."""
        return None
