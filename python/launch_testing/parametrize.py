"""Descriptions with parameters."""
import functools


def parametrize(argnames, argvalues):
    """Run the tests once for each value, or tuple of values, of the arguments."""
    names = [name.strip() for name in argnames.split(",")] if isinstance(argnames, str) \
        else list(argnames)

    def decorate(function):
        def bound():
            for values in argvalues:
                if len(names) == 1 and not isinstance(values, (list, tuple)):
                    values = [values]
                arguments = dict(zip(names, values))
                partial = functools.partial(function, **arguments)
                functools.update_wrapper(partial, function)
                yield partial, arguments
        function.__parametrized__ = bound
        return function
    return decorate
