"""Prints launch descriptions as trees."""
from launch.action import Action
from launch.launch_description import LaunchDescription
from launch.utilities import is_a, normalize_to_list_of_substitutions


def indent(lines, indentation="    "):
    """Put spaces before lines: a text, or a list of them."""
    if isinstance(lines, str):
        return indentation + lines
    return [indentation + line for line in lines]


def tree_like_indent(lines):
    """Draw branches before lines; a line that begins with a branch belongs to the one above."""
    tops = [at for at, line in enumerate(lines) if not line.startswith(("│", "├", "└", " "))]
    last = tops[-1] if tops else 0
    return [
        ("└── " if at == last else "├── ") + line if at in tops
        else ("    " if at > last else "│   ") + line
        for at, line in enumerate(lines)]


def format_entities(entities):
    """Give the lines of a tree of entities."""
    lines = []
    for entity in entities:
        if is_a(entity, Action):
            lines += format_action(entity)
        else:
            lines.append(f"Unknown entity('{entity}')")
    return lines


def format_substitutions(substitutions):
    return " + ".join(
        part.describe() for part in normalize_to_list_of_substitutions(substitutions))


def format_event_handler(event_handler):
    if not hasattr(event_handler, "describe"):
        return [f"EventHandler('{event_handler!r}')"]
    text, entities = event_handler.describe()
    lines = format_entities(entities)
    return [text, *indent(tree_like_indent(lines))]


def format_action(action):
    """Give the lines of one action and what belongs to it."""
    from launch.actions import EmitEvent, ExecuteProcess, LogInfo, RegisterEventHandler
    if isinstance(action, LogInfo):
        return [f"LogInfo({format_substitutions(action.msg)})"]
    if isinstance(action, EmitEvent):
        return [f"EmitEvent(event='{action.event.name}')"]
    if isinstance(action, ExecuteProcess):
        return [_format_process(action)]
    if isinstance(action, RegisterEventHandler):
        lines = format_event_handler(action.event_handler)
        first = "├── " if len(lines) > 1 else "└── "
        return [f"RegisterEventHandler('{action.event_handler}'):", first + lines[0], *lines[1:]]
    return [action.describe()] if hasattr(action, "describe") else [f"Action('{action!r}')"]


def _format_process(action):
    cmd = ", ".join(format_substitutions(part) for part in action.cmd)
    cwd = None if action.cwd is None else f"'{format_substitutions(action.cwd)}'"
    env = None
    if action.env is not None:
        env = "{" + ", ".join(
            f"{format_substitutions(name)}: {format_substitutions(value)}"
            for name, value in action.env) + "}"
    return f"ExecuteProcess(cmd=[{cmd}], cwd={cwd}, env={env}, shell={action.shell})"


class LaunchIntrospector:
    """Gives launch descriptions as text."""

    def format_launch_description(self, launch_description):
        if not isinstance(launch_description, LaunchDescription):
            raise TypeError(
                f"expected a LaunchDescription but got '{launch_description!r}'")
        lines = format_entities(launch_description.entities)
        return "\n".join([f"{launch_description!r}", *tree_like_indent(lines)])
