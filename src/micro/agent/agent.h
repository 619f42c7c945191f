// All clients of the agent: who is who, who logs in, and who has died.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>

#include "micro/agent/answers.h"
#include "micro/agent/loop.h"
#include "micro/agent/session.h"
#include "ranvier/os/mutex.h"

namespace ranvier::micro {

/// Sends messages to peers: a socket, a serial line.
class Carrier {
 public:
  virtual ~Carrier() = default;
  /// @param peer  what the carrier gave to Agent::receive().
  virtual void send(const std::string& peer, std::span<const std::uint8_t> message) = 0;
  /// Where a peer is, for people to read.
  virtual std::string where(const std::string& peer) const { return peer; }
};

/// The key as one number, by which the agent knows a client.
std::uint32_t number_of(const ClientKey& key);
/// The same for people: eight hexadecimal digits, as --allow takes them.
std::string name_of_client(std::uint32_t key);

/// The state machine of the agent, without sockets and threads.
///
/// Threads: one, but for what sessions do to wake it.
class Agent {
 public:
  struct Options {
    std::size_t most_clients = 10'000;
    /// Logins a second, of all; more are dropped. A client tries again.
    std::size_t logins_per_second = 1'000;
    /// A client that is silent for so long is asked for a sign of life, and is gone without
    /// one. For clients that do not state a time of their own; 0: for ever.
    std::int64_t liveliness_ms = 30'000;
    std::set<ClientKey> keys;  ///< that may log in; empty: all
    /// Bytes of the graph for clients that do not say what they take; 0: what micro-ROS takes in
    /// its usual build.
    std::size_t graph_bytes = 0;
    /// Of all clients, bytes of samples that come in fragments and are not whole yet.
    std::size_t fragment_bytes = FragmentBudget::kUsual;
    References references;
  };
  /// How often, and how often a second, a silent client is asked.
  static constexpr int kQuestions = 3;
  static constexpr std::int64_t kQuestionMs = 200;

  /// @param wake  called on any thread: run_woken() is to be called soon.
  /// @param warn  logs a line.
  Agent(Options options, Bus& bus, std::function<void()> wake,
        std::function<void(const std::string&)> warn);
  ~Agent();

  /// A message from a peer. @param peer  names it within the carrier, the same each time.
  void receive(Carrier& carrier, const std::string& peer, std::span<const std::uint8_t> message,
               std::int64_t now);
  /// Looks after sessions for which samples came.
  void run_woken(std::int64_t now);
  /// Heartbeats and liveliness: to be called when it is due(), every 20 ms or so while it is busy().
  void tick(std::int64_t now);
  /// When there is something for tick() to do; kNever. What the other functions do changes it.
  std::int64_t due() const { return busy() ? now_ : look_at_; }
  bool busy() const { return !attended_.empty(); }
  /// The carrier lost that peer: its client may come back elsewhere.
  void lose(Carrier& carrier, const std::string& peer);
  /// A message or connection came from an address that is not allowed: counts it.
  void turn_away(const std::string& address);
  /// Whether a client is logged in there.
  bool has_session(Carrier& carrier, const std::string& peer) const {
    return places_.contains(Place(&carrier, peer));
  }
  /// A carrier dropped something: counts it, and logs the reason once.
  void drop(std::uint64_t Counts::* count, const std::string& reason);
  /// Logs what a carrier has to tell: once for each text.
  void warn_once(const std::string& text);
  /// The same, each time.
  void tell(const std::string& text) const { warn_(text); }
  /// Answers a question on the multicast address of discovery.
  void discover(Carrier& carrier, const std::string& peer, std::span<const std::uint8_t> message);

  /// What discovery tells: known when the port is bound.
  void set_addresses(std::vector<Address> addresses) { addresses_ = std::move(addresses); }

  std::size_t clients() const { return clients_.size(); }
  const Counts& counts() const { return counts_; }
  std::size_t objects() const;

  /// Where a client is: a carrier, and a peer of it.
  using Place = std::pair<Carrier*, std::string>;

 private:
  class Client;
  class Inside;
  /// A client logged in from elsewhere.
  struct Move {
    Place from;
    std::uint32_t key = 0;
    std::int64_t at = 0;  ///< ms
  };
  struct PlaceHash {
    std::size_t operator()(const Place& place) const {
      return std::hash<std::string>()(place.second) ^ std::hash<const void*>()(place.first);
    }
  };

