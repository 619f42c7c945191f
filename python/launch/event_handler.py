"""What is done about events."""


class BaseEventHandler:
    """
    Something that handles the events that its matcher is true for.

    :param matcher: a function of an event.
    :param handle_once: it is taken away when it has handled one.
    """

    def __init__(self, *, matcher, handle_once=False):
        self.__matcher = matcher
        self.__handle_once = handle_once

    @property
    def handle_once(self):
        return self.__handle_once

    @property
    def handler_description(self):
        return None

    @property
    def matcher_description(self):
        return None

    def matches(self, event):
        return self.__matcher(event)

    def describe(self):
        """Give (text, entities that are visited when it handles an event)."""
        return (
            f"{type(self).__name__}(matcher='{self.matcher_description}', "
            f"handler='{self.handler_description}', handle_once={self.handle_once})", [])

    def handle(self, event, context):
        context.extend_locals({"event": event})
        if self.handle_once:
            context.unregister_event_handler(self)


class EventHandler(BaseEventHandler):
    """
    A handler that gives entities to visit.

    :param entities: an entity, or several; None: nothing is visited.
    """

    def __init__(self, *, matcher, entities=None, handle_once=False):
        super().__init__(matcher=matcher, handle_once=handle_once)
        self.__entities = entities

    @property
    def entities(self):
        return self.__entities

    def describe(self):
        from launch.utilities import normalize_to_list_of_entities
        text, _ = super().describe()
        entities = self.__entities
        return text, [] if entities is None else list(normalize_to_list_of_entities(entities))

    def handle(self, event, context):
        super().handle(event, context)
        return self.entities
