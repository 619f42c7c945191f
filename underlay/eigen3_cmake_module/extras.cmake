# For find_package(Eigen3), with the variables that ament_target_dependencies() reads.
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/modules")
