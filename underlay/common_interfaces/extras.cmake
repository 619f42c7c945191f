# find_package(common_interfaces): stands for the packages of messages that come with it, and brings none,
# as in ROS 2: who uses one finds it.
