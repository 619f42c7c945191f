"""Classes of messages, made of what the generator declared."""
import _ranvier

from . import field_types


class _SlotTypes:
    """SLOT_TYPES: made when first asked for, since only tools do."""

    def __get__(self, instance, owner):
        if "_declared_fields" not in owner.__dict__:
            return next((base.SLOT_TYPES for base in owner.__mro__
                         if "_declared_fields" in base.__dict__), ())
        from .slot_types import slot_type
        types = tuple(map(slot_type, owner._declared_fields))
        owner.SLOT_TYPES = types
        return types


class Message(_ranvier.MessageBase):
    """What every message does. The constructor takes the fields by their names."""

    __slots__ = ()
    SLOT_TYPES = _SlotTypes()

    @classmethod
    def get_fields_and_field_types(cls):
        """A new dictionary: name of a field -> its type as text, such as "sequence<double>"."""
        return dict(cls._fields_and_field_types)

    def __repr__(self):
        """The name of the type, and each field as its keyword takes it."""
        module = type(self).__module__.rpartition(".")[0]
        fields = ", ".join(f"{name}={_text(getattr(self, name), declared)}" for name, declared
                           in zip(self._fields_and_field_types, self._declared_fields))
        return f"{module}.{type(self).__name__}({fields})"

    def __eq__(self, other):
        if not isinstance(other, type(self)):
            return False
        return all(_same(getattr(self, name), getattr(other, name))
                   for name in self._fields_and_field_types)


def _text(value, declared):
    """A sequence of numbers reads as a list; all else as it is."""
    if field_types.is_number_sequence(declared) and hasattr(value, "tolist"):
        if len(value) == 0:
            return "[]"
        return repr(value.tolist())
    return repr(value)


def _same(mine, others):
    same = mine == others
    if isinstance(same, bool):
        return same
    import numpy
    return bool(numpy.array_equal(mine, others))


class MessageMeta(type):
    """The base of the metaclasses; each class has one of its own, as in ROS 2."""

    _CREATE_ROS_MESSAGE = None
    _CONVERT_FROM_PY = None
    _CONVERT_TO_PY = None
    _DESTROY_ROS_MESSAGE = None
    _TYPE_SUPPORT = None

    @classmethod
    def __import_type_support__(mcs):
        """Sets _TYPE_SUPPORT; leaves it None, and says so in the log, if there is no library."""
        from .service import import_type_support_of
        import_type_support_of(mcs)


def make_message_class(module, name, full_name, type_hash, fields, constants):
    """The class of a message.

    `fields` has (name, scalar, repeat, capacity, bound of a string[, default]) for each,
    `constants` (name, value).
    """
    defaults = {f"{field[0].upper()}__DEFAULT": _default(field)
                for field in fields if len(field) > 5}
    meta = type(f"Metaclass_{name}", (MessageMeta,), {
        "__doc__": f"Metaclass of message '{name}'.", "__module__": module,
        f"_Metaclass_{name}__constants": dict(constants),
        **{one: _constant(one, value) for one, value in constants}, **defaults})
    made = meta(name, (Message,), {
        "__doc__": _documentation(name, constants), "__module__": module,
        "__slots__": [*(f"_{field[0]}" for field in fields), "_check_fields"],
        "_declared_fields": fields,
        "_fields_and_field_types": {field[0]: field_types.text(field) for field in fields},
        **dict(constants), **defaults})
    _ranvier.describe(made, full_name, type_hash, fields)
    meta._python_class = made
    return made


def _documentation(name, constants):
    if not constants:
        return f"Message class '{name}'."
    names = "\n".join(f"      {constant}" for constant, _ in constants)
    return f"\n    Message class '{name}'.\n\n    Constants:\n{names}\n    "


def _constant(name, value):
    """An attribute of a class that cannot be assigned."""
    return property(lambda _: value, doc=f"Message constant '{name}'.")


def _default(field):
    """The same for the default of a field, which is a new object each time."""
    return property(lambda _: field_types.held(field, field[5]),
                    doc=f"Return default value for message field '{field[0]}'.")
