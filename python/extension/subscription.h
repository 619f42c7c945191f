// Subscriptions as Python has them.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "extension/convert.h"
#include "extension/node.h"
#include "ranvier/node/subscription.h"

namespace ranvier::python {

/// What a subscription does with a message. Shared with its core, which may outlive the handle.
struct MessageReader {
  nb::object type;  // keeps message_class; let go of with the GIL
  MessageClass* message_class = nullptr;
  bool raw = false;
  bool with_info = false;
  std::shared_ptr<Link> callback;
  std::uint64_t received = 0;  // with the GIL

  /// The message as users get it; bytes if `as_bytes`.
  nb::object read(const MessagePtr& message, bool as_bytes) const;
  /// What is known beside it.
  nb::dict info(const MessageHeader& header);
};

/// Threads: under the GIL; the callback runs where the executor spins.
class SubscriptionHandle final : public Destroyable {
 public:
  SubscriptionHandle(const NodeHandle& node, nb::handle type, const std::string& topic,
                     const nb::tuple& qos, const StrandHandle& group, nb::object callback, bool raw,
                     bool with_info, const std::string& expression,
                     std::vector<std::string> parameters);
  ~SubscriptionHandle() override { end(); }

  /// The oldest message and its info, without the callback; None if there is none.
  nb::object take_message(bool raw);
  /// Calls this one from now on.
  void set_callback(nb::object callback);
  /// Lets through what the expression wants; "" for everything. Raises RCLError for a bad one.
  void set_filter(const std::string& expression, std::vector<std::string> parameters);
  /// Expression and parameters; None without a filter.
  nb::object filter() const;
  const Ref<Subscription>& core() const {
    require();
    return core_;
  }

  Function function;

 private:
  void destroy() override;
  const std::shared_ptr<MessageReader> reader_;
  Ref<Subscription> core_;
  const void* traced_ = nullptr;  // what traces know the callback by
};

void bind_subscription(nb::module_& module);

}  // namespace ranvier::python
