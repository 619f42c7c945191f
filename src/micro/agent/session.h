// One client of the agent: its streams, its objects, and what they say to each other.
#pragma once

#include <array>
#include <optional>

#include "micro/agent/objects.h"
#include "micro/agent/streams.h"

namespace ranvier::micro {

using ClientKey = std::array<std::uint8_t, 4>;

/// What is counted, of a client and of all.
struct Counts {
  std::uint64_t received = 0;      ///< messages
  std::uint64_t sent = 0;          ///< messages
  std::uint64_t from_boards = 0;   ///< samples
  std::uint64_t to_boards = 0;     ///< samples
  std::uint64_t repeated = 0;      ///< messages that a client asked for again
  std::uint64_t malformed = 0;     ///< submessages
  std::uint64_t too_long = 0;      ///< samples that no message of the client's size holds
  std::uint64_t refused = 0;       ///< objects
  std::uint64_t held_back = 0;     ///< messages of clients, behind replies that they do not take
  std::uint64_t overwritten = 0;   ///< samples for a slow reader, pushed out by newer ones
  std::uint64_t write_failed = 0;  ///< samples that the graph did not take
  std::uint64_t unsent = 0;        ///< messages for serial lines that stood still
  std::uint64_t lost = 0;          ///< samples for boards whose sessions ended before they had them
  std::uint64_t unassembled = 0;   ///< samples in fragments that the budget had no room for
  std::uint64_t closed = 0;        ///< connections that came without a login, or were too many
  std::uint64_t not_allowed = 0;   ///< logins of keys, messages and connections of addresses
};

/// What CREATE_CLIENT says.
struct Login {
  ClientKey key{};
  std::uint8_t session = 0;
  std::uint16_t mtu = 0;
  std::int64_t liveliness_ms = 0;           ///< 0: not given
  std::optional<std::int64_t> number = {};  ///< of this login, if given
  std::optional<std::uint16_t> taken = {};  ///< the last message of its session before
  std::uint16_t window = 0;                 ///< messages that it has room for; 0: not given
  std::optional<std::size_t> largest = {};  ///< bytes of a sample in fragments, if given
  bool hands_over = false;                  ///< what it writes to its own readers by itself
};

/// Reads the payload of a CREATE_CLIENT. @return an XRCE_STATUS_…
std::uint8_t read_login(xrce_cdr& payload, Login& to);

/// What a session asks of its surroundings.
class SessionPort {
 public:
  virtual void send(std::span<const std::uint8_t> message) = 0;
  /// Wakes the session: Session::pump() is called soon. Any thread.
  virtual void wake() noexcept = 0;
  /// Session::tick() is to be called every 20 ms, while busy().
  virtual void attend() = 0;
  /// Logs a line once for each text.
  virtual void warn(const std::string& text) = 0;
  /// Bytes of a graph that clients take which do not say so; 0: what kUsualWindow messages hold.
  virtual std::size_t graph_bytes() const = 0;
  /// What all clients share; it outlives them.
  virtual FragmentBudget& fragments() = 0;

 protected:
  ~SessionPort() = default;
};

/// Threads: one, but for SessionPort::wake().
class Session {
 public:
  /// Of a client that does not say how many messages it has room for: what micro-ROS has
  /// unless it is built otherwise.
  static constexpr std::uint16_t kUsualWindow = 4;
  /// Replies and samples that wait in a stream, unsent. While there are more, what is to be replied
  /// to is not taken: a client that acknowledges nothing would fill the agent.
  static constexpr std::size_t kMostWaiting = 128;
  /// What a DATA has before its sample: its header and two ids.
  static constexpr std::size_t kDataHead = XRCE_SUBMESSAGE_HEADER + 4;

  Session(const Login& login, Bus& bus, const References& references, Counts& counts,
          SessionPort& port);

