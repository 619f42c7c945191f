// Our clients and our agent in one process, over links that lose, double and reorder messages
// by a seed, on a clock of their own.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <queue>
#include <random>
#include <string>
#include <vector>

#include "micro/agent/agent.h"
#include "ranvier_micro/session/publish.h"

namespace ranvier::micro::support {

using Datagram = std::vector<std::uint8_t>;

/// What links do to messages, each with this probability.
struct Faults {
  double lose = 0;
  double twice = 0;
  double late = 0;  ///< up to 5 ms, past later ones
};

class World;

/// The client's end of a link.
struct WorldLink {
  xrce_transport link{};
  World* world = nullptr;
  std::string name;
  std::deque<Datagram> inbox;
  bool broken = false;  ///< the cable is out
};

/// The clock is one for all worlds of the process: clients know no other.
inline std::uint32_t& world_now() {
  static std::uint32_t now = 1000;
  return now;
}

class World final : public Carrier {
 public:
  World(Bus& bus, std::uint32_t seed, Faults faults = {}, Agent::Options options = {})
      : bus_(bus), faults_(faults), options_(std::move(options)), random_(seed) {
    start_agent();
  }

  void start_agent() {
    agent_ = std::make_unique<Agent>(
        options_, bus_, [this] { woken_ = true; },
        [this](const std::string& text) { log_.push_back(text); });
  }
  void kill_agent() { agent_.reset(); }
  Agent& agent() { return *agent_; }
  const std::vector<std::string>& log() const { return log_; }
  void set_faults(Faults faults) { faults_ = faults; }

  WorldLink& link(const std::string& name) {
    WorldLink& made = links_[name];
    made.world = this;
    made.name = name;
    made.link.open = [](xrce_transport*) { return true; };
    made.link.close = [](xrce_transport*) {};
    made.link.send = [](xrce_transport* of, const std::uint8_t* message, std::size_t size) {
      auto& from = *reinterpret_cast<WorldLink*>(of);
      from.world->carry(from.name, true, Datagram(message, message + size));
      return true;
    };
    made.link.receive = [](xrce_transport* of, std::uint8_t* message, std::size_t capacity,
                           int timeout_ms) {
      return reinterpret_cast<WorldLink*>(of)->world->receive(*reinterpret_cast<WorldLink*>(of),
                                                              message, capacity, timeout_ms);
    };
    return made;
  }

  void send(const std::string& peer, std::span<const std::uint8_t> message) override {
    carry(peer, false, Datagram(message.begin(), message.end()));
  }

  /// One millisecond.
  void advance() {
    const std::uint32_t now = ++world_now();
    while (!under_way_.empty() && under_way_.begin()->first <= now) {
      const Way way = std::move(under_way_.begin()->second);
      under_way_.erase(under_way_.begin());
      deliver(way);
    }
    if (!agent_) return;
    if (now % 20 == 0) agent_->tick(now);
    if (std::exchange(woken_, false)) agent_->run_woken(now);
  }

  std::uint64_t lost() const { return lost_; }
  static const xrce_platform& platform() {
    static const xrce_platform made{[] { return world_now(); },
                                    [](std::uint32_t) { /* the loop of the test advances */ }};
    return made;
  }

 private:
  struct Way {
    std::string peer;
    bool to_agent;
    Datagram message;
  };

  bool chance(double probability) {
    return std::uniform_real_distribution<double>(0, 1)(random_) < probability;
  }

  void carry(const std::string& peer, bool to_agent, Datagram message) {
    if (links_[peer].broken || chance(faults_.lose)) return void(++lost_);
    const int copies = chance(faults_.twice) ? 2 : 1;
    for (int i = 0; i < copies; ++i) {
      const std::uint32_t delay = chance(faults_.late) ? 1 + random_() % 5 : 0;
      under_way_.emplace(world_now() + 1 + delay, Way{peer, to_agent, message});
    }
  }

  void deliver(const Way& way) {
    if (!way.to_agent) {
      links_[way.peer].inbox.push_back(way.message);
    } else if (agent_) {
      agent_->receive(*this, way.peer, way.message, world_now());
    }
  }

  std::size_t receive(WorldLink& at, std::uint8_t* message, std::size_t capacity, int timeout_ms) {
    for (int i = 0; at.inbox.empty() && i < timeout_ms; ++i) advance();
    if (at.inbox.empty()) return 0;
    const Datagram first = std::move(at.inbox.front());
    at.inbox.pop_front();
    if (first.size() > capacity) return 0;
    std::copy(first.begin(), first.end(), message);
    return first.size();
  }

  Bus& bus_;
  Faults faults_;
  const Agent::Options options_;
  std::mt19937 random_;
  std::multimap<std::uint32_t, Way> under_way_;
  std::map<std::string, WorldLink> links_;
  std::unique_ptr<Agent> agent_;
  std::vector<std::string> log_;
  bool woken_ = false;
  std::uint64_t lost_ = 0;
};

}  // namespace ranvier::micro::support
