// A component with a service as users write it: the file whose compile time is
// measured.
#include <memory>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/register_node_macro.hpp"

namespace adding {

class Adder : public rclcpp::Node {
 public:
  using AddTwoInts = example_interfaces::srv::AddTwoInts;

  explicit Adder(const rclcpp::NodeOptions& options) : Node("adder", options) {
    const auto offset = declare_parameter<int64_t>("offset", 0);
    service_ = create_service<AddTwoInts>(
        "add", [this, offset](const std::shared_ptr<AddTwoInts::Request> request,
                              std::shared_ptr<AddTwoInts::Response> response) {
          response->sum = request->a + request->b + offset;
          RCLCPP_INFO(get_logger(), "%ld + %ld", static_cast<long>(request->a),
                      static_cast<long>(request->b));
        });
  }

 private:
  rclcpp::Service<AddTwoInts>::SharedPtr service_;
};

}  // namespace adding

RCLCPP_COMPONENTS_REGISTER_NODE(adding::Adder)
