#include "micro/agent/session.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>

#include "micro/agent/answers.h"
#include "ranvier/base/ascii.h"

namespace ranvier::micro {
namespace {

constexpr std::size_t kMostStreams = 8;  // in each direction, of each kind

// A value of a property, which is a number in digits.
std::int64_t number_in(const std::string& text) {
  const bool digits =
      !text.empty() && text.size() <= 9 && std::all_of(text.begin(), text.end(), is_ascii_digit);
  return digits ? std::stol(text) : 0;
}

bool read_properties(xrce_cdr& payload, Login& to) {
  const std::uint32_t count = xrce_get_u32(&payload);
  if (payload.failed || count > 32) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto name = read_string(payload, kLongestName);
    const auto value = name ? read_string(payload, kLongestName) : std::nullopt;
    if (!value) return false;
    if (*name == "uxr_hl") to.liveliness_ms = number_in(*value);
    if (*name == "uxr_sm") to.hands_over = *value == "1";
    if (*name == "rvr_login") to.number = number_in(*value);
    if (*name == "rvr_taken") to.taken = static_cast<std::uint16_t>(number_in(*value));
    if (*name == "rvr_largest") to.largest = static_cast<std::size_t>(number_in(*value));
    if (*name == "rvr_window") {
      to.window = static_cast<std::uint16_t>(std::min<std::int64_t>(number_in(*value), kMostAhead));
    }
  }
  return true;
}

}  // namespace

std::uint8_t read_login(xrce_cdr& payload, Login& to) {
  std::uint8_t start[8];
  xrce_get_bytes(&payload, start, sizeof start);
  xrce_get_bytes(&payload, to.key.data(), to.key.size());
  to.session = xrce_get_u8(&payload);
  if (payload.failed || std::memcmp(start, xrce_cookie_and_version, 4) != 0) {
    return XRCE_STATUS_INVALID_DATA;
  }
  if (start[4] != xrce_cookie_and_version[4]) return XRCE_STATUS_INCOMPATIBLE;
  if (to.key == ClientKey{}) return XRCE_STATUS_INVALID_DATA;
  if (xrce_get_u8(&payload) != 0 && !read_properties(payload, to)) return XRCE_STATUS_INVALID_DATA;
  to.mtu = xrce_get_u16(&payload);
  // Too small for a sample: a header, a submessage of one fragment, and some bytes.
  if (payload.failed || to.mtu < 32) return XRCE_STATUS_INVALID_DATA;
  return XRCE_STATUS_OK;
}

Session::Session(const Login& login, Bus& bus, const References& references, Counts& counts,
                 SessionPort& port)
    : login_(login), counts_(counts), references_(references), port_(port), objects_(bus, [&port] {
        port.wake();
      }) {}

std::optional<std::uint16_t> Session::log_in_again(const Login& login) {
  if (!login.taken) {
    tell_unacknowledged(
        "it logged in again and does not say what it has. Publish transient local what a board "
        "needs after a reset.");
  }
  login_ = login;
  for (auto& [id, object] : objects_.all()) object.read.reset();  // the client asks again
  const auto last_in = in_.find(XRCE_RELIABLE_STREAM);
  const auto last_out = out_.find(XRCE_RELIABLE_STREAM);
  std::optional<std::uint16_t> first_missing;
  std::optional<OutStream> rest;
  if (login.taken) {
    first_missing = last_in == in_.end() ? std::uint16_t{0} : last_in->second.first_missing();
    if (last_out != out_.end()) rest = std::move(last_out->second);
  }
  reset_streams();
  if (rest) {
    rest->begin_anew(static_cast<std::uint16_t>(*login.taken + 1));
    out_.emplace(XRCE_RELIABLE_STREAM, std::move(*rest));
  }
  return first_missing;
}

void Session::reset_streams() {
  in_.clear();
  handled_.clear();
  out_.clear();
  fragments_.clear();
  best_effort_in_.clear();
  best_effort_out_.clear();
}

OutStream& Session::out(std::uint8_t stream) {
  const std::uint16_t window = login_.window != 0 ? login_.window : kUsualWindow;
  return out_.try_emplace(stream, stream, window).first->second;
}

InStream* Session::in(std::uint8_t stream) {
  const auto found = in_.find(stream);
  if (found != in_.end()) return &found->second;
  return in_.size() < kMostStreams ? &in_[stream] : nullptr;
}

xrce_header Session::header(std::uint8_t stream) {
  xrce_header header{};
  header.session = login_.session;
  header.stream = stream;
  std::copy(login_.key.begin(), login_.key.end(), header.key);
  if (stream != XRCE_NO_STREAM && !is_reliable(stream)) header.sequence = best_effort_out_[stream];
  return header;
}

