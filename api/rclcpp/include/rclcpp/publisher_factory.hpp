// What NodeTopicsInterface::create_publisher() needs to know of the type.
#ifndef RCLCPP__PUBLISHER_FACTORY_HPP_
#define RCLCPP__PUBLISHER_FACTORY_HPP_

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/detail/create.hpp"
#include "rclcpp/detail/publisher.hpp"

namespace rclcpp
{

struct PublisherFactory
{
  using PublisherFactoryFunction = std::function<std::shared_ptr<PublisherBase>(
        node_interfaces::NodeBaseInterface * node_base, const std::string & topic_name,
        const QoS & qos)>;
  const PublisherFactoryFunction create_typed_publisher;
};

template<
  typename MessageT, typename AllocatorT = std::allocator<void>,
  typename PublisherT = Publisher<MessageT, AllocatorT>>
PublisherFactory create_publisher_factory(
  const PublisherOptionsWithAllocator<AllocatorT> & options)
{
  return PublisherFactory{
    [options](
      node_interfaces::NodeBaseInterface * node_base, const std::string & topic_name,
      const QoS & qos) {
      auto publisher = detail::owned(new PublisherT(node_base, topic_name, qos, options));
      publisher->post_init_setup(node_base, topic_name, qos, options);
      return publisher;
    }};
}

}  // namespace rclcpp
#endif  // RCLCPP__PUBLISHER_FACTORY_HPP_
