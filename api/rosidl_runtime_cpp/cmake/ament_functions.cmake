# Who finds a message package may call ament_target_dependencies() and its kin: upstream's
# generators bring them along.
find_package(ament_cmake QUIET)
