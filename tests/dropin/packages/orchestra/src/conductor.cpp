// Plays every instrument that is installed, then those that its arguments name.
#include <iostream>
#include <memory>
#include <string>

#include "ament_index_cpp/get_package_share_directory.hpp"  // comes with pluginlib
#include "orchestra/instrument.hpp"
#include "pluginlib/class_loader.hpp"
#include "rclcpp/rclcpp.hpp"

using orchestra::Instrument;

int main(int argc, char ** argv)
{
  const auto names = rclcpp::init_and_remove_ros_arguments(argc, argv);
  rclcpp::Node node("conductor");
  ament_index_cpp::get_package_share_directory("orchestra");  // throws if it is nowhere
  pluginlib::ClassLoader<Instrument> loader("orchestra", "orchestra::Instrument");
  for (const std::string & name : loader.getDeclaredClasses()) {
    std::cout << name << " of " << loader.getClassPackage(name) << " (" <<
      loader.getClassDescription(name) << ")\n";
    std::shared_ptr<Instrument> instrument = loader.createSharedInstance(name);
    instrument->tune(node);
    std::cout << instrument->play(1) << "\n";
  }
  for (size_t i = 1; i < names.size(); ++i) {
    try {
      pluginlib::UniquePtr<Instrument> instrument = loader.createUniqueInstance(names[i]);
      instrument->tune(node);
      std::cout << instrument->play(2) << "\n";
    } catch (const pluginlib::CreateClassException &) {
      std::cout << names[i] << " cannot be made\n";
    } catch (const pluginlib::LibraryLoadException &) {
      std::cout << names[i] << " cannot be loaded\n";
    } catch (const pluginlib::PluginlibException & error) {
      std::cout << error.what() << "\n";
    }
  }
  rclcpp::shutdown();
}
