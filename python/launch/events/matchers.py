"""Functions that choose among actions."""


def matches_action(target_action):
    """Give a function that is true for this action."""
    return lambda action: action == target_action
