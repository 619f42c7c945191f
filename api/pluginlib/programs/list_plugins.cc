// ros2 run pluginlib list_plugins PACKAGE BASE_CLASS: by which names plugins are asked for.
#include <exception>
#include <iostream>

#include "pluginlib/class_loader.hpp"

int main(int argc, char ** argv)
{
  if (argc != 3) {
    std::cerr << "usage: list_plugins PACKAGE BASE_CLASS\n\n"
              << "Prints the plugins that derive from BASE_CLASS ('shapes::Shape') of PACKAGE.\n";
    return 2;
  }
  try {
    pluginlib::ClassLoader<void> plugins(argv[1], argv[2]);
    for (const auto & name : plugins.getDeclaredClasses()) {std::cout << name << '\n';}
  } catch (const std::exception & error) {
    std::cerr << "list_plugins: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
