# find_package(ros_environment): brings nothing to CMake, as in ROS 2. ROS_DISTRO, ROS_VERSION and ROS_PYTHON_VERSION,
# which it stands for, are set by the prefix's setup.bash; who finds it reads them from the environment.
if(NOT DEFINED ENV{ROS_DISTRO})
  message(WARNING "ros_environment: ROS_DISTRO is not set, which packages read that find this one. "
    "Source the prefix's setup.bash before CMake is run.")
endif()
