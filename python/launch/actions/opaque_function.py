"""A function that is called when it is visited."""
from launch.action import Action
from launch.utilities.visit_all_entities_and_collect_futures_impl import entities_of


class OpaqueFunction(Action):
    """Calls function(context, *args, **kwargs); the entities that it returns are visited."""

    def __init__(self, *, function, args=None, kwargs=None, **left_over_kwargs):
        super().__init__(**left_over_kwargs)
        if not callable(function):
            raise TypeError(f"OpaqueFunction(function={function!r}): expected a function")
        self.__function = function
        self.__args = list(args or [])
        self.__kwargs = dict(kwargs or {})

    def execute(self, context):
        given = self.__function(context, *self.__args, **self.__kwargs)
        name = getattr(self.__function, "__name__", repr(self.__function))
        return entities_of(given, f"the function '{name}' of an OpaqueFunction")
