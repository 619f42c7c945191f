"""One element of a launch file."""


class Entity:
    """What a parser of a format makes of an element."""

    @property
    def type_name(self):
        """Which action it stands for."""
        raise NotImplementedError("Entity.type_name")

    @property
    def parent(self):
        raise NotImplementedError("Entity.parent")

    @property
    def children(self):
        """The entities in it."""
        raise NotImplementedError("Entity.children")

    def assert_entity_completely_parsed(self):
        """Raise ValueError if it has something that nobody asked for."""
        raise NotImplementedError("Entity.assert_entity_completely_parsed()")

    def get_attr(self, name, *, data_type=str, optional=False, can_be_str=True):
        """
        Give an attribute.

        :param data_type: int, float, bool, str, List[one of them], List[Entity] for nested
            entities; None: what YAML makes of the text.
        :param optional: None if there is none, instead of AttributeError.
        :param can_be_str: a text that is not of this type is given as it is: a substitution may
            make one of it. Otherwise it raises TypeError.
        """
        raise NotImplementedError("Entity.get_attr()")
