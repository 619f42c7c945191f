"""What a launch description consists of."""


class LaunchDescriptionEntity:
    """Something that can be visited; a visit gives the entities to visit next."""

    def describe(self):
        """Say what it is."""
        raise NotImplementedError(f"describe() of '{type(self).__name__}'")

    def describe_sub_entities(self):
        """Give the entities that are visited in any case."""
        return []

    def describe_conditional_sub_entities(self):
        """Give (text of the condition, entities) of those that may be visited."""
        return []

    def visit(self, context):
        """Give a list of entities to visit, or None."""
        return None

    def get_asyncio_future(self):
        """Give the future that is done when the entity has ended; None: it has when visited."""
        return None
