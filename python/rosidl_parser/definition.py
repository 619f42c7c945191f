"""Types of fields as IDL names them, and what an interface file says with them."""
import pathlib

BOOLEAN_TYPE = "boolean"
OCTET_TYPE = "octet"
CHARACTER_TYPES = ("char", "wchar")
FLOATING_POINT_TYPES = ("float", "double", "long double")
SIGNED_NONEXPLICIT_INTEGER_TYPES = ("short", "long", "long long")
UNSIGNED_NONEXPLICIT_INTEGER_TYPES = ("unsigned short", "unsigned long", "unsigned long long")
NONEXPLICIT_INTEGER_TYPES = SIGNED_NONEXPLICIT_INTEGER_TYPES + UNSIGNED_NONEXPLICIT_INTEGER_TYPES
SIGNED_EXPLICIT_INTEGER_TYPES = ("int8", "int16", "int32", "int64")
UNSIGNED_EXPLICIT_INTEGER_TYPES = ("uint8", "uint16", "uint32", "uint64")
EXPLICIT_INTEGER_TYPES = SIGNED_EXPLICIT_INTEGER_TYPES + UNSIGNED_EXPLICIT_INTEGER_TYPES
SIGNED_INTEGER_TYPES = SIGNED_NONEXPLICIT_INTEGER_TYPES + SIGNED_EXPLICIT_INTEGER_TYPES
UNSIGNED_INTEGER_TYPES = UNSIGNED_NONEXPLICIT_INTEGER_TYPES + UNSIGNED_EXPLICIT_INTEGER_TYPES
INTEGER_TYPES = SIGNED_INTEGER_TYPES + UNSIGNED_INTEGER_TYPES
BASIC_TYPES = (*INTEGER_TYPES, *FLOATING_POINT_TYPES, *CHARACTER_TYPES, BOOLEAN_TYPE, OCTET_TYPE)

EMPTY_STRUCTURE_REQUIRED_MEMBER_NAME = "structure_needs_at_least_one_member"
CONSTANT_MODULE_SUFFIX = "_Constants"
SERVICE_REQUEST_MESSAGE_SUFFIX = "_Request"
SERVICE_RESPONSE_MESSAGE_SUFFIX = "_Response"
SERVICE_EVENT_MESSAGE_SUFFIX = "_Event"
ACTION_GOAL_SUFFIX = "_Goal"
ACTION_RESULT_SUFFIX = "_Result"
ACTION_FEEDBACK_SUFFIX = "_Feedback"
ACTION_GOAL_SERVICE_SUFFIX = "_SendGoal"
ACTION_RESULT_SERVICE_SUFFIX = "_GetResult"
ACTION_FEEDBACK_MESSAGE_SUFFIX = "_FeedbackMessage"


class AbstractType:
    """A type of a field. Two are equal if they are of one kind and say the same."""

    __slots__ = ()

    def __eq__(self, other):
        return type(self) is type(other) and self._told() == other._told()

    def _told(self):
        """What its slots hold, those of its bases first."""
        return tuple(getattr(self, slot) for base in reversed(type(self).__mro__)
                     for slot in getattr(base, "__slots__", ()))

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(map(repr, self._told()))})"


class AbstractNestableType(AbstractType):
    """A type that an array or a sequence can be of: a basic type, a string, a message."""

    __slots__ = ()


class BasicType(AbstractNestableType):
    """A number, a character, a boolean or an octet; `typename` is one of BASIC_TYPES."""

    __slots__ = ("typename",)

    def __init__(self, typename):
        assert typename in BASIC_TYPES, f"'{typename}' is no basic type of IDL"
        self.typename = typename


class NamedType(AbstractNestableType):
    """A type by a name that has not been looked up yet."""

    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name


class NamespacedType(AbstractNestableType):
    """A message: ["std_msgs", "msg"] and "Header"."""

    __slots__ = ("namespaces", "name")

    def __init__(self, namespaces, name):
        self.namespaces = namespaces
        self.name = name

    def namespaced_name(self):
        """("std_msgs", "msg", "Header")."""
        return (*self.namespaces, self.name)


class AbstractGenericString(AbstractNestableType):
    """A string of any width."""

    __slots__ = ()

    def has_maximum_size(self):
        """Whether it has a bound, `maximum_size`."""
        raise NotImplementedError("Only implemented in subclasses")


class AbstractString(AbstractGenericString):
    """A string of bytes."""

    __slots__ = ()


class AbstractWString(AbstractGenericString):
    """A string of units of UTF-16."""

    __slots__ = ()


class _Bounded:
    """What has a most."""

    __slots__ = ()

    def has_maximum_size(self):
        """True: `maximum_size` is the most."""
        return True


