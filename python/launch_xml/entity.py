"""One element of a launch file in XML."""
from launch.frontend import Entity as BaseEntity
from launch.utilities.type_utils import get_typed_value, is_typing_list


class Entity(BaseEntity):
    """
    An element of XML.

    Its attributes, and the elements in it that an action asks for by their name, are its
    attributes; the other elements in it are its children.
    """

    def __init__(self, xml_element=None, *, parent=None):
        self.__element = xml_element
        self.__parent = parent
        self.__asked = set()
        self.__asked_elements = set()
        self.__children_asked = False

    @property
    def type_name(self):
        return self.__element.tag

    @property
    def parent(self):
        return self.__parent

    @property
    def children(self):
        """The elements that nobody has asked for by their name."""
        self.__children_asked = True
        return [Entity(one, parent=self) for one in self.__element
                if one.tag not in self.__asked_elements and isinstance(one.tag, str)]

    def assert_entity_completely_parsed(self):
        unasked = set(self.__element.attrib) - self.__asked
        if unasked:
            raise ValueError(
                f"Unexpected attribute(s) found in `{self.type_name}`: {unasked}")
        if self.__children_asked:
            return
        nested = {one.tag for one in self.__element if isinstance(one.tag, str)}
        if nested - self.__asked_elements:
            raise ValueError(
                f"Unexpected nested entity(ies) found in `{self.type_name}`: "
                f"{nested - self.__asked_elements}")

    def get_attr(self, name, *, data_type=str, optional=False, can_be_str=True):
        if is_typing_list(data_type) and data_type.__args__ and \
                isinstance(data_type.__args__[0], type) and \
                issubclass(data_type.__args__[0], BaseEntity):
            return self.__nested(name, data_type, optional)
        value = self.__text(name)
        if value is None:
            return self.__missing(name, data_type, optional)
        try:
            return get_typed_value(value, data_type, can_be_str)
        except ValueError as error:
            raise TypeError(
                f"Attribute '{name}' of Entity '{self.type_name}' expected to be of type "
                f"'{data_type}' but got '{value}'") from error

    def __missing(self, name, data_type, optional):
        if optional:
            return None
        raise AttributeError(
            f"Attribute '{name}' of type '{data_type}' not found in Entity '{self.type_name}'")

    def __nested(self, name, data_type, optional):
        self.__asked_elements.add(name)
        found = [Entity(one, parent=self) for one in self.__element if one.tag == name]
        return found or self.__missing(name, data_type, optional)

    def __text(self, name):
        """Give the text of an attribute, or a list with <name>-sep; None if it is not there."""
        attributes = self.__element.attrib
        if name not in attributes:
            return None
        self.__asked.add(name)
        separator = attributes.get(name + "-sep")
        if separator is None:
            return attributes[name]
        self.__asked.add(name + "-sep")
        return attributes[name].split(separator)