  /// The same client logs in again: streams from the start, objects stay. One that says what
  /// it has taken gets the rest.
  /// @return the first message of the client that was not taken; nothing for one that was reset.
  std::optional<std::uint16_t> log_in_again(const Login& login);
  /// Takes a message of this client, its header included.
  void receive(const xrce_header& header, std::span<const std::uint8_t> message, std::size_t offset,
               std::int64_t now);
  /// Sends what there is room for.
  void pump(std::int64_t now);
  /// Does what is due: heartbeats.
  void tick(std::int64_t now);
  /// Whether there is something that only time brings on: an acknowledgement that may be lost, a
  /// sample that waits for room, a bound on bytes a second.
  bool busy() const;
  /// The session is about to go: counts and logs the samples that the client has not
  /// acknowledged. @param why  it goes, and what to do.
  void tell_lost(const std::string& why);
  /// Asks the client for a sign of life.
  void ask_for_life();

  const Login& login() const { return login_; }
  Objects& objects() { return objects_; }

 private:
  void reset_streams();
  OutStream& out(std::uint8_t stream);
  InStream* in(std::uint8_t stream);
  xrce_header header(std::uint8_t stream);
  void send_reply(const xrce_message& reply, std::uint8_t stream);
  InStream::Handle handle_in_order(std::uint8_t stream);
  void handle_all(std::span<const std::uint8_t> message, std::size_t offset, std::uint8_t stream);
  static bool is_misplaced(std::uint8_t id, std::uint8_t stream);
  bool handle(const xrce_submessage& submessage, std::uint8_t stream);
  void handle_other(const xrce_submessage& submessage, xrce_cdr& payload, std::uint8_t stream);
  void on_create(const xrce_submessage& submessage, xrce_cdr& payload, std::uint8_t stream);
  void on_delete(xrce_cdr& payload, std::uint8_t stream);
  void on_get_info(xrce_cdr& payload, std::uint8_t stream);
  bool on_write(const xrce_submessage& submessage, xrce_cdr& payload, std::uint8_t stream);
  bool write(Objects::Object& object, const Written& sample, std::uint8_t stream);
  bool on_read(xrce_cdr& payload, std::uint8_t stream);
  bool may_reply(std::uint8_t stream);
  void on_acknack(xrce_cdr& payload);
  void on_heartbeat(xrce_cdr& payload);
  void on_timestamp(xrce_cdr& payload);
  bool on_fragment(const xrce_submessage& fragment, std::uint8_t stream);
  void refuse_fragments(Reassembly::Refusal why);
  void try_waiting_again();
  void send_acknack(std::uint8_t stream, const InStream& in);
  void send_with_acknack(std::span<const std::uint8_t> message);
  bool joins_acknack(std::size_t message) const;
  void send_status(std::uint16_t request, std::uint16_t object, std::uint8_t status,
                   std::uint8_t stream);
  bool send_samples(std::uint16_t id, Objects::Object& object);
  bool is_own(const Sample& sample) const;
  bool is_handed_over(const Objects::Object& from, const Written& sample) const;
  void count_overwritten(Objects::Object& object);
  void send_sample(std::uint16_t id, Objects::Object& object, const Sample& sample);
  std::size_t longest_graph(std::uint8_t stream) const;
  void refuse_graph(std::uint16_t id, Objects::Object& object, std::size_t size);
  void look_if_stuck(OutStream& stream);
  /// By object.
  using LostSamples = std::map<std::uint16_t, std::uint64_t>;
  void find_unacknowledged(OutStream& stream, LostSamples& to) const;
  void tell_lost(const LostSamples& lost, const std::string& why);
  void tell_unacknowledged(const std::string& why);
  void send_fragments(MessageBytes submessage, std::uint8_t stream);
  void pump_streams();

  Login login_;
  Counts& counts_;
  const References& references_;
  SessionPort& port_;
  Objects objects_;
  std::map<std::uint8_t, InStream> in_;
  /// By stream: submessages of the next message that were handled before one had no room.
  std::map<std::uint8_t, std::size_t> handled_;
  std::map<std::uint8_t, OutStream> out_;
  std::map<std::uint8_t, Reassembly> fragments_;
  std::map<std::uint8_t, std::uint16_t> best_effort_in_, best_effort_out_;
  std::optional<std::uint8_t> acknack_due_;  ///< the stream of a message that was just taken
  std::int64_t now_ = 0;
  std::uint16_t next_reader_ = 0;  // whose turn it is, so that none starves
};

}  // namespace ranvier::micro
