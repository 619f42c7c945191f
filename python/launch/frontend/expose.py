"""The actions and substitutions that launch files know by a name."""
import contextlib

from launch import places

action_parse_methods = {}
substitution_parse_methods = {}


def _where(parse):
    return getattr(parse, "__module__", None), getattr(parse, "__qualname__", None)


def _expose(name, exposed_type, methods):
    def decorate(exposed):
        parse = exposed.parse if isinstance(exposed, type) else exposed
        known = methods.get(name)
        if known is not None and _where(known) != _where(parse):
            raise RuntimeError(
                f"two {exposed_type} parsing methods exposed with the name '{name}': of "
                f"{_where(known)} and {_where(parse)}")
        methods[name] = parse
        return exposed
    return decorate


def expose_substitution(name):
    """Make a class, or a function that parses, known as $(name ...)."""
    return _expose(name, "substitution", substitution_parse_methods)


def expose_action(name):
    """Make a class, or a function that parses, known as the tag 'name'."""
    return _expose(name, "action", action_parse_methods)


def instantiate_action(entity, parser):
    """Give the action that an entity stands for."""
    if entity.type_name not in action_parse_methods:
        raise RuntimeError(f"Unrecognized entity of the type: {entity.type_name}")
    try:
        action_type, kwargs = action_parse_methods[entity.type_name](entity, parser)
        entity.assert_entity_completely_parsed()
        action = action_type(**kwargs)
    except Exception as error:
        places.note(error, element=entity.type_name)
        raise
    with contextlib.suppress(AttributeError):  # a package of users may expose anything
        action._launch_element = entity.type_name
    return action


def instantiate_substitution(type_name, args=None):
    """Give the substitution $(type_name args...)."""
    if type_name not in substitution_parse_methods:
        raise RuntimeError(f"Unknown substitution: {type_name}")
    made_type, kwargs = substitution_parse_methods[type_name](args or [])
    positional = kwargs.pop("args", ())
    return made_type(*positional, **kwargs)
