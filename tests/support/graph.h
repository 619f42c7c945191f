// A context with the local route alone, its nodes, and typed ends of topics and
// services, for tests of the node room.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "endpoints.h"
#include "jobs.h"
#include "ranvier/local/local_route.h"
#include "ranvier/node/publisher.h"
#include "ranvier/node/service.h"
#include "ranvier/node/subscription.h"

namespace ranvier::support {

/// Calls a function with each message.
template <class Base>
class Call final : public Base {
 public:
  explicit Call(std::function<void(MessagePtr)> what) : what_(std::move(what)) {}
  void call(MessagePtr message) override { what_(std::move(message)); }

 private:
  const std::function<void(MessagePtr)> what_;
};

template <>
class Call<RequestCallback> final : public RequestCallback {
 public:
  explicit Call(std::function<void(MessagePtr)> what) : what_(std::move(what)) {}
  void call(MessagePtr request, Server&) override { what_(std::move(request)); }

 private:
  const std::function<void(MessagePtr)> what_;
};

/// A subscription's callback; with `bytes` it asks for the encoded form.
inline MessageCallback on_message(std::function<void(MessagePtr)> what, bool bytes = false) {
  using Function = std::function<void(MessagePtr)>;
  MessageCallback callback;
  callback.call = [](void* state, MessagePtr message) {
    (*static_cast<Function*>(state))(std::move(message));
  };
  callback.state = new Function(std::move(what));
  callback.destroy = [](void* state) { delete static_cast<Function*>(state); };
  if (bytes) callback.takes = MessageCallback::Takes::kBytes;
  return callback;
}

/// Owns a work of the node room: closes it at the end.
template <class T>
class Closing final {
 public:
  explicit Closing(Ref<T> what) : what_(std::move(what)) {}
  Closing(Closing&&) = default;
  ~Closing() {
    if (what_) what_->close();
  }
  T* operator->() const { return what_.get(); }

 private:
  Ref<T> what_;
};

/// One node of one context, which the engine has.
class GraphTest : public ::testing::Test {
 protected:
  explicit GraphTest(KeepAllBound bound = {})
      : context_(std::make_shared<Context>(Routes(open_local_route()), 0, bound)),
        node_(std::make_shared<Node>(context_, NodeName{"tester", "/"})) {
    node_->attach(engine_);
  }
  ~GraphTest() override { node_->detach(engine_); }

  std::unique_ptr<Publisher> publisher(const Endpoint& at = endpoint()) {
    auto opened = Publisher::open(node_, at);
    EXPECT_TRUE(opened);
    return std::move(*opened);
  }
  Closing<Subscription> subscription(const Endpoint& at, std::function<void(MessagePtr)> callback,
                                     bool bytes = false) {
    auto opened = Subscription::open(node_, node_->default_strand(), at, {},
                                     on_message(std::move(callback), bytes));
    EXPECT_TRUE(opened);
    return Closing<Subscription>(*opened);
  }
  /// A subscription that writes down what it gets.
  Closing<Subscription> listening(const Endpoint& at = endpoint()) {
    return subscription(at, [this](MessagePtr message) { heard_.push_back(data_of(message)); });
  }
  Closing<Server> server(std::function<void(MessagePtr)> callback) {
    auto opened = Server::open(node_, node_->default_strand(), service_endpoint(),
                               std::make_unique<Call<RequestCallback>>(std::move(callback)));
    EXPECT_TRUE(opened);
    return Closing<Server>(*opened);
  }
  Closing<Client> client() {
    auto opened = Client::open(node_, node_->default_strand(), service_endpoint());
    EXPECT_TRUE(opened);
    return Closing<Client>(*opened);
  }
  static void send(Publisher& publisher, const std::string& data) {
    const Result<void> sent = publisher.send(new Text(data));
    EXPECT_TRUE(sent) << sent.error().what;
  }
  void spin_all() {
    while (engine_.spin_ready()) {}
  }

  Engine engine_;
  const std::shared_ptr<Context> context_;
  const std::shared_ptr<Node> node_;
  std::vector<std::string> heard_;
};

}  // namespace ranvier::support