  void take(Carrier& carrier, const std::string& peer, std::span<const std::uint8_t> message,
            std::int64_t now);
  void tick_attended(std::int64_t now);
  void look_after_all(std::int64_t now);
  void look_by(const Client& client);
  void pump_woken(std::int64_t now);
  Client* find(const Place& place, const xrce_header& header);
  void outside_session(const Place& place, const xrce_header& header,
                       std::span<const std::uint8_t> message, std::size_t offset);
  void log_in(const Place& place, const xrce_header& header, const xrce_submessage& submessage);
  std::uint8_t admit(const Place& place, const Login& login, std::optional<std::uint16_t>& goes_on);
  bool is_same_login(const Client& client, const Place& place, const Login& login) const;
  bool too_many_logins();
  bool allows(const Login& login);
  void answer_unknown(const Place& place, const xrce_header& header,
                      const xrce_submessage& submessage);
  void send_info(const Place& place, const xrce_header& header, xrce_cdr& payload, bool known,
                 const std::vector<Address>& addresses);
  void send_status_of_client(const Place& place, const xrce_header& header, std::uint16_t request);
  void note_move(std::uint32_t key, const Place& from, const Place& to);
  void look_for_twin(const Place& place);
  void tell_of_twin(std::uint32_t key, const Place& one, const Place& other);
  bool is_new(const std::string& warning);
  void remove(std::uint32_t key);
  void drop_session(std::uint32_t key, const std::string& why);
  void wake(std::uint32_t key) noexcept;

  const Options options_;
  std::vector<Address> addresses_;
  Bus& bus_;
  const std::function<void()> wake_;
  const std::function<void(const std::string&)> warn_;
  Counts counts_;
  FragmentBudget fragments_;  // outlives the clients
  std::unordered_map<std::uint32_t, std::unique_ptr<Client>> clients_;
  std::unordered_map<Place, std::uint32_t, PlaceHash> places_;
  std::deque<Move> moves_;  // the last ones
  std::set<std::string> warned_;
  bool told_of_address_ = false;  // one line: who sends may choose the address
  std::int64_t now_ = 0;
  std::set<std::uint32_t> attended_;  // whose sessions are busy
  std::int64_t look_at_ = kNever;     // when a client may have been silent for too long
  std::int64_t looked_ = -kQuestionMs;
  std::int64_t logins_since_ = 0;
  std::size_t logins_ = 0;
  std::atomic<std::thread::id> inside_{};  // the agent's thread while it works, else none
  Mutex mutex_{"agent"};
  std::set<std::uint32_t> woken_ RANVIER_GUARDED_BY(mutex_);
};

/// A client, and what its session asks for; for the agent's own sources.
/// Threads: as Agent; wake() from any.
class Agent::Client final : public SessionPort {
 public:
  Client(Agent& agent, const Place& place, const Login& login)
      : place(place),
        agent_(agent),
        key_(number_of(login.key)),
        session(login, agent.bus_, agent.options_.references, agent.counts_, *this) {}

  void send(std::span<const std::uint8_t> message) override {
    place.first->send(place.second, message);
  }
  void wake() noexcept override { agent_.wake(key_); }
  void attend() override { agent_.attended_.insert(key_); }
  void warn(const std::string& text) override {
    agent_.warn_once("Client " + name_of_client(key_) + ": " + text);
  }
  std::size_t graph_bytes() const override { return agent_.options_.graph_bytes; }
  FragmentBudget& fragments() override { return agent_.fragments_; }

  /// When it is to be asked for a sign of life, or is gone; kNever.
  std::int64_t silent_by() const {
    const std::int64_t own = session.login().liveliness_ms;
    const std::int64_t patience = own != 0 ? own : agent_.options_.liveliness_ms;
    return patience == 0 ? kNever : heard + patience + questions * kQuestionMs;
  }

  Place place;
  std::int64_t heard = 0;
  std::int64_t logged_in = 0;
  std::optional<std::uint16_t> goes_on;  // what the last login was answered
  bool knows_session = false;            // it spoke in the session: it has that answer
  int questions = 0;                     // since it was heard

 private:
  Agent& agent_;
  const std::uint32_t key_;

 public:
  Session session;  // last: its endpoints wake through the rest
};

}  // namespace ranvier::micro
