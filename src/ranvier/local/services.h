// The two ends of a service inside one context.
#pragma once

#include <atomic>

#include "ranvier/local/hub.h"
#include "ranvier/route/service_route.h"

namespace ranvier {

/// A client's end. Client ids are small numbers, unique in the hub; ids of the
/// network are instance handles, which are not small.
/// Threads: as ClientEnd says.
class LocalClient final : public ClientEnd {
 public:
  LocalClient(std::shared_ptr<Hub> hub, const ServiceEndpoint& what, ClientSink& where)
      : endpoint(what), sink(where), hub_(std::move(hub)) {
    hub_->add(*this);
  }
  ~LocalClient() override { hub_->remove(*this); }

  Result<RequestId> send(const MessagePtr& request) override;
  bool server_available() const noexcept override { return hub_->has_server(*this); }
  Gid reader_gid() const noexcept override { return {}; }
  Gid writer_gid() const noexcept override { return {}; }

  const ServiceEndpoint endpoint;
  ClientSink& sink;

 private:
  friend class Hub;
  const std::shared_ptr<Hub> hub_;
  std::uint64_t id_ = 0;
  std::atomic<std::int64_t> last_sequence_{0};
};

/// A server's end. Threads: as ServerEnd says.
class LocalServer final : public ServerEnd {
 public:
  LocalServer(std::shared_ptr<Hub> hub, const ServiceEndpoint& what, MessageSink& where)
      : endpoint(what), sink(where), hub_(std::move(hub)) {
    hub_->add(*this);
  }
  ~LocalServer() override { hub_->remove(*this); }

  Result<void> reply(const MessagePtr& reply) override;
  Gid reader_gid() const noexcept override { return {}; }
  Gid writer_gid() const noexcept override { return {}; }

  const ServiceEndpoint endpoint;
  MessageSink& sink;

 private:
  const std::shared_ptr<Hub> hub_;
};

}  // namespace ranvier
