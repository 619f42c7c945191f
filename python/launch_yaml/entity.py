"""One element of a launch file in YAML."""
from launch.frontend import Entity as BaseEntity
from launch.utilities.type_utils import get_typed_value, is_instance_of, is_typing_list


class Entity(BaseEntity):
    """
    The value of a map with one key, the type.

    Its children are the value itself if that is a list, or its key 'children'.
    """

    def __init__(self, element, type_name=None, *, parent=None):
        self.__type_name = type_name
        self.__element = element
        self.__parent = parent
        self.__asked = set()
        self.__children_asked = False

    @property
    def type_name(self):
        return self.__type_name

    @property
    def parent(self):
        return self.__parent

    @property
    def children(self):
        self.__children_asked = True
        children = self.__element
        if isinstance(children, dict):
            self.__asked.add("children")
            children = children.get("children", [])
            if not children and self.__type_name != "launch":
                raise ValueError(
                    f"Expected entity `{self.__type_name}` to have children entities: give a "
                    "list under 'children'")
        if not isinstance(children, list):
            raise TypeError(
                f"the children of `{self.__type_name}` are {children!r}: expected a list of "
                "maps with one key each")
        return [self.__child(one) for one in children]

    def __child(self, child):
        if not isinstance(child, dict) or len(child) != 1:
            raise RuntimeError(
                f"{child!r} in `{self.__type_name}` is not an entity: expected a map with one "
                "key, such as 'node: {pkg: a, exec: b}'")
        [(type_name, value)] = child.items()
        return Entity(value, type_name, parent=self)

    def assert_entity_completely_parsed(self):
        if isinstance(self.__element, list):
            if not self.__children_asked:
                raise ValueError(
                    f"Unexpected nested entity(ies) found in `{self.__type_name}`: "
                    f"{self.__element}")
            return
        unasked = set(self.__element or ()) - self.__asked \
            if isinstance(self.__element, dict) else set()
        if unasked:
            raise ValueError(
                f"Unexpected key(s) found in `{self.__type_name}`: {unasked}")

    def get_attr(self, name, *, data_type=str, optional=False, can_be_str=True):
        if not isinstance(self.__element, dict) or name not in self.__element:
            if optional:
                return None
            raise AttributeError(
                f"Attribute '{name}' of type '{data_type}' not found in Entity "
                f"'{self.type_name}'")
        self.__asked.add(name)
        value = self.__element[name]
        if is_typing_list(data_type) and data_type.__args__ and \
                isinstance(data_type.__args__[0], type) and \
                issubclass(data_type.__args__[0], BaseEntity):
            return self.__nested(name, value)
        return self.__typed(name, value, data_type, can_be_str)

    def __nested(self, name, value):
        if not isinstance(value, list):
            raise TypeError(
                f"Attribute '{name}' of Entity '{self.type_name}' is {value!r}: expected a list "
                "of maps")
        return [Entity(one, name, parent=self) for one in value]

    def __typed(self, name, value, data_type, can_be_str):
        """Give a value: the kinds of YAML are kept, a text may be converted."""
        if data_type is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if data_type is None and not isinstance(value, str):
            return value
        texts = isinstance(value, str) or (
            isinstance(value, list) and all(isinstance(one, str) for one in value))
        if is_instance_of(value, data_type) and not (data_type is None and texts):
            return value
        if data_type is None:
            return value
        try:
            if not texts:
                raise ValueError("not a text")
            return get_typed_value(value, data_type, can_be_str)
        except ValueError as error:
            raise TypeError(
                f"Attribute '{name}' of Entity '{self.type_name}' expected to be of type "
                f"'{data_type}' but got '{value!r}'") from error
