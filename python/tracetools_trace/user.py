"""Events of a Python program's own, among those of the layers below it."""
import ctypes
import os
import threading
import warnings

import ranvier_prefix

_LIBRARY = "libranvier_tracing.so"
_LEAST, _MOST = -2 ** 63, 2 ** 63 - 1
_lock = threading.Lock()
_off = ctypes.c_uint32(0)
_state = None   # of the core: its value is zero while nobody records; None before it is joined
_record = None  # of the library


def _load():
    """The library of this prefix, else the one that the loader finds. Raises OSError."""
    beside = os.path.join(ranvier_prefix.folder(), "lib", _LIBRARY)
    library = ctypes.CDLL(beside if os.path.exists(beside) else _LIBRARY)
    library.ranvier_tracing_state.restype = ctypes.c_void_p
    library.ranvier_tracing_join.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    library.ranvier_tracing_join.restype = ctypes.c_bool
    library.ranvier_tracing_user_event.argtypes = [ctypes.c_char_p, ctypes.c_int64]
    library.ranvier_tracing_user_event.restype = None
    return library


def _join():
    """Once a process: loads the library, and records as the environment or a session says."""
    global _state, _record  # pylint: disable=global-statement
    with _lock:
        if _state is not None:
            return
        try:
            library = _load()
        except (OSError, AttributeError) as error:
            remedy = "Source the setup.bash of the prefix that has Ranvier."
            if "static TLS" in str(error):  # other libraries took the loader's room
                remedy = "Start Python with GLIBC_TUNABLES=glibc.rtld.optional_static_tls=16384."
            warnings.warn(f"user_event() records nothing: {error}. {remedy}", RuntimeWarning,
                          stacklevel=3)
            _state = _off
            return
        words = ctypes.create_string_buffer(1000)
        if not library.ranvier_tracing_join(words, len(words)):
            warnings.warn(f"user_event(): {words.value.decode(errors='replace')}", RuntimeWarning,
                          stacklevel=3)
        _record = library.ranvier_tracing_user_event
        _state = ctypes.c_uint32.from_address(library.ranvier_tracing_state())


def _forget_in_child():
    global _state, _lock  # pylint: disable=global-statement
    _lock = threading.Lock()  # another thread of the parent may have had it
    _state = None


os.register_at_fork(after_in_child=_forget_in_child)


def user_event(name, value=0):
    """Records the event `ros2:ranvier_user` with this name and number, if somebody records.

    The first call of a process joins: it loads libranvier_tracing.so and records from then on
    as RANVIER_TRACE says, or whenever a session of `ros2 trace` does. While nobody records a
    call looks at one word. Any thread may call it, and a child of fork() begins its own trace.

    @param name   text; its first 1000 bytes of UTF-8 are kept, up to a NUL.
    @param value  a whole number of 64 bits with a sign; larger ones become the largest.
    Raises TypeError for values of other types, while somebody records.
    """
    if _state is None:
        _join()
    if not _state.value:
        return
    if not isinstance(name, str) or not hasattr(value, "__index__"):
        raise TypeError(f"user_event({name!r}, {value!r}): give a text and a whole number")
    _record(name.encode("utf-8", "replace"), min(max(value.__index__(), _LEAST), _MOST))
