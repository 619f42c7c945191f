"""Analyses of ROS 2 traces, with the modules and functions of upstream's package of this name.

    from tracetools_analysis.loading import load_file
    from tracetools_analysis.processor.ros2 import Ros2Handler
    from tracetools_analysis.utils.ros2 import Ros2DataModelUtil

    util = Ros2DataModelUtil(Ros2Handler.process(load_file("/tmp/walk")))
    for callback, symbol in util.get_callback_symbols().items():
        print(util.get_callback_owner_info(callback), util.get_callback_durations(callback))

Tables are pandas' data frames. They are filled from columns (ranvier_analysis), not event by
event. What these names cannot express is in ranvier_analysis: chains, stages, culprits.
"""
