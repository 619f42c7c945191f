"""The types that a field of a message can have, as IDL names them."""

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
