"""SLOT_TYPES: the types of fields as rosidl_parser has them."""
from rosidl_parser import definition

from .field_types import IDL_NAMES


def slot_type(declared):
    """The type of a field; see field_types.py for what declares it."""
    _, scalar, repeat, capacity, bound = declared[:5]
    element = _element(scalar, bound)
    if repeat == "array":
        return definition.Array(element, capacity)
    if repeat == "bounded":
        return definition.BoundedSequence(element, capacity)
    return definition.UnboundedSequence(element) if repeat == "sequence" else element


def _element(scalar, bound):
    if "/" in scalar:
        *namespaces, name = scalar.split("/")
        return definition.NamespacedType(namespaces, name)
    if scalar == "string":
        return definition.BoundedString(bound) if bound else definition.UnboundedString()
    if scalar == "wstring":
        return definition.BoundedWString(bound) if bound else definition.UnboundedWString()
    return definition.BasicType(IDL_NAMES.get(scalar, scalar))
