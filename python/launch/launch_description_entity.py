"""What a launch description consists of."""


class LaunchDescriptionEntity:
    """Something that can be visited; a visit gives the entities to visit next."""

    def visit(self, context):
        """Give a list of entities to visit, or None."""
        raise NotImplementedError(f"visit() of '{type(self).__name__}'")

    def get_asyncio_future(self):
        """Give the future that is done when the entity has ended; None: it has when visited."""
        return None