void Session::send_reply(const xrce_message& reply, std::uint8_t stream) {
  if (is_reliable(stream)) {
    out(stream).add(MessageBytes(reply.data, reply.data + reply.size));
    pump_streams();
    return;
  }
  if (stream != XRCE_NO_STREAM) ++best_effort_out_[stream];
  ++counts_.sent;
  port_.send({reply.data, reply.size});
}

void Session::pump_streams() {
  const OutStream::Send send = [this](std::span<const std::uint8_t> message) {
    ++counts_.sent;
    if (joins_acknack(message.size())) return send_with_acknack(message);
    port_.send(message);
  };
  for (auto& [id, stream] : out_) stream.pump(now_, send);
}

namespace {
constexpr std::size_t kAcknackBytes = 5;
std::size_t aligned(std::size_t size) { return (size + 3) & ~std::size_t{3}; }
}  // namespace

// Our client looks for it in every message; what lacks messages is asked again at once, by itself.
bool Session::joins_acknack(std::size_t message) const {
  const std::size_t whole = aligned(message) + XRCE_SUBMESSAGE_HEADER + kAcknackBytes;
  return acknack_due_ && login_.window != 0 && whole <= login_.mtu &&
         in_.at(*acknack_due_).missing_bits() == 0;
}

// The acknowledgement of what was taken rides behind what is sent now, where there is something:
// one datagram less, and one less that the client wakes for. A message that is sent again is
// sent without it.
void Session::send_with_acknack(std::span<const std::uint8_t> message) {
  MessageBytes joined(message.begin(), message.end());
  joined.resize(aligned(message.size()) + XRCE_SUBMESSAGE_HEADER + kAcknackBytes);
  std::uint8_t* at = joined.data() + aligned(message.size());
  xrce_write_submessage_header(at, XRCE_ACKNACK, XRCE_LITTLE_ENDIAN, kAcknackBytes);
  const std::uint16_t first = in_.at(*acknack_due_).first_missing();
  at += XRCE_SUBMESSAGE_HEADER;
  at[0] = static_cast<std::uint8_t>(first);
  at[1] = static_cast<std::uint8_t>(first >> 8);
  at[4] = *acknack_due_;  // at[2], at[3]: none is missing
  acknack_due_.reset();
  port_.send(joined);
}

void Session::receive(const xrce_header& from, std::span<const std::uint8_t> message,
                      std::size_t offset, std::int64_t now) {
  now_ = now;
  const std::uint8_t stream = from.stream;
  if (is_reliable(stream)) {
    InStream* ordered = in(stream);
    if (ordered == nullptr) return;
    ordered->take(from.sequence, message, handle_in_order(stream));
    acknack_due_ = stream;
    pump(now);  // before the acknowledgement: a client that waits for a sample has it sooner
    if (std::exchange(acknack_due_, std::nullopt)) send_acknack(stream, *ordered);
    return;
  }
  if (stream != XRCE_NO_STREAM) {
    const auto [last, is_new] =
        best_effort_in_.try_emplace(stream, static_cast<std::uint16_t>(from.sequence - 1));
    if (!xrce_before(last->second, from.sequence)) return;
    last->second = from.sequence;
    if (best_effort_in_.size() > kMostStreams) best_effort_in_.erase(stream);
  }
  handle_all(message, offset, stream);
  pump(now);
}

// Of a message that waited for room, what is behind the submessages that were handled before.
InStream::Handle Session::handle_in_order(std::uint8_t stream) {
  const std::size_t header =
      login_.session < XRCE_SESSION_WITHOUT_KEY ? XRCE_LONGEST_HEADER : XRCE_HEADER_BYTES;
  return [this, stream, header](std::span<const std::uint8_t> message) {
    std::size_t offset = header;
    xrce_submessage submessage;
    const auto before = handled_.find(stream);
    std::size_t skip = before == handled_.end() ? 0 : before->second;
    for (std::size_t i = 0;
         xrce_next_submessage(message.data(), message.size(), &offset, &submessage); ++i) {
      if (i < skip || handle(submessage, stream)) continue;
      handled_[stream] = i;
      return false;
    }
    handled_.erase(stream);
    return true;
  };
}

void Session::handle_all(std::span<const std::uint8_t> message, std::size_t offset,
                         std::uint8_t stream) {
  xrce_submessage submessage;
  while (xrce_next_submessage(message.data(), message.size(), &offset, &submessage)) {
    handle(submessage, stream);
  }
}

