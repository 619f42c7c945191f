// What the security enclave of a context does not allow.
#ifndef DENIED_HPP_
#define DENIED_HPP_

#include "ranvier/node/denied.h"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp::detail
{

/// An endpoint was refused by the permissions of the enclave; what() names the line of a policy
/// that allows it.
class Denied : public exceptions::RCLError
{
public:
  using RCLError::RCLError;
};

/// Calls `make`, whose end a node can do without; warns if that is denied.
template<typename Make>
void make_unless_denied(const Make & make)
{
  try {
    make();
  } catch (const Denied & denied) {
    ranvier::warn_that_node_goes_without(denied.message);
  }
}

}  // namespace rclcpp::detail
#endif  // DENIED_HPP_
