"""Classes of services and actions, whose parts are made when they are used."""
from .lazy import find_class


class PartsMeta(type):
    """Gives the parts of a service or an action as attributes: `_parts` has their full names."""

    _TYPE_SUPPORT = None

    def __getattr__(cls, name):
        parts = cls.__dict__.get("_parts", {})
        if name not in parts:
            raise AttributeError(f"type object '{cls.__name__}' has no attribute '{name}'")
        found = find_class(parts[name])
        setattr(cls, name, found)
        return found

    def __dir__(cls):
        return sorted({*super().__dir__(), *cls.__dict__.get("_parts", ())})

    @classmethod
    def __import_type_support__(mcs):
        """Sets _TYPE_SUPPORT of this and of its parts; see MessageMeta."""
        import_type_support_of(mcs)
        made = mcs._python_class
        for owner in (made, getattr(made, "Impl", None)):
            for name in owner.__dict__.get("_parts", ()) if owner else ():
                meta = type(getattr(owner, name))
                if meta._TYPE_SUPPORT is None:
                    meta.__import_type_support__()


def import_type_support_of(meta):
    """Gives a metaclass the handle of its class."""
    import _ranvier
    try:
        meta._TYPE_SUPPORT = _ranvier.type_support(meta._python_class)
    except RuntimeError as error:
        import logging
        made = meta._python_class
        logging.getLogger(f"{made.__module__.rpartition('.')[0]}.{made.__name__}").debug(
            "There is no type support: %s", error)


def _make(module, name, what, parts, more):
    def refuse(self):
        raise NotImplementedError(f"{what.capitalize()} classes can not be instantiated")

    meta = type(f"Metaclass_{name}", (PartsMeta,), {
        "__doc__": f"Metaclass of {what} '{name}'.", "__module__": module})
    made = meta(name, (), {"__module__": module, "__init__": refuse, "_parts": parts, **more})
    meta._python_class = made
    return made


def make_service_class(module, name, full_name):
    """A service: its attributes Request, Response and Event are classes of messages."""
    parts = {part: f"{full_name}_{part}" for part in ("Request", "Response", "Event")}
    return _make(module, name, "service", parts, {"_ranvier_service": full_name})


def make_action_class(module, name, full_name):
    """An action: Goal, Result, Feedback, and in Impl what travels."""
    inner = {"SendGoalService": f"{full_name}_SendGoal",
             "GetResultService": f"{full_name}_GetResult",
             "FeedbackMessage": f"{full_name}_FeedbackMessage",
             "CancelGoalService": "action_msgs/srv/CancelGoal",
             "GoalStatusMessage": "action_msgs/msg/GoalStatusArray"}
    impl = PartsMeta("Impl", (), {"__module__": module, "__qualname__": f"{name}.Impl",
                                  "_parts": inner})
    parts = {part: f"{full_name}_{part}" for part in ("Goal", "Result", "Feedback")}
    return _make(module, name, "action", parts, {"_ranvier_action": full_name, "Impl": impl})
