#include "ranvier/shm/shm_route.h"

#include <algorithm>

#include "ranvier/base/annotations.h"
#include "ranvier/os/mutex.h"
#include "ranvier/shm/reader_endpoint.h"
#include "ranvier/shm/writer_endpoint.h"

namespace ranvier::shm {
namespace {

// Senders that wait, and must not once the context is shut down.
class Stoppable final {
 public:
  void add(WriterEndpoint& publication) {
    Lock lock(mutex_);
    all_.push_back(&publication);
    if (stopped_) publication.stop();
  }
  void remove(WriterEndpoint& publication) noexcept {
    Lock lock(mutex_);
    std::erase(all_, &publication);
  }
  void stop() noexcept {
    Lock lock(mutex_);
    stopped_ = true;
    for (WriterEndpoint* publication : all_) publication->stop();
  }

 private:
  Mutex mutex_{"shm stoppable"};
  bool stopped_ RANVIER_GUARDED_BY(mutex_) = false;
  std::vector<WriterEndpoint*> all_ RANVIER_GUARDED_BY(mutex_);
};

class RouteWriter final : public Writer, public Near {
 public:
  RouteWriter(std::shared_ptr<ShmRuntime> runtime, Stoppable& stoppable,
              std::shared_ptr<WriterEndpoint> publication, std::unique_ptr<Writer> network)
      : Writer(publication->matched_count()),
        runtime_(std::move(runtime)),
        stoppable_(stoppable),
        publication_(std::move(publication)),
        network_(std::move(network)) {
    publication_->start(*network_);
    stoppable_.add(*publication_);
    runtime_->add(publication_);
  }
  ~RouteWriter() override {
    stoppable_.remove(*publication_);
    network_.reset();  // first: it tells the publication
    publication_->end();
  }

  RANVIER_HOT Result<void> write(MessagePtr message) override {
    return publication_->write(message);
  }
  RANVIER_HOT Result<void> write_copy(const TypeInfo&, const void* object,
                                      const MessageHeader& header) override {
    return publication_->write_copy(object, header);
  }
  RANVIER_HOT MessagePtr lend() override { return publication_->lend(); }
  bool lends() const noexcept override { return publication_->lends(); }
  MessagePtr lend_bytes(std::size_t size) override { return publication_->lend_bytes(size); }
  Gid gid() const noexcept override { return network_->gid(); }
  bool wait_for_all_acked(std::chrono::nanoseconds timeout) override {
    return publication_->wait_for_all_acked(timeout);
  }
  void assert_liveliness() noexcept override { network_->assert_liveliness(); }

 private:
  const std::shared_ptr<ShmRuntime> runtime_;
  Stoppable& stoppable_;
  const std::shared_ptr<WriterEndpoint> publication_;
  std::unique_ptr<Writer> network_;
};

class RouteReader final : public Reader {
 public:
  RouteReader(std::shared_ptr<ShmRuntime> runtime, std::shared_ptr<ReaderEndpoint> subscription,
              std::unique_ptr<Reader> network)
      : runtime_(std::move(runtime)),
        subscription_(std::move(subscription)),
        network_(std::move(network)) {
    subscription_->start(network_->gid());
    runtime_->add(subscription_);
  }
  ~RouteReader() override {
    network_.reset();  // first: it calls the subscription
    subscription_->end();
  }

  Gid gid() const noexcept override { return network_->gid(); }
  std::size_t matched() const noexcept override { return subscription_->matched(); }
  bool reads_in_place() const noexcept override { return subscription_->reads_in_place(); }
  void resume() noexcept override {
    network_->resume();
    subscription_->resume();
  }
  void catch_up() override { subscription_->catch_up(); }

 private:
  const std::shared_ptr<ShmRuntime> runtime_;
  const std::shared_ptr<ReaderEndpoint> subscription_;
  std::unique_ptr<Reader> network_;
};

class ShmRoute final : public Route {
 public:
  ShmRoute(std::unique_ptr<Route> network, PeerLink& peers, std::shared_ptr<ShmRuntime> runtime,
           std::size_t keep_all_bound)
      : network_(std::move(network)),
        peers_(peers),
        runtime_(std::move(runtime)),
        keep_all_bound_(keep_all_bound) {}

  const char* name() const noexcept override { return "shm"; }

  // Where there are too many, the endpoint is the network's alone.
  Result<std::unique_ptr<Writer>> open_writer(const Endpoint& endpoint,
                                              EndpointEvents& events) override {
    auto publication = WriterEndpoint::open(*runtime_, peers_, endpoint, keep_all_bound_, events);
    if (!publication) {
      runtime_->warn(publication.error().what);
      return network_->open_writer(endpoint, events);
    }
    auto writer = peers_.open_writer(endpoint, (*publication)->user_data(), **publication);
    if (!writer) return writer.error();
    return std::unique_ptr<Writer>(std::make_unique<RouteWriter>(
        runtime_, stoppable_, std::move(*publication), std::move(*writer)));
  }
  Result<std::unique_ptr<Reader>> open_reader(const Endpoint& endpoint,
                                              MessageSink& sink) override {
    // A type without a hash is known by its name alone: a writer may share objects of it as
    // they lie, and nobody here could read those. The network encodes them.
    const bool is_known = *endpoint.type->hash != '\0';
    if (!endpoint.read || !is_known) return network_->open_reader(endpoint, sink);
    auto subscription = ReaderEndpoint::open(*runtime_, peers_, endpoint, keep_all_bound_, sink);
    if (!subscription) {
      runtime_->warn(subscription.error().what);
      return network_->open_reader(endpoint, sink);
    }
    auto reader = peers_.open_reader(endpoint, (*subscription)->user_data(), **subscription);
    if (!reader) return reader.error();
    return std::unique_ptr<Reader>(
        std::make_unique<RouteReader>(runtime_, std::move(*subscription), std::move(*reader)));
  }
  void stop() noexcept override {
    stoppable_.stop();
    network_->stop();
  }
  ServiceRoute& services() noexcept override { return network_->services(); }
  NetworkGraph* graph() noexcept override { return network_->graph(); }

 private:
  Stoppable stoppable_;
  const std::unique_ptr<Route> network_;
  PeerLink& peers_;  // the network's
  const std::shared_ptr<ShmRuntime> runtime_;
  const std::size_t keep_all_bound_;
};

}  // namespace

std::unique_ptr<Route> open_shm_route(std::unique_ptr<Route> network, PeerLink& peers,
                                      std::shared_ptr<ShmRuntime> runtime,
                                      std::size_t keep_all_bound) {
  return std::make_unique<ShmRoute>(std::move(network), peers, std::move(runtime), keep_all_bound);
}

}  // namespace ranvier::shm