class _Unbounded:
    """What has no most."""

    __slots__ = ()

    def has_maximum_size(self):
        """False."""
        return False


class BoundedString(_Bounded, AbstractString):
    """A string of at most `maximum_size` bytes."""

    __slots__ = ("maximum_size",)

    def __init__(self, maximum_size):
        assert maximum_size >= 0, f"a string cannot have at most {maximum_size} characters"
        self.maximum_size = maximum_size


class UnboundedString(_Unbounded, AbstractString):
    """A string of any length."""

    __slots__ = ()


class BoundedWString(_Bounded, AbstractWString):
    """A wide string of at most `maximum_size` characters."""

    __slots__ = ("maximum_size",)

    def __init__(self, maximum_size):
        self.maximum_size = maximum_size


class UnboundedWString(_Unbounded, AbstractWString):
    """A wide string of any length."""

    __slots__ = ()


class AbstractNestedType(AbstractType):
    """What has elements, of the type `value_type`."""

    __slots__ = ("value_type",)

    def __init__(self, value_type):
        assert isinstance(value_type, AbstractNestableType), f"no type of an element: {value_type}"
        self.value_type = value_type

    def has_maximum_size(self):
        """Whether the number of its elements is limited."""
        raise NotImplementedError("Only implemented in subclasses")


class Array(_Bounded, AbstractNestedType):
    """Exactly `size` elements."""

    __slots__ = ("size",)

    def __init__(self, value_type, size):
        super().__init__(value_type)
        assert size > 0, f"an array cannot have {size} elements"
        self.size = size


class AbstractSequence(AbstractNestedType):
    """A sequence, bounded or not."""

    __slots__ = ()


class BoundedSequence(_Bounded, AbstractSequence):
    """At most `maximum_size` elements."""

    __slots__ = ("maximum_size",)

    def __init__(self, value_type, maximum_size):
        super().__init__(value_type)
        assert maximum_size > 0, f"a sequence cannot have at most {maximum_size} elements"
        self.maximum_size = maximum_size


class UnboundedSequence(_Unbounded, AbstractSequence):
    """Any number of elements."""

    __slots__ = ()


class Annotation:
    """What stands before a member in IDL: a name, and a value of any kind."""

    __slots__ = ("name", "value")

    def __init__(self, name, value):
        assert isinstance(name, str), f"an annotation has a name, not {name!r}"
        self.name = name
        self.value = value


class Annotatable:
    """What can have annotations: a list of them."""

    __slots__ = ("annotations",)

    def __init__(self):
        self.annotations = []

    def get_annotation_values(self, name):
        """The values of all annotations of that name."""
        return [one.value for one in self.annotations if one.name == name]

    def get_annotation_value(self, name):
        """The value of the only one. Raises ValueError if there is none, or several."""
        values = self.get_annotation_values(name)
        if len(values) != 1:
            raise ValueError(f"{'Multiple' if values else 'No'} '{name}' "
                             f"annotation{'s' if values else ''}")
        return values[0]

    def has_annotation(self, name):
        """Whether there is exactly one of that name."""
        return len(self.get_annotation_values(name)) == 1

    def has_annotations(self, name):
        """Whether there is any of that name."""
        return bool(self.get_annotation_values(name))

    def get_comment_lines(self):
        """The lines of the comments, which IDL has as annotations."""
        return [line for value in self.get_annotation_values("verbatim")
                if value.get("language") == "comment"
                for line in value.get("text", "").splitlines()]


class Member(Annotatable):
    """A member of a structure: `type` and `name`."""

    __slots__ = ("type", "name")

    def __init__(self, type_, name):
        super().__init__()
        assert isinstance(type_, AbstractType), f"member '{name}' has no type but {type_!r}"
        self.type = type_
        self.name = name


class Constant(Annotatable):
    """A constant: `name`, `type` and `value`."""

    __slots__ = ("name", "type", "value")

    def __init__(self, name, type_, value):
        super().__init__()
        assert isinstance(type_, AbstractType), f"constant '{name}' has no type but {type_!r}"
        self.name = name
        self.type = type_
        self.value = value


class Structure(Annotatable):
    """The name of a type, and its members."""

    __slots__ = ("namespaced_type", "members")

    def __init__(self, namespaced_type, members=None):
        super().__init__()
        assert isinstance(namespaced_type, NamespacedType), f"no name of a type: {namespaced_type}"
        self.namespaced_type = namespaced_type
        self.members = members or []

    def has_any_member_with_annotation(self, name):
        """Whether a member has exactly one annotation of that name."""
        return any(member.has_annotation(name) for member in self.members)


class Include:
    """The file that another includes."""

    __slots__ = ("locator",)

    def __init__(self, locator):
        self.locator = locator


