"""Parameters of nodes in launch files."""
from typing import List

from launch.frontend import Entity
from launch.frontend.type_utils import get_data_type_from_identifier
from launch.substitutions import TextSubstitution
from launch_ros.parameter_descriptions import ParameterFile, ParameterValue
from launch_ros.parameter_yaml import plain_texts


def parse_parameters(params, parser):
    """Give the list of dicts and files that the entities <param> stand for."""
    return [_parse_top(param, parser) for param in params]


def _parse_top(param, parser):
    path = param.get_attr("from", optional=True)
    if path is None:
        made = _parse_named(param, parser)
        return {tuple(name): value for name, value in [made]}
    name = param.get_attr("name", optional=True)
    if name is not None:
        raise RuntimeError("`param` has both `name` and `from`: give one")
    kwargs = {}
    allow = param.get_attr("allow_substs", data_type=bool, optional=True)
    if allow is not None:
        kwargs["allow_substs"] = parser.parse_if_substitutions(allow)
    param.assert_entity_completely_parsed()
    return ParameterFile(parser.parse_substitution(path), **kwargs)


def _parse_named(param, parser):
    """Give (name, value) of an entity <param name ...>; the value may be a dict."""
    name = parser.parse_substitution(param.get_attr("name"))
    nested = param.get_attr("param", data_type=List[Entity], optional=True)
    type_text = param.get_attr("type", optional=True)
    data_type = None if type_text is None else get_data_type_from_identifier(type_text)
    value = param.get_attr("value", data_type=data_type, optional=True)
    if value is not None and nested:
        raise RuntimeError("nested parameters and value attributes are mutually exclusive")
    if data_type is not None and nested:
        raise RuntimeError("nested parameters and type attributes are mutually exclusive")
    if value is None and not nested:
        raise RuntimeError("either a value attribute or nested parameters are needed")
    param.assert_entity_completely_parsed()
    if nested:
        return name, {tuple(key): made for key, made in
                      (_parse_named(one, parser) for one in nested)}
    return name, _parse_value(value, type_text, data_type, parser)


def _parse_value(value, type_text, data_type, parser):
    if type_text is not None and type_text != "yaml":
        return ParameterValue(_substituted(value, parser), value_type=data_type)
    if type_text == "yaml" and not isinstance(value, str):
        return plain_texts(value)
    return plain_texts(_substituted(value, parser))


def _substituted(value, parser):
    """Give the substitutions of a text; a text without any is what it is."""
    if isinstance(value, list):
        return [_substituted(item, parser) for item in value]
    if not isinstance(value, str):
        return value
    parts = parser.parse_substitution(value)
    if all(isinstance(part, TextSubstitution) for part in parts):
        return "".join(part.text for part in parts)
    return parts
