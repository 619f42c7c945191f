"""A parameter for all nodes."""
from launch.action import Action
from launch.frontend import expose_action
from launch.utilities import normalize_to_list_of_substitutions
from launch_ros.parameter_yaml import plain_texts
from launch_ros.utilities.evaluate_parameters import evaluate_parameter_dict
from launch_ros.utilities.normalize_parameters import normalize_parameter_dict


@expose_action("set_parameter")
class SetParameter(Action):
    """
    Sets a parameter for the nodes that follow in this scope; the node's own ones win.

    :param value: of the parameter; a dict sets one for each of its leaves: name.leaf.
    """

    def __init__(self, name, value, **kwargs):
        super().__init__(**kwargs)
        self.__parameters = normalize_parameter_dict(
            {tuple(normalize_to_list_of_substitutions(name)): value})

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.parse_substitution(entity.get_attr("name"))
        kwargs["value"] = plain_texts(parser.parse_if_substitutions(
            entity.get_attr("value", data_type=None)))
        return cls, kwargs

    @property
    def name(self):
        return next(iter(self.__parameters))

    @property
    def value(self):
        return next(iter(self.__parameters.values()))

    def execute(self, context):
        pairs = evaluate_parameter_dict(context, self.__parameters)
        kept = [one for one in context.launch_configurations.get("global_params", [])
                if not (isinstance(one, tuple) and one[0] in pairs)]
        context.launch_configurations["global_params"] = [*kept, *pairs.items()]
