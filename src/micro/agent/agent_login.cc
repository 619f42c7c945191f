// Who may log in, as whom, and whether two boards do so with one key.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "micro/agent/agent.h"
#include "micro/agent/answers.h"

namespace ranvier::micro {
namespace {

constexpr std::int64_t kDoubledMs = 2000;
constexpr std::size_t kMostMoves = 64;
// What comes from where a client was may be under way that long.
constexpr std::int64_t kLateMs = 300;
// A board with two links, of which one fails now and then, comes back later than that.
constexpr std::int64_t kInTurnMs = 30'000;
constexpr const char* kOfAReset = "Publish transient local what a board needs after a reset.";

}  // namespace

std::uint32_t number_of(const ClientKey& key) {
  return static_cast<std::uint32_t>(key[0]) << 24 | static_cast<std::uint32_t>(key[1]) << 16 |
         static_cast<std::uint32_t>(key[2]) << 8 | key[3];
}

std::string name_of_client(std::uint32_t key) {
  char text[9];
  std::snprintf(text, sizeof text, "%08x", key);
  return text;
}

bool Agent::too_many_logins() {
  if (now_ - logins_since_ >= 1000) {
    logins_since_ = now_;
    logins_ = 0;
  }
  if (++logins_ <= options_.logins_per_second) return false;
  warn_once("More than " + std::to_string(options_.logins_per_second) +
            " logins a second: some are not answered. Raise --logins if so many boards start at "
            "once.");
  return true;
}

bool Agent::allows(const Login& login) {
  if (options_.keys.empty() || options_.keys.contains(login.key)) return true;
  ++counts_.not_allowed;
  const std::string name = name_of_client(number_of(login.key));
  warn_once("Client " + name + " is not allowed. Start the agent with --allow " + name + " too.");
  return false;
}

void Agent::log_in(const Place& place, const xrce_header& header,
                   const xrce_submessage& submessage) {
  xrce_cdr payload;
  xrce_read_payload(&submessage, &payload);
  Login login;
  std::uint8_t status = read_login(payload, login);
  if (status == XRCE_STATUS_OK && !allows(login)) status = XRCE_STATUS_DENIED;
  // What is refused costs nobody a session, nor a login of the rate.
  std::optional<std::uint16_t> goes_on;
  if (status == XRCE_STATUS_OK) {
    if (too_many_logins()) return;
    status = admit(place, login, goes_on);
  }

  xrce_header back = header;
  back.session = login.session;
  back.has_key = login.session < XRCE_SESSION_WITHOUT_KEY;
  std::copy(login.key.begin(), login.key.end(), back.key);
  Answer answer(back, XRCE_STATUS_AGENT);
  xrce_put_u8(answer.payload(), status);
  xrce_put_u8(answer.payload(), 0);
  xrce_put_bytes(answer.payload(), xrce_cookie_and_version, sizeof xrce_cookie_and_version);
  xrce_put_u8(answer.payload(), goes_on.has_value());
  if (goes_on) {  // a property
    xrce_put_u32(answer.payload(), 1);
    xrce_put_string(answer.payload(), "rvr_taken");
    xrce_put_string(answer.payload(), std::to_string(*goes_on).c_str());
  }
  const xrce_message& message = answer.finish();
  place.first->send(place.second, {message.data, message.size});
}

std::uint8_t Agent::admit(const Place& place, const Login& login,
                          std::optional<std::uint16_t>& goes_on) {
  const std::uint32_t key = number_of(login.key);
  const auto there = places_.find(place);
  if (there != places_.end() && there->second != key) {
    drop_session(there->second, std::string("another board logged in where it was. ") + kOfAReset);
  }
  auto known = clients_.find(key);
  if (known != clients_.end()) note_move(key, known->second->place, place);
  if (known != clients_.end() && known->second->session.login().session != login.session) {
    drop_session(key, std::string("it logged in as another session. ") + kOfAReset);
    known = clients_.end();
  }
  if (known == clients_.end()) {
    if (clients_.size() >= options_.most_clients) {
      warn_once("There are " + std::to_string(options_.most_clients) +
                " clients already. Raise --clients.");
      return XRCE_STATUS_RESOURCES;
    }
    known = clients_.emplace(key, std::make_unique<Client>(*this, place, login)).first;
    known->second->logged_in = now_;
  } else if (!is_same_login(*known->second, place, login)) {
    known->second->goes_on = known->second->session.log_in_again(login);
    known->second->knows_session = false;
    known->second->logged_in = now_;
  }
  Client& client = *known->second;
  goes_on = client.goes_on;
  if (client.place != place) places_.erase(client.place);
  client.place = place;
  client.heard = now_;
  client.questions = 0;
  look_by(client);
  places_[place] = key;
  return XRCE_STATUS_OK;
}

// A client repeats a login until it has the answer, however long answers are lost, and then speaks
// in the session. After that the link may have doubled it; or the board was reset and has come to
// the same number, some seconds later.
bool Agent::is_same_login(const Client& client, const Place& place, const Login& login) const {
  const Login& last = client.session.login();
  if (!login.number || login.number != last.number || login.taken != last.taken) return false;
  return !client.knows_session || (client.place == place && now_ - client.logged_in < kDoubledMs);
}

// Two boards with one key take the session from each other. It is seen when one logs in where its
// key was before, or goes on there while the other has the session.
void Agent::note_move(std::uint32_t key, const Place& from, const Place& to) {
  if (from == to) return;
  const bool returns = std::any_of(moves_.begin(), moves_.end(), [&](const Move& move) {
    return move.key == key && move.from == to && now_ - move.at < kInTurnMs;
  });
  if (returns) tell_of_twin(key, from, to);
  if (moves_.size() == kMostMoves) moves_.pop_front();
  moves_.push_back({from, key, now_});
}

void Agent::look_for_twin(const Place& place) {
  if (places_.contains(place)) return;
  const auto move = std::find_if(moves_.rbegin(), moves_.rend(),
                                 [&](const Move& one) { return one.from == place; });
  if (move == moves_.rend() || now_ - move->at < kLateMs) return;
  const auto found = clients_.find(move->key);
  if (found != clients_.end()) tell_of_twin(move->key, place, found->second->place);
}

void Agent::tell_of_twin(std::uint32_t key, const Place& one, const Place& other) {
  const std::string name = name_of_client(key);
  if (!is_new("twin " + name)) return;
  warn_("Client " + name + " speaks from two places, " + one.first->where(one.second) + " and " +
        other.first->where(other.second) +
        ": two boards have that key, and take the session from " +
        "each other. Give each its own: rmw_uros_options_set_client_key(), or the key that " +
        "uxr_init_session() takes.");
}

}  // namespace ranvier::micro
