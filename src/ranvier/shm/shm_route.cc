#include "ranvier/shm/shm_route.h"

#include <algorithm>

#include "ranvier/base/annotations.h"
#include "ranvier/os/mutex.h"
#include "ranvier/shm/publication.h"
#include "ranvier/shm/subscription.h"

namespace ranvier::shm {
namespace {

// Senders that wait, and must not once the context is shut down.
class Stoppable final {
 public:
  void add(Publication& publication) {
    Lock lock(mutex_);
    all_.push_back(&publication);
    if (stopped_) publication.stop();
  }
  void remove(Publication& publication) noexcept {
    Lock lock(mutex_);
    std::erase(all_, &publication);
  }
  void stop() noexcept {
    Lock lock(mutex_);
    stopped_ = true;
    for (Publication* publication : all_) publication->stop();
  }

 private:
  Mutex mutex_;
  bool stopped_ RANVIER_GUARDED_BY(mutex_) = false;
  std::vector<Publication*> all_ RANVIER_GUARDED_BY(mutex_);
};

class ShmWriter final : public Writer, public Near {
 public:
  ShmWriter(std::shared_ptr<Host> host, Stoppable& stoppable,
            std::shared_ptr<Publication> publication, std::unique_ptr<Writer> network)
      : Writer(publication->matched_count()),
        host_(std::move(host)),
        stoppable_(stoppable),
        publication_(std::move(publication)),
        network_(std::move(network)) {
    publication_->start(*network_);
    stoppable_.add(*publication_);
    host_->add(publication_);
  }
  ~ShmWriter() override {
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
  const std::shared_ptr<Host> host_;
  Stoppable& stoppable_;
  const std::shared_ptr<Publication> publication_;
  std::unique_ptr<Writer> network_;
};

class ShmReader final : public Reader {
 public:
  ShmReader(std::shared_ptr<Host> host, std::shared_ptr<Subscription> subscription,
            std::unique_ptr<Reader> network)
      : host_(std::move(host)),
        subscription_(std::move(subscription)),
        network_(std::move(network)) {
    subscription_->start(network_->gid());
    host_->add(subscription_);
  }
  ~ShmReader() override {
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

 private:
  const std::shared_ptr<Host> host_;
  const std::shared_ptr<Subscription> subscription_;
  std::unique_ptr<Reader> network_;
};

class ShmRoute final : public Route {
 public:
  ShmRoute(std::unique_ptr<Route> network, PeerLink& peers, std::shared_ptr<Host> host,
           std::size_t keep_all_bound)
      : network_(std::move(network)),
        peers_(peers),
        host_(std::move(host)),
        keep_all_bound_(keep_all_bound) {}

  const char* name() const noexcept override { return "shm"; }

  // Where there are too many, the endpoint is the network's alone.
  Result<std::unique_ptr<Writer>> open_writer(const Endpoint& endpoint,
                                              EndpointEvents& events) override {
    auto publication = Publication::open(*host_, peers_, endpoint, keep_all_bound_, events);
    if (!publication) {
      host_->warn(publication.error().what);
      return network_->open_writer(endpoint, events);
    }
    auto writer = peers_.open_writer(endpoint, (*publication)->user_data(), **publication);
    if (!writer) return writer.error();
    return std::unique_ptr<Writer>(std::make_unique<ShmWriter>(
        host_, stoppable_, std::move(*publication), std::move(*writer)));
  }
  Result<std::unique_ptr<Reader>> open_reader(const Endpoint& endpoint,
                                              MessageSink& sink) override {
    if (!endpoint.read) return network_->open_reader(endpoint, sink);
    auto subscription = Subscription::open(*host_, peers_, endpoint, keep_all_bound_, sink);
    if (!subscription) {
      host_->warn(subscription.error().what);
      return network_->open_reader(endpoint, sink);
    }
    auto reader = peers_.open_reader(endpoint, (*subscription)->user_data(), **subscription);
    if (!reader) return reader.error();
    return std::unique_ptr<Reader>(
        std::make_unique<ShmReader>(host_, std::move(*subscription), std::move(*reader)));
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
  const std::shared_ptr<Host> host_;
  const std::size_t keep_all_bound_;
};

}  // namespace

std::unique_ptr<Route> open_shm_route(std::unique_ptr<Route> network, PeerLink& peers,
                                      std::shared_ptr<Host> host, std::size_t keep_all_bound) {
  return std::make_unique<ShmRoute>(std::move(network), peers, std::move(host), keep_all_bound);
}

}  // namespace ranvier::shm
