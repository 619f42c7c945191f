#include "plugins.hpp"

namespace rosbag2_storage
{

using storage_interfaces::ReadOnlyInterface;
using storage_interfaces::ReadWriteInterface;

Plugins::Plugins()
: reading_("rosbag2_storage", ReadOnlyInterface::get_base_class_name()),
  writing_("rosbag2_storage", ReadWriteInterface::get_base_class_name()) {}

std::vector<std::pair<std::string, bool>> Plugins::ids()
{
  const ranvier::Lock lock(mutex_);
  std::vector<std::pair<std::string, bool>> found;
  for (const std::string & id : writing_.getDeclaredClasses()) {found.emplace_back(id, true);}
  for (const std::string & id : reading_.getDeclaredClasses()) {found.emplace_back(id, false);}
  return found;
}

std::shared_ptr<ReadWriteInterface> Plugins::make_writer(const std::string & id)
{
  const ranvier::Lock lock(mutex_);
  return writing_.createSharedInstance(id);
}

std::shared_ptr<ReadOnlyInterface> Plugins::make_reader(const std::string & id)
{
  const ranvier::Lock lock(mutex_);
  if (reading_.isClassAvailable(id)) {return reading_.createSharedInstance(id);}
  return writing_.createSharedInstance(id);
}

}  // namespace rosbag2_storage
