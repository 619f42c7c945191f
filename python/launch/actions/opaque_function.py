"""A function that is called when it is visited."""
from launch.action import Action


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
        return self.__function(context, *self.__args, **self.__kwargs)
