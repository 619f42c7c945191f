"""Bags out of bags."""
import _rosbag2


def bag_rewrite(input_options, output_config_file, progress=None):
    """Write the messages of all inputs, in the order of time, into the bags that the file names.

    input_options is a list of StorageOptions; the file is that of `ros2 bag convert`. progress is
    called now and then with how many messages are done, and of how many. What fails is a
    RuntimeError that names the bag or the option, and the remedy.
    """
    _rosbag2.rewrite_by_file(input_options, output_config_file,
                             progress or (lambda done, every: None))
