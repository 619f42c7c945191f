// How a route carries services: requests to servers, replies back to their clients.
#pragma once

#include <memory>
#include <string>

#include "ranvier/route/route.h"

namespace ranvier {

using codec::ServiceTypeInfo;

/// A service's or a client's side of a service.
struct ServiceEndpoint {
  std::string service;  ///< fully qualified: "/n/get_parameters"
  const ServiceTypeInfo* type = nullptr;
  Qos qos;
  NodeName node;
};

/// A client's end. Destroying it drops replies that are still under way.
class ClientEnd {
 public:
  virtual ~ClientEnd() = default;
  /// Sends a request; its header().request names it afterwards.
  virtual Result<RequestId> send(const MessagePtr& request) = 0;
  /// True while both directions of at least one server are matched.
  virtual bool server_available() const noexcept = 0;
  /// The reply reader and the request writer on the wire; zero if there are none.
  virtual Gid reader_gid() const noexcept = 0;
  virtual Gid writer_gid() const noexcept = 0;
};

/// A server's end.
class ServerEnd {
 public:
  virtual ~ServerEnd() = default;
  /// Answers the request that `reply->header().request` names. Held back, not
  /// lost, until that client's reply reader is matched.
  /// @return kNotFound if that client is surely not one of this route.
  virtual Result<void> reply(const MessagePtr& reply) = 0;
  /// The request reader and the reply writer on the wire; zero if there are none.
  virtual Gid reader_gid() const noexcept = 0;
  virtual Gid writer_gid() const noexcept = 0;
};

/// Where a client's replies and the news of its servers go.
class ClientSink : public MessageSink {
 public:
  /// The set of available servers changed.
  virtual void on_availability() noexcept = 0;
  /// The last server of a network went: it answers nothing more.
  /// Contract: the caller holds no lock.
  virtual void on_servers_gone() noexcept {}

 protected:
  ~ClientSink() = default;
};

/// Opens the ends of services. Threads: all functions from any thread.
class ServiceRoute {
 public:
  virtual Result<std::unique_ptr<ClientEnd>> open_client(const ServiceEndpoint& endpoint,
                                                         ClientSink& sink) = 0;
  virtual Result<std::unique_ptr<ServerEnd>> open_server(const ServiceEndpoint& endpoint,
                                                         MessageSink& sink) = 0;

 protected:
  ~ServiceRoute() = default;
};

}  // namespace ranvier
