# For find_package(LZ4), as packages of rosbag2 call it.
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/modules")