// What rules the streams comes on none: inside of one it would change what is being read.
bool Session::is_misplaced(std::uint8_t id, std::uint8_t stream) {
  const bool rules = id == XRCE_ACKNACK || id == XRCE_HEARTBEAT || id == XRCE_RESET;
  return rules && stream != XRCE_NO_STREAM;
}

namespace {
bool is_replied_to(std::uint8_t id) {
  return id == XRCE_CREATE || id == XRCE_DELETE || id == XRCE_GET_INFO;
}
}  // namespace

// A reply would come behind what waits: what asks for one loses nothing if it waits instead.
bool Session::may_reply(std::uint8_t stream) {
  if (!is_reliable(stream)) return true;
  const auto replies = out_.find(stream);
  if (replies == out_.end() || replies->second.unsent() <= kMostWaiting) return true;
  if (handled_.contains(stream)) return false;  // it was counted when it came
  ++counts_.held_back;
  port_.warn("more than " + std::to_string(kMostWaiting) +
             " messages wait for it to acknowledge earlier ones: what it asks for waits too. "
             "Look at the link to the board, and let the board read while it writes.");
  return false;
}

// @return false if there was no room for it: it was not handled.
bool Session::handle(const xrce_submessage& submessage, std::uint8_t stream) {
  if (is_misplaced(submessage.id, stream)) {
    ++counts_.malformed;
    return true;
  }
  xrce_cdr payload;
  xrce_read_payload(&submessage, &payload);
  if (submessage.id == XRCE_WRITE_DATA) return on_write(submessage, payload, stream);
  if (submessage.id == XRCE_FRAGMENT) return on_fragment(submessage, stream);
  if (submessage.id == XRCE_READ_DATA) return on_read(payload, stream);
  if (is_replied_to(submessage.id) && !may_reply(stream)) return false;
  handle_other(submessage, payload, stream);
  return true;
}

void Session::handle_other(const xrce_submessage& submessage, xrce_cdr& payload,
                           std::uint8_t stream) {
  switch (submessage.id) {
    case XRCE_CREATE: return on_create(submessage, payload, stream);
    case XRCE_GET_INFO: return on_get_info(payload, stream);
    case XRCE_DELETE: return on_delete(payload, stream);
    case XRCE_ACKNACK: return on_acknack(payload);
    case XRCE_HEARTBEAT: return on_heartbeat(payload);
    case XRCE_RESET:
      tell_unacknowledged("it reset its streams. Ask its program not to, or to read again.");
      return reset_streams();
    case XRCE_TIMESTAMP: return on_timestamp(payload);
    default: return;  // INFO: a sign of life. Others are for clients.
  }
}

void Session::send_status(std::uint16_t request, std::uint16_t object, std::uint8_t status,
                          std::uint8_t stream) {
  Answer answer(header(stream), XRCE_STATUS);
  answer.ids(request, object);
  xrce_put_u8(answer.payload(), status);
  xrce_put_u8(answer.payload(), 0);
  send_reply(answer.finish(), stream);
}

void Session::on_create(const xrce_submessage& submessage, xrce_cdr& payload, std::uint8_t stream) {
  const std::uint16_t request = xrce_get_id(&payload);
  std::uint16_t object = xrce_get_id(&payload);
  auto spec = read_spec(payload, references_);
  std::uint8_t status = XRCE_STATUS_INVALID_DATA;
  std::string why = "its description cannot be read";
  if (spec) {
    object = static_cast<std::uint16_t>((object & 0xfff0) | spec->kind);
    why = "'" + spec->name + "' " + spec->type;
    std::string more;
    status = objects_.create(object, std::move(*spec), submessage.flags, more);
    if (!more.empty()) why += ": " + more;
  }
  if (status & 0x80) {
    ++counts_.refused;
    port_.warn("object " + std::to_string(object) + " is refused with status " +
               std::to_string(status) + ": " + why);
  }
  send_status(request, object, status, stream);
}

void Session::on_delete(xrce_cdr& payload, std::uint8_t stream) {
  const std::uint16_t request = xrce_get_id(&payload);
  const std::uint16_t object = xrce_get_id(&payload);
  if (payload.failed) return void(++counts_.malformed);
  send_status(request, object, objects_.remove(object), stream);
}

void Session::on_get_info(xrce_cdr& payload, std::uint8_t stream) {
  const std::uint16_t request = xrce_get_id(&payload);
  const std::uint16_t object = xrce_get_id(&payload);
  if (payload.failed) return void(++counts_.malformed);
  Answer answer(header(stream), XRCE_INFO);
  answer.info(request, object, true, {});
  send_reply(answer.finish(), stream);
}

