"""Functions that choose processes."""


def _details(action):
    return action.process_details or {}


def matches_pid(pid):
    """Give a function that is true for the action of the process of this id."""
    return lambda action: _details(action).get("pid") == pid


def matches_name(name):
    """Give a function that is true for the action whose process has this name."""
    return lambda action: _details(action).get("name") == name


def matches_executable(executable):
    """Give a function that is true for actions whose command begins with this program."""
    return lambda action: bool(_details(action).get("cmd")) and \
        _details(action)["cmd"][0] == executable
