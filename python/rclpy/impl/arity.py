"""How many arguments a function takes, without importing inspect where it can be seen."""
from types import CodeType

_VARIADIC = 0x04  # CO_VARARGS


def accepts(function, count):
    """Whether it can be called with that many positional arguments."""
    plain = getattr(function, "__func__", function)
    code = getattr(plain, "__code__", None)
    if type(code) is not CodeType or hasattr(plain, "__wrapped__") or \
            hasattr(plain, "__signature__"):
        return _accepts_by_signature(function, count)
    bound = 1 if getattr(function, "__self__", None) is not None else 0
    most = code.co_argcount - bound
    least = most - len(plain.__defaults__ or ())
    required_keywords = code.co_kwonlyargcount - len(plain.__kwdefaults__ or ())
    if required_keywords > 0:
        return False
    return least <= count and (count <= most or bool(code.co_flags & _VARIADIC))


def _accepts_by_signature(function, count):
    import inspect
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    return True
