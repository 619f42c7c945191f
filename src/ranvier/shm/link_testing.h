// A publication and a subscription over a network that the test plays: it says
// who matches, and brings what it likes.
#pragma once

#include <functional>
#include <map>

#include "endpoints.h"
#include "ranvier/ring/testing.h"
#include "ranvier/shm/reader_endpoint.h"
#include "ranvier/shm/writer_endpoint.h"

namespace ranvier::shm {

using support::Collector;
using support::endpoint;
using support::keep_last;
using support::numbers;
using support::text;
using support::WriterEvents;
using Kind = EndpointEvent::Kind;

// Handles of matches.
inline constexpr std::uint64_t kPublisher = 1, kSubscriber = 2, kStranger = 3;

inline Gid gid_of(std::uint64_t handle) {
  Gid gid;
  gid.bytes.fill(static_cast<std::uint8_t>(handle));
  return gid;
}

struct Peers final : PeerLink {
  std::optional<Peer> find(std::uint64_t peer) override {
    const auto found = user_data.find(peer);
    if (found == user_data.end()) return std::nullopt;
    return Peer{gid_of(peer), found->second};
  }
  Result<std::unique_ptr<Writer>> open_writer(const Endpoint&, const std::string&,
                                              EndpointEvents&) override {
    return Error{Code::kUnsupported, "The test plays the network's endpoints."};
  }
  Result<std::unique_ptr<Reader>> open_reader(const Endpoint&, const std::string&,
                                              PeerSink&) override {
    return Error{Code::kUnsupported, "The test plays the network's endpoints."};
  }
  std::map<std::uint64_t, std::string> user_data;
};

struct NetworkWriter final : Writer {
  NetworkWriter() : Writer(readers) {}
  Result<void> write(MessagePtr message) override {
    ++written;
    if (brings) brings(std::move(message));
    return {};
  }
  Gid gid() const noexcept override { return gid_of(kPublisher); }
  bool wait_for_all_acked(std::chrono::nanoseconds) override { return true; }
  void assert_liveliness() noexcept override {}
  std::function<void(MessagePtr)> brings;  // set before anything is written
  std::atomic<std::size_t> readers{1};
  std::atomic<int> written{0};
};

// Two processes' shared memory, one pair, and a network in between.
class LinkTest : public ::testing::Test {
 protected:
  LinkTest() = default;
  void SetUp() override {
    publisher_ = open_host();
    subscriber_ = open_host();
    open(endpoint(keep_last(100)));
  }
  void TearDown() override { close(); }

  virtual void choose(ShmRuntime::Options&) {}
  std::shared_ptr<ShmRuntime> open_host() {
    ShmRuntime::Options options;
    options.parent = place_.parent();
    options.limit = 16 << 20;
    options.warn = [this](const std::string& words) {
      said_.change([&] { words_.push_back(words); });
    };
    choose(options);
    return *ShmRuntime::open(options);
  }
  void open(const Endpoint& at) {
    make(at);
    publisher_->add(publication_);
    subscriber_->add(subscription_);
  }
  // Both ends, which nobody serves but the test.
  void make(const Endpoint& at) {
    publication_ = *WriterEndpoint::open(*publisher_, peers_, at, 1000, events_);
    subscription_ = *ReaderEndpoint::open(*subscriber_, peers_, at, 1000, inbox_);
    peers_.user_data[kPublisher] = publication_->user_data();
    peers_.user_data[kSubscriber] = subscription_->user_data();
    publication_->start(network_);
    subscription_->start(gid_of(kSubscriber));
  }
  void close() {
    publication_->end();
    subscription_->end();
    publication_.reset();
    subscription_.reset();
  }
  void tell_publisher(int change, std::uint64_t peer = kSubscriber) {
    publication_->on_event({Kind::kMatched, change, {}, 0, peer});
  }
  void tell_subscriber(int change, std::uint64_t peer = kPublisher) {
    subscription_->on_event({Kind::kMatched, change, {}, 0, peer});
  }
  void meet() {
    tell_publisher(1);
    tell_subscriber(1);
    ASSERT_TRUE(events_.wait_matched(1));
    ASSERT_TRUE(inbox_.wait_matched(1));
  }
  void publish(int from, int to) {
    for (int i = from; i < to; ++i) publish(std::to_string(i));
  }
  void publish(const std::string& words) {
    const MessagePtr message = text(words);
    message->header().source_timestamp = ++now_;
    message->header().publisher = gid_of(kPublisher);
    const Result<void> written = publication_->write(message);
    EXPECT_TRUE(written) << written.error().what;
  }
  // As the network brings it, if the subscription wants it.
  void bring(const MessagePtr& written) {
    if (!subscription_->wants(gid_of(kPublisher))) return;
    MessagePtr message = text(support::data_of(written));
    message->header() = written->header();
    subscription_->deliver(std::move(message));
  }
  // What the network brings, if the subscription wants it.
  void bring(int from, int to, std::uint64_t publisher = kPublisher) {
    for (int i = from; i < to; ++i) {
      if (!subscription_->wants(gid_of(publisher))) continue;
      MessagePtr message = text(std::to_string(i));
      message->header().publisher = gid_of(publisher);
      subscription_->deliver(std::move(message));
    }
  }
  void expect(int from, int to) {
    EXPECT_TRUE(inbox_.wait_count(to - from));
    ASSERT_EQ(inbox_.texts(), numbers(from, to));
  }

  const testing::Place place_;
  support::Waiter said_;
  std::vector<std::string> words_;  // of warnings
  std::shared_ptr<ShmRuntime> publisher_;
  std::shared_ptr<ShmRuntime> subscriber_;
  Peers peers_;
  std::atomic<std::int64_t> now_{0};
  NetworkWriter network_;
  WriterEvents events_;
  Collector inbox_;
  std::shared_ptr<WriterEndpoint> publication_;
  std::shared_ptr<ReaderEndpoint> subscription_;
};

}  // namespace ranvier::shm