class Message:
    """A structure with constants."""

    __slots__ = ("structure", "constants")

    def __init__(self, structure):
        assert isinstance(structure, Structure), f"a message has a structure, not {structure!r}"
        self.structure = structure
        self.constants = []


def _message(of, suffix, *members):
    """The message `of` + suffix, with members (type, name)."""
    return Message(Structure(NamespacedType(of.namespaces, of.name + suffix),
                             [Member(*member) for member in members]))


def _check_part(of, message, suffix):
    """A part of a service or an action has its name, and a suffix."""
    assert isinstance(message, Message), f"a part of '{of.name}' is a message, not {message!r}"
    name = message.structure.namespaced_type
    assert (name.namespaces, name.name) == (of.namespaces, of.name + suffix), \
        f"'{name.name}' is no {suffix[1:].lower()} of '{of.name}'"
    return name


class Service:
    """Request, response, and the event that tells of them."""

    __slots__ = ("namespaced_type", "request_message", "response_message", "event_message")

    def __init__(self, namespaced_type, request, response):
        self.namespaced_type = namespaced_type
        asked = _check_part(namespaced_type, request, SERVICE_REQUEST_MESSAGE_SUFFIX)
        answered = _check_part(namespaced_type, response, SERVICE_RESPONSE_MESSAGE_SUFFIX)
        self.request_message, self.response_message = request, response
        self.event_message = _message(
            namespaced_type, SERVICE_EVENT_MESSAGE_SUFFIX,
            (NamespacedType(["service_msgs", "msg"], "ServiceEventInfo"), "info"),
            (BoundedSequence(asked, 1), "request"), (BoundedSequence(answered, 1), "response"))


class Action:
    """Goal, result and feedback, and what travels of them."""

    __slots__ = ("namespaced_type", "goal", "result", "feedback", "send_goal_service",
                 "get_result_service", "feedback_message", "implicit_includes")

    def __init__(self, namespaced_type, goal, result, feedback):
        self.namespaced_type = namespaced_type
        self.goal, self.result, self.feedback = goal, result, feedback
        wanted = _check_part(namespaced_type, goal, ACTION_GOAL_SUFFIX)
        reached = _check_part(namespaced_type, result, ACTION_RESULT_SUFFIX)
        told = _check_part(namespaced_type, feedback, ACTION_FEEDBACK_SUFFIX)
        self.implicit_includes = [Include("builtin_interfaces/msg/Time.idl"),
                                  Include("unique_identifier_msgs/msg/UUID.idl")]
        goal_id = (NamespacedType(["unique_identifier_msgs", "msg"], "UUID"), "goal_id")
        stamp = (NamespacedType(["builtin_interfaces", "msg"], "Time"), "stamp")
        self.send_goal_service = self._service(
            ACTION_GOAL_SERVICE_SUFFIX, [goal_id, (wanted, "goal")],
            [(BasicType(BOOLEAN_TYPE), "accepted"), stamp])
        self.get_result_service = self._service(
            ACTION_RESULT_SERVICE_SUFFIX, [goal_id],
            [(BasicType("int8"), "status"), (reached, "result")])
        self.feedback_message = _message(
            namespaced_type, ACTION_FEEDBACK_MESSAGE_SUFFIX, goal_id, (told, "feedback"))

    def _service(self, suffix, request, response):
        name = NamespacedType(self.namespaced_type.namespaces, self.namespaced_type.name + suffix)
        return Service(name, _message(name, SERVICE_REQUEST_MESSAGE_SUFFIX, *request),
                       _message(name, SERVICE_RESPONSE_MESSAGE_SUFFIX, *response))


class IdlLocator:
    """Where an IDL file lies: a folder, and a path below it."""

    __slots__ = ("basepath", "relative_path")

    def __init__(self, basepath, relative_path):
        self.basepath = pathlib.Path(basepath)
        self.relative_path = pathlib.Path(relative_path)

    def get_absolute_path(self):
        """The two as one path."""
        return self.basepath / self.relative_path


class IdlContent:
    """What an IDL file has: messages, services, actions, includes."""

    __slots__ = ("elements",)

    def __init__(self):
        self.elements = []

    def get_elements_of_type(self, type_):
        """Those of its elements that are of a class."""
        return [element for element in self.elements if isinstance(element, type_)]


class IdlFile:
    """An IDL file that was read."""

    __slots__ = ("locator", "content")

    def __init__(self, locator, content):
        assert isinstance(locator, IdlLocator), f"a file has an IdlLocator, not {locator!r}"
        assert isinstance(content, IdlContent), f"a file has an IdlContent, not {content!r}"
        self.locator = locator
        self.content = content
