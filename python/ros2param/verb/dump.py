"""`ros2 param dump`."""
from ros2cli.node.strategy import NodeStrategy
from ros2param import api
from ros2param.verb import VerbExtension


class DumpVerb(VerbExtension):
    """Print the parameters of a node as a parameter file."""

    def add_arguments(self, parser, cli_name):
        api.add_node_arguments(parser)

    def main(self, *, args):
        from ros2param.parameter_yaml import yaml_file
        with NodeStrategy(args) as node:
            name = api.find_node(node, args)
            names = api.call_list_parameters(node=node, node_name=name)
            if names is None:
                return f"Node '{name}' does not answer"
            values = api.call_get_parameters(
                node=node, node_name=name, parameter_names=names).values
        nested, unset = {}, []
        for one, value in zip(names, values):
            value = api.get_value(parameter_value=value)
            if value is None:
                unset.append(one)
            else:
                _insert(nested, one.split("."), value)
        # A file has no words for "not set": a node would read null as a text.
        print(yaml_file({name: {"ros__parameters": nested}}),
              *(f"# not set: {one}\n" for one in unset), sep="")
        return 0


def _insert(nested, parts, value):
    if not all(parts):  # "a..b": a file has no empty names
        nested[".".join(parts)] = value
        return
    for part in parts[:-1]:
        inner = nested.setdefault(part, {})
        if not isinstance(inner, dict):  # "a" has a value, and so has "a.b"
            nested[".".join(parts)] = value
            return
        nested, parts = inner, parts[1:]
    nested[parts[-1]] = value
