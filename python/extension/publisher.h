// Publishers as Python has them.
#pragma once

#include <memory>

#include "extension/convert.h"
#include "extension/node.h"
#include "ranvier/node/publisher.h"

namespace ranvier::python {

/// A message is encoded if somebody hears who is not a subscription of Python in this process:
/// those get a copy of the object (snapshot.h).
///
/// Threads: under the GIL, which is let go of while a message is written and sent.
class PublisherHandle final : public Destroyable {
 public:
  PublisherHandle(const NodeHandle& node, nb::handle type, const std::string& topic,
                  const nb::tuple& qos);
  ~PublisherHandle() override { end(); }

  /// Raises what encode() does, also if nobody hears it, or RCLError.
  void publish(nb::handle message);
  void publish_raw(const nb::bytes& message);
  const std::shared_ptr<Publisher>& core() const {
    require();
    return core_;
  }

  /// The same. Raises RCLError if its context has ended: `failed` says what was tried.
  const std::shared_ptr<Publisher>& living(const char* failed) const {
    require_valid(*context_, failed);
    return core();
  }

 private:
  void destroy() override;
  void send(const std::shared_ptr<Publisher>& to, const Encoded& encoded);
  void send_copy(const std::shared_ptr<Publisher>& to, nb::handle message);

  const nb::object type_;
  MessageClass& class_;
  const std::shared_ptr<Context> context_;
  std::shared_ptr<Publisher> core_;  // shared: another thread may end it during a publish
};

/// An endpoint of a topic whose full name is given.
Endpoint endpoint_of(const NodeHandle& node, nb::handle type, const std::string& topic,
                     const nb::tuple& qos, bool offers);

void bind_publisher(nb::module_& module);

}  // namespace ranvier::python
