"""A list of entities."""
from launch.launch_description_entity import LaunchDescriptionEntity

from launch.utilities.visit_all_entities_and_collect_futures_impl import entities_of


class LaunchDescription(LaunchDescriptionEntity):
    """
    Entities, visited in their order.

    :param deprecated_reason: why this description should not be used any more.
    """

    def __init__(self, initial_entities=None, *, deprecated_reason=None):
        self.__entities = entities_of(initial_entities, "the list of a LaunchDescription")
        self.__deprecated_reason = deprecated_reason

    @property
    def entities(self):
        return self.__entities

    def add_entity(self, entity):
        self.__entities.append(entity)

    def add_action(self, action):
        self.add_entity(action)

    @property
    def deprecated(self):
        return self.__deprecated_reason is not None

    @property
    def deprecated_reason(self):
        return self.__deprecated_reason

    def visit(self, context):
        if self.__deprecated_reason is not None:
            import launch.logging
            location = context.get_locals_as_dict().get("current_launch_file_path")
            launch.logging.get_logger("launch").warning(
                f"launch file [{location}] is deprecated: {self.__deprecated_reason}"
                if location else f"launch description is deprecated: {self.__deprecated_reason}")
        return self.__entities

    def describe_sub_entities(self):
        return self.__entities

    def get_launch_arguments(self, conditional_inclusion=False):
        """Give the DeclareLaunchArgument actions, also of what is included."""
        found = self.get_launch_arguments_with_include_launch_description_actions(
            conditional_inclusion)
        return [argument for argument, _ in found]

    def get_launch_arguments_with_include_launch_description_actions(
            self, conditional_inclusion=False):
        """Give (DeclareLaunchArgument, the includes that lead to it), one for each name."""
        from launch.launch_arguments import find_launch_arguments
        return find_launch_arguments(self.entities, conditional_inclusion)
