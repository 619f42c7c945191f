// Components for the tests of `ros2 component`, in the names of the package `composition`.
#include "example_interfaces/srv/add_two_ints.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "std_msgs/msg/string.hpp"

namespace composition {

using example_interfaces::srv::AddTwoInts;
using std_msgs::msg::String;

class Talker : public rclcpp::Node {
 public:
  explicit Talker(const rclcpp::NodeOptions& options)
      : Node("talker", options), publisher_(create_publisher<String>("chatter", 10)) {}

 private:
  rclcpp::Publisher<String>::SharedPtr publisher_;
};

class Listener : public rclcpp::Node {
 public:
  explicit Listener(const rclcpp::NodeOptions& options)
      : Node("listener", options),
        subscription_(create_subscription<String>("chatter", 10, [](String::ConstSharedPtr) {})) {}

 private:
  rclcpp::Subscription<String>::SharedPtr subscription_;
};

class NodeLikeListener : public Listener {
 public:
  using Listener::Listener;
};

class Server : public rclcpp::Node {
 public:
  explicit Server(const rclcpp::NodeOptions& options) : Node("Server", options) {}
};

class Client : public rclcpp::Node {
 public:
  explicit Client(const rclcpp::NodeOptions& options)
      : Node("Client", options), client_(create_client<AddTwoInts>("add_two_ints")) {}

 private:
  rclcpp::Client<AddTwoInts>::SharedPtr client_;
};

}  // namespace composition

RCLCPP_COMPONENTS_REGISTER_NODE(composition::Talker)
RCLCPP_COMPONENTS_REGISTER_NODE(composition::Listener)
RCLCPP_COMPONENTS_REGISTER_NODE(composition::NodeLikeListener)
RCLCPP_COMPONENTS_REGISTER_NODE(composition::Server)
RCLCPP_COMPONENTS_REGISTER_NODE(composition::Client)
