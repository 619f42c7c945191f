#include "micro/agent/agent.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "micro/agent/answers.h"

namespace ranvier::micro {
namespace {

constexpr std::size_t kMostWarnings = 512;

}  // namespace

Agent::Agent(Options options, Bus& bus, std::function<void()> wake,
             std::function<void(const std::string&)> warn)
    : options_(std::move(options)),
      bus_(bus),
      wake_(std::move(wake)),
      warn_(std::move(warn)),
      fragments_(options_.fragment_bytes) {}

Agent::~Agent() = default;

void Agent::warn_once(const std::string& text) {
  if (is_new(text)) warn_(text);
}

bool Agent::is_new(const std::string& warning) {
  return warned_.size() < kMostWarnings && warned_.insert(warning).second;
}

// While the agent's thread is in here it sees by itself what is woken: a sample of a board for
// another one costs no system call.
class Agent::Inside {
 public:
  explicit Inside(Agent& agent) : agent_(agent) {
    agent_.inside_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  }
  ~Inside() { agent_.inside_.store({}, std::memory_order_relaxed); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  Agent& agent_;
};

void Agent::wake(std::uint32_t key) noexcept {
  bool first = false;
  {
    Lock lock(mutex_);
    first = woken_.empty();
    woken_.insert(key);
  }
  // Only this thread's own value is looked for, so that the order of others does not matter.
  const bool sees = inside_.load(std::memory_order_relaxed) == std::this_thread::get_id();
  if (first && !sees) wake_();
}

void Agent::run_woken(std::int64_t now) {
  const Inside inside(*this);
  pump_woken(now);
}

void Agent::pump_woken(std::int64_t now) {
  std::set<std::uint32_t> woken;
  {
    Lock lock(mutex_);
    woken.swap(woken_);
  }
  if (woken.empty()) return;
  for (const std::uint32_t key : woken) {
    const auto found = clients_.find(key);
    if (found != clients_.end()) found->second->session.pump(now);
  }
  bool more = false;
  {
    Lock lock(mutex_);
    more = !woken_.empty();
  }
  if (more) wake_();  // other sockets have their turn first
}

Agent::Client* Agent::find(const Place& place, const xrce_header& header) {
  std::uint32_t key = 0;
  if (header.has_key) {
    ClientKey given;
    std::copy(std::begin(header.key), std::end(header.key), given.begin());
    key = number_of(given);
  } else if (const auto at = places_.find(place); at != places_.end()) {
    key = at->second;
  }
  const auto found = clients_.find(key);
  if (found == clients_.end()) return nullptr;
  Client* client = found->second.get();
  // A session is where it logged in last: nobody else speaks for it.
  return client->place == place && client->session.login().session == header.session ? client
                                                                                     : nullptr;
}

void Agent::receive(Carrier& carrier, const std::string& peer,
                    std::span<const std::uint8_t> message, std::int64_t now) {
  const Inside inside(*this);
  take(carrier, peer, message, now);
  pump_woken(now);
}

void Agent::take(Carrier& carrier, const std::string& peer, std::span<const std::uint8_t> message,
                 std::int64_t now) {
  now_ = now;
  ++counts_.received;
  xrce_header header;
  const std::size_t offset = xrce_read_header(&header, message.data(), message.size());
  if (offset == 0) return void(++counts_.malformed);
  const Place place(&carrier, peer);
  Client* client = find(place, header);
  const bool starts =
      header.session == XRCE_NO_SESSION_WITH_KEY || header.session == XRCE_SESSION_WITHOUT_KEY;
  if (client == nullptr || starts) return outside_session(place, header, message, offset);
  client->heard = now;
  client->questions = 0;
  std::size_t first = offset;
  xrce_submessage submessage{};
  const bool on_no_stream =
      header.stream == XRCE_NO_STREAM &&
      xrce_next_submessage(message.data(), message.size(), &first, &submessage);
  if (on_no_stream && submessage.id == XRCE_DELETE) {
    return answer_unknown(place, header, submessage);
  }
  // It says that it is alive also while it waits for the answer to its login.
  if (!on_no_stream || submessage.id != XRCE_INFO) client->knows_session = true;
  client->session.receive(header, message, offset, now);
}

void Agent::outside_session(const Place& place, const xrce_header& header,
                            std::span<const std::uint8_t> message, std::size_t offset) {
  xrce_submessage submessage;
  while (xrce_next_submessage(message.data(), message.size(), &offset, &submessage)) {
    if (submessage.id == XRCE_CREATE_CLIENT) {
      // eProsima's client gives the length of a login without its properties, and sends nothing
      // behind it: the login itself says where it ends.
      submessage.size =
          static_cast<std::size_t>(message.data() + message.size() - submessage.payload);
      return log_in(place, header, submessage);
    } else {
      answer_unknown(place, header, submessage);
    }
  }
}

// A question about the agent, and a logout, are answered in any session and in none.
void Agent::answer_unknown(const Place& place, const xrce_header& header,
                           const xrce_submessage& submessage) {
  xrce_cdr payload;
  xrce_read_payload(&submessage, &payload);
  if (submessage.id == XRCE_GET_INFO) {
    const bool starts = header.session == XRCE_SESSION_WITHOUT_KEY;
    return send_info(place, header, payload, starts && places_.contains(place), {});
  }
  if (submessage.id != XRCE_DELETE) return look_for_twin(place);
  const std::uint16_t request = xrce_get_id(&payload);
  const std::uint16_t object = xrce_get_id(&payload);
  if (payload.failed || object != XRCE_CLIENT_OBJECT) return;
  if (Client* client = find(place, header)) remove(number_of(client->session.login().key));
  send_status_of_client(place, header, request);
}

void Agent::send_info(const Place& place, const xrce_header& header, xrce_cdr& payload, bool known,
                      const std::vector<Address>& addresses) {
  const std::uint16_t request = xrce_get_id(&payload);
  const std::uint16_t object = xrce_get_id(&payload);
  if (payload.failed) return void(++counts_.malformed);
  xrce_header back = header;
  back.stream = XRCE_NO_STREAM;
  back.sequence = 0;
  Answer answer(back, XRCE_INFO);
  answer.info(request, object, known, addresses);
  const xrce_message& message = answer.finish();
  place.first->send(place.second, {message.data, message.size});
}

void Agent::send_status_of_client(const Place& place, const xrce_header& header,
                                  std::uint16_t request) {
  xrce_header back = header;
  back.stream = XRCE_NO_STREAM;
  back.sequence = 0;
  Answer answer(back, XRCE_STATUS);
  answer.ids(request, XRCE_CLIENT_OBJECT);
  xrce_put_u16(answer.payload(), 0);
  const xrce_message& message = answer.finish();
  place.first->send(place.second, {message.data, message.size});
}

// The client did not ask for it: what it should have had is logged.
void Agent::drop_session(std::uint32_t key, const std::string& why) {
  const auto found = clients_.find(key);
  if (found == clients_.end()) return;
  found->second->session.tell_lost(why);
  remove(key);
}

void Agent::remove(std::uint32_t key) {
  const auto found = clients_.find(key);
  if (found == clients_.end()) return;
  places_.erase(found->second->place);
  clients_.erase(found);
}

void Agent::lose(Carrier& carrier, const std::string& peer) {
  const auto at = places_.find(Place(&carrier, peer));
  if (at == places_.end()) return;
  // Nothing is sent there any more; whoever has the key may log in from elsewhere.
  drop_session(at->second,
               "its connection has ended. Look at the link to the board, or publish transient "
               "local what it needs.");
}

void Agent::turn_away(const std::string& address) {
  ++counts_.not_allowed;
  if (std::exchange(told_of_address_, true)) return;
  warn_("Address " + address + " is not allowed: what it sends is dropped. Start the agent with " +
        "--allow-from " + address + " too. More such addresses are counted, not logged.");
}

void Agent::drop(std::uint64_t Counts::* count, const std::string& reason) {
  ++(counts_.*count);
  warn_once(reason);
}

void Agent::discover(Carrier& carrier, const std::string& peer,
                     std::span<const std::uint8_t> message) {
  xrce_header header;
  std::size_t offset = xrce_read_header(&header, message.data(), message.size());
  xrce_submessage submessage;
  if (offset == 0 || !xrce_next_submessage(message.data(), message.size(), &offset, &submessage) ||
      submessage.id != XRCE_GET_INFO) {
    return;
  }
  xrce_cdr payload;
  xrce_read_payload(&submessage, &payload);
  send_info(Place(&carrier, peer), header, payload, false, addresses_);
}

void Agent::tick(std::int64_t now) {
  const Inside inside(*this);
  now_ = now;
  tick_attended(now);
  if (now >= look_at_) look_after_all(now);
  pump_woken(now);
}

void Agent::tick_attended(std::int64_t now) {
  const std::set<std::uint32_t> attended = std::exchange(attended_, {});
  for (const std::uint32_t key : attended) {
    const auto found = clients_.find(key);
    if (found != clients_.end()) found->second->session.tick(now);  // and says if it still is
  }
}

// Who is heard meanwhile is looked at in vain then, which costs less than to move it each time.
void Agent::look_by(const Client& client) {
  look_at_ = std::min(look_at_, std::max(client.silent_by(), looked_ + kQuestionMs));
}

void Agent::look_after_all(std::int64_t now) {
  looked_ = now;
  look_at_ = kNever;
  std::vector<std::uint32_t> dead;
  for (auto& [key, client] : clients_) {
    if (now < client->silent_by()) {
      look_by(*client);
    } else if (client->questions == kQuestions) {
      dead.push_back(key);
    } else {
      ++client->questions;
      client->session.ask_for_life();
      look_by(*client);
    }
  }
  for (const std::uint32_t key : dead) {
    warn_(("Client " + name_of_client(key)) + " is silent: its nodes are taken out of the graph.");
    drop_session(key,
                 "it was silent for too long. Look at the link to the board, or raise --liveliness "
                 "(XRCE_LIVELINESS_MS in our client).");
  }
}

std::size_t Agent::objects() const {
  std::size_t all = 0;
  for (const auto& [key, client] : clients_) all += client->session.objects().size();
  return all;
}

}  // namespace ranvier::micro
