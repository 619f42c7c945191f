// Types that are made at run time: the names, and what they say.
#include <stdexcept>

#include "core/core_edge.hpp"
#include "rclcpp/dynamic_typesupport/dynamic_serialization_support.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/subscription.hpp"

namespace rclcpp
{
namespace
{

[[noreturn]] void unimplemented() {throw exceptions::UnimplementedError();}

}  // namespace

using dynamic_typesupport::DynamicMessage;
using dynamic_typesupport::DynamicMessageType;
using dynamic_typesupport::DynamicSerializationSupport;

std::shared_ptr<DynamicMessageType> SubscriptionBase::get_shared_dynamic_message_type()
{
  unimplemented();
}
std::shared_ptr<DynamicMessage> SubscriptionBase::get_shared_dynamic_message()
{
  unimplemented();
}
std::shared_ptr<DynamicSerializationSupport>
SubscriptionBase::get_shared_dynamic_serialization_support()
{
  unimplemented();
}
std::shared_ptr<DynamicMessage> SubscriptionBase::create_dynamic_message() {unimplemented();}
void SubscriptionBase::return_dynamic_message(std::shared_ptr<DynamicMessage> &)
{
  unimplemented();
}
void SubscriptionBase::handle_dynamic_message(
  const std::shared_ptr<DynamicMessage> &, const MessageInfo &)
{
  unimplemented();
}
bool SubscriptionBase::take_dynamic_message(DynamicMessage &, MessageInfo &) {unimplemented();}

namespace dynamic_typesupport
{
namespace
{

void check_given(bool given, const char * what)
{
  if (!given) {throw std::invalid_argument(std::string("the ") + what + " is null");}
}

}  // namespace

DynamicSerializationSupport::DynamicSerializationSupport(rcutils_allocator_t allocator)
: DynamicSerializationSupport("", allocator) {}
DynamicSerializationSupport::DynamicSerializationSupport(
  const std::string & serialization_library_name, rcutils_allocator_t)
{
  detail::raise_unsupported(
    "serialization support '" + serialization_library_name + "': the middleware has none for types "
    "that are made at run time; use a type of a message package, by its name if need be "
    "(create_generic_publisher)");
}
DynamicMessageTypeBuilder::DynamicMessageTypeBuilder(
  DynamicSerializationSupport::SharedPtr serialization_support, const std::string &)
{
  check_given(serialization_support != nullptr, "serialization support");
}
DynamicMessageType::DynamicMessageType(DynamicMessageTypeBuilder::SharedPtr dynamic_type_builder)
{
  check_given(dynamic_type_builder != nullptr, "type builder");
}
DynamicMessage::DynamicMessage(std::shared_ptr<DynamicMessageType> dynamic_type)
{
  check_given(dynamic_type != nullptr, "type");
}
DynamicMessageTypeSupport::DynamicMessageTypeSupport(
  DynamicSerializationSupport::SharedPtr serialization_support)
{
  check_given(serialization_support != nullptr, "serialization support");
}

}  // namespace dynamic_typesupport
}  // namespace rclcpp