void Session::on_timestamp(xrce_cdr& payload) {
  const std::uint32_t seconds = xrce_get_u32(&payload);
  const std::uint32_t nanoseconds = xrce_get_u32(&payload);
  if (payload.failed) return void(++counts_.malformed);
  Answer answer(header(XRCE_NO_STREAM), XRCE_TIMESTAMP_REPLY);
  std::timespec now{};
  for (int i = 0; i < 2; ++i) {  // when this was sent, and when that was received
    std::timespec_get(&now, TIME_UTC);
    xrce_put_u32(answer.payload(), static_cast<std::uint32_t>(now.tv_sec));
    xrce_put_u32(answer.payload(), static_cast<std::uint32_t>(now.tv_nsec));
  }
  xrce_put_u32(answer.payload(), seconds);
  xrce_put_u32(answer.payload(), nanoseconds);
  send_reply(answer.finish(), XRCE_NO_STREAM);
}

void Session::ask_for_life() {
  Answer answer(header(XRCE_NO_STREAM), XRCE_GET_INFO);
  answer.ids(0, XRCE_CLIENT_OBJECT);
  xrce_put_u32(answer.payload(), XRCE_INFO_CONFIGURATION);
  send_reply(answer.finish(), XRCE_NO_STREAM);
}

void Session::send_acknack(std::uint8_t stream, const InStream& ordered) {
  Answer answer(header(XRCE_NO_STREAM), XRCE_ACKNACK);
  xrce_put_u16(answer.payload(), ordered.first_missing());
  xrce_put_id(answer.payload(), ordered.missing_bits());
  xrce_put_u8(answer.payload(), stream);
  send_reply(answer.finish(), XRCE_NO_STREAM);
}

void Session::on_heartbeat(xrce_cdr& payload) {
  const std::uint16_t first = xrce_get_u16(&payload);
  const std::uint16_t last = xrce_get_u16(&payload);
  const std::uint8_t stream = xrce_get_u8(&payload);
  InStream* ordered = payload.failed || !is_reliable(stream) ? nullptr : in(stream);
  if (ordered == nullptr) return void(++counts_.malformed);
  const bool valid = ordered->on_heartbeat(first, last, handle_in_order(stream));
  if (valid) send_acknack(stream, *ordered);
}

void Session::on_acknack(xrce_cdr& payload) {
  const std::uint16_t first = xrce_get_u16(&payload);
  const std::uint16_t missing = xrce_get_id(&payload);
  const std::uint8_t stream = xrce_get_u8(&payload);
  const auto found = out_.find(stream);
  if (payload.failed) return void(++counts_.malformed);
  if (found == out_.end()) return;
  const std::uint64_t before = found->second.repeated();
  found->second.on_acknack(first, missing, now_, [this](std::span<const std::uint8_t> message) {
    ++counts_.sent;
    port_.send(message);
  });
  counts_.repeated += found->second.repeated() - before;
  look_if_stuck(found->second);
}

// Readers may have made room.
void Session::try_waiting_again() {
  for (auto& [id, stream] : in_) {
    if (stream.waits() && stream.try_again(handle_in_order(id))) send_acknack(id, stream);
  }
}

void Session::tick(std::int64_t now) {
  now_ = now;
  try_waiting_again();
  for (auto& [id, stream] : out_) {
    if (!stream.heartbeat_due(now)) continue;
    Answer answer(header(XRCE_NO_STREAM), XRCE_HEARTBEAT);
    xrce_put_u16(answer.payload(), stream.first());
    xrce_put_u16(answer.payload(), stream.last_sent());
    xrce_put_u8(answer.payload(), id);
    send_reply(answer.finish(), XRCE_NO_STREAM);
  }
  pump(now);
}

bool Session::busy() const {
  const auto out = [](const auto& one) { return one.second.busy(); };
  const auto in = [](const auto& one) { return one.second.waits(); };
  const auto object = [this](const auto& one) {
    const Objects::Object& of = one.second;
    if (!of.read || of.read->left == 0) return false;
    if (of.read->until != 0 && now_ >= of.read->until) return false;
    return of.read->per_second != 0 || of.read->pace != 0 || of.endpoint->holds();
  };
  const auto& objects = objects_.all();
  return std::any_of(out_.begin(), out_.end(), out) || std::any_of(in_.begin(), in_.end(), in) ||
         std::any_of(objects.begin(), objects.end(), object);
}

}  // namespace ranvier::micro
