#include "peer_types.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <utility>

#include "foreign_type.hpp"

namespace rosbag2_transport
{
namespace
{

using Clock = std::chrono::steady_clock;
constexpr auto kLimit = std::chrono::seconds(2);  // messages are not recorded meanwhile
constexpr auto kLook = std::chrono::milliseconds(20);

}  // namespace

struct PeerTypes::Question
{
  struct Peer
  {
    std::string node;
    Client::SharedPtr client;
    bool sent = false;
  };
  bool has(const std::string & node) const
  {
    return std::any_of(
      peers.begin(), peers.end(), [&](const Peer & peer) {return peer.node == node;});
  }

  void end(ranvier::bag::Definition definition, const std::string & why_not)
  {
    if (done.exchange(true)) {return;}
    answer(std::move(definition), why_not);
  }
  void send(const std::shared_ptr<Question> & self);
  void hear(const GetTypeDescription::Response & response)
  {
    if (!response.successful) {
      why_not = response.failure_reason;
      return;
    }
    try {
      end(definition_from(response.type_description, response.type_sources, hash), "");
    } catch (const std::exception & error) {
      why_not = error.what();
    }
  }

  std::string topic, type, hash;
  Answer answer;
  Clock::time_point limit;
  std::vector<Peer> peers;
  std::string why_not = "no node that publishes it answered";
  std::atomic<bool> done{false};
};

void PeerTypes::Question::send(const std::shared_ptr<Question> & self)
{
  for (Peer & peer : peers) {
    if (peer.sent || !peer.client->service_is_ready()) {continue;}
    peer.sent = true;
    auto request = std::make_shared<GetTypeDescription::Request>();
    request->type_name = type;
    request->type_hash = hash;
    request->include_type_sources = true;
    peer.client->async_send_request(
      request, [weak = std::weak_ptr<Question>(self)](Client::SharedFuture response) {
        if (const auto asked = weak.lock()) {asked->hear(*response.get());}
      });
  }
}

PeerTypes::PeerTypes(rclcpp::Node & node, rclcpp::CallbackGroup::SharedPtr group)
: node_(node), group_(std::move(group)) {}

void PeerTypes::forget()
{
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto & question : questions_) {question->done = true;}
}

void PeerTypes::ask(
  const std::string & topic, const std::string & type, const std::string & hash, Answer answer)
{
  auto question = std::make_shared<Question>();
  question->topic = topic;
  question->type = type;
  question->hash = hash;
  question->answer = std::move(answer);
  question->limit = Clock::now() + kLimit;
  std::lock_guard<std::mutex> lock(mutex_);
  questions_.push_back(std::move(question));
  if (timer_) {
    timer_->reset();
  } else {
    timer_ = node_.create_wall_timer(kLook, [this] {look();}, group_);
  }
}

// The name of a node comes by itself, some time after its publishers.
void PeerTypes::find_peers(Question & question)
{
  for (const auto & one : node_.get_publishers_info_by_topic(question.topic)) {
    const std::string & space = one.node_namespace();
    const std::string node = (space == "/" ? "" : space) + "/" + one.node_name();
    const bool is_known = one.node_name() != "_NODE_NAME_UNKNOWN_" && !one.node_name().empty();
    if (!is_known || question.has(node)) {continue;}
    question.peers.push_back(
      {node, node_.create_client<GetTypeDescription>(
          node + "/get_type_description", rclcpp::ServicesQoS(), group_)});
  }
}

void PeerTypes::look()
{
  std::list<std::shared_ptr<Question>> asked;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    // Here, where none of their clients is in a call, for calls are of this group.
    questions_.remove_if([](const auto & question) {return question->done.load();});
    asked = questions_;
    if (asked.empty()) {timer_->cancel();}
  }
  const auto now = Clock::now();
  for (const auto & question : asked) {
    find_peers(*question);
    question->send(question);
    if (now >= question->limit) {question->end({}, question->why_not);}
  }
}

}  // namespace rosbag2_transport
