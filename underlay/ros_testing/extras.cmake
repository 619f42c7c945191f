# add_ros_test(<file> <arguments of add_launch_test>...): by `ros2 test`, in a domain that no other
# test of this host has.
find_package(launch_testing_ament_cmake REQUIRED)

function(add_ros_test file)
  _ranvier_add_launch_test(add_ros_test "-m;ros2cli.cli;test" "${file}" ${ARGN})
endfunction()
