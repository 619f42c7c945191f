# The Python API is not part of Ranvier yet. A package of both languages is built: what it has
# in C++ works, and its Python files are installed and need an rclpy from elsewhere.
message(STATUS "rclpy is not in Ranvier: the C++ part of ${PROJECT_NAME} is built, and its Python "
  "files need an rclpy from elsewhere to run")
