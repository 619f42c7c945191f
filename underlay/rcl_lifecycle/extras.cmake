# find_package(rcl_lifecycle): managed nodes are those of rclcpp_lifecycle. There are no C structures.
