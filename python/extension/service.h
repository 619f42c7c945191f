// Services and clients as Python has them.
#pragma once

#include <memory>
#include <string>

#include "extension/clock.h"
#include "extension/convert.h"
#include "extension/node.h"
#include "ranvier/node/service.h"
#include "ranvier/proto/describe/introspection.h"

namespace ranvier::python {

/// Names a request, for its answer.
struct RequestHeader {
  RequestId id;
  std::int64_t source_timestamp = 0;
};

/// Threads: under the GIL, which is let go of while something is sent.
class ServiceHandle final : public Destroyable {
 public:
  /// @param callback  called with a request and its RequestHeader, where the executor spins.
  /// @param named     the user's function, which traces name.
  ServiceHandle(const NodeHandle& node, nb::handle type, const std::string& name,
                const nb::tuple& qos, const StrandHandle& group, nb::object callback,
                nb::handle named);
  ~ServiceHandle() override { end(); }

  void send_response(nb::handle response, const RequestHeader& header);
  /// The oldest request and its header, without the callback; None if there is none.
  nb::object take_request();
  void configure_introspection(const ClockHandle& clock, const nb::tuple& qos, int state);
  const Ref<Server>& core() const {
    require();
    return core_;
  }

  Function function;

 private:
  void destroy() override;
  const nb::object request_type_;
  const nb::object response_type_;
  Ref<Server> core_;
  std::unique_ptr<Introspection> introspection_;
};

class ClientHandle final : public Destroyable {
 public:
  ClientHandle(const NodeHandle& node, nb::handle type, const std::string& name,
               const nb::tuple& qos, const StrandHandle& group);
  ~ClientHandle() override { end(); }

  /// @param on_response  called once with the response, where the executor spins.
  /// @return a number that names the request in this client.
  std::int64_t send_request(nb::handle request, nb::object on_response);
  void configure_introspection(const ClockHandle& clock, const nb::tuple& qos, int state);
  const Ref<Client>& core() const {
    require();
    return core_;
  }
  /// The same, to ask for servers. Raises RCLError if its context has ended.
  const Ref<Client>& living() const {
    require_valid(*node_->context(), "failed to check service availability: ");
    return core();
  }
  /// Null once it is destroyed. Contract: GIL held.
  const Ref<Client>& core_or_null() const noexcept { return core_; }

 private:
  void destroy() override;
  const nb::object request_type_;
  const nb::object response_type_;
  const std::shared_ptr<Node> node_;
  Ref<Client> core_;
  std::unique_ptr<Introspection> introspection_;
};

void bind_service(nb::module_& module);
void bind_client(nb::module_& module);

/// What both are opened with.
ServiceEndpoint service_endpoint(const NodeHandle& node, nb::handle type, const std::string& name,
                                 const nb::tuple& qos);
/// The message in memory of its own. Raises what encode() does.
MessagePtr encoded_message(nb::handle object, nb::handle type, const TypeInfo& info);
/// Switches it on or off. @param state  a number of ServiceIntrospectionState.
void configure(std::unique_ptr<Introspection>& introspection, ServiceObserver& observer,
               const std::shared_ptr<Node>& node, const ServiceEndpoint& endpoint,
               const ClockHandle& clock, const nb::tuple& qos, int state);

}  // namespace ranvier::python
