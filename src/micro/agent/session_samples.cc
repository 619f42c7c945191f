// Samples in both directions: WRITE_DATA, READ_DATA and DATA.
#include <algorithm>
#include <iterator>

#include "micro/agent/session.h"

namespace ranvier::micro {
namespace {

// In one turn; other clients have theirs then.
constexpr int kMostSamplesATurn = 64;

void put_id(MessageBytes& to, std::uint16_t id) {
  to.push_back(static_cast<std::uint8_t>(id >> 8));
  to.push_back(static_cast<std::uint8_t>(id));
}

// What is left of a READ_DATA now; false: nothing.
bool may_send(Objects::Read& read, std::int64_t now) {
  if (read.left == 0 || (read.until != 0 && now >= read.until)) return false;
  if (now < read.next) return false;
  if (read.per_second == 0) return true;
  // In thousandths: bytes a second times milliseconds, of which nothing is rounded off.
  read.allowed += (now - read.counted) * read.per_second;
  read.allowed = std::min(read.allowed, std::int64_t{read.per_second} * 1000);
  read.counted = now;
  return read.allowed > 0;
}

}  // namespace

// Whether the graph has taken it. A reliable writer's sample for which there is no room waits with
// its stream, unacknowledged; that of a service, which waits for a server already, does not.
bool Session::write(Objects::Object& object, const Written& sample, std::uint8_t stream) {
  const auto sent = object.endpoint->write(sample);
  const bool may_wait = is_reliable(stream) && object.spec.kind == XRCE_DATA_WRITER;
  if (!sent && sent.error().code == Code::kFull && may_wait) return false;
  ++counts_.from_boards;
  if (sent) return true;
  ++counts_.write_failed;
  port_.warn(sent.error().what);
  return true;
}

bool Session::on_write(const xrce_submessage& submessage, xrce_cdr& payload, std::uint8_t stream) {
  const std::uint16_t request = xrce_get_id(&payload);
  const std::uint16_t id = xrce_get_id(&payload);
  Objects::Object* object = objects_.find(id);
  if (payload.failed || (submessage.flags & XRCE_DATA_FORMATS) != 0) {
    ++counts_.malformed;
    return true;
  }
  if (object == nullptr || !object->endpoint) {
    if (!may_reply(stream)) return false;
    send_status(request, id, XRCE_STATUS_UNKNOWN_REFERENCE, stream);
    return true;
  }
  Written written;
  written.little_endian = (submessage.flags & XRCE_LITTLE_ENDIAN) != 0;
  written.number = request;
  if (object->spec.kind == XRCE_REPLIER) {
    RequestHead head;
    xrce_get_bytes(&payload, head.data(), head.size());
    if (payload.failed) {
      ++counts_.malformed;
      return true;
    }
    written.request = head;
  }
  written.bytes = {payload.at, xrce_cdr_left(&payload)};
  if (is_handed_over(*object, written)) {
    ++counts_.from_boards;
    return true;
  }
  return write(*object, written, stream);
}

// @return false if there was no room for a reply.
bool Session::on_read(xrce_cdr& payload, std::uint8_t stream) {
  Objects::Read read;
  read.request = xrce_get_id(&payload);
  const std::uint16_t id = xrce_get_id(&payload);
  read.stream = xrce_get_u8(&payload);
  const std::uint8_t format = xrce_get_u8(&payload);
  if (xrce_get_u8(&payload) != 0 && !read_string(payload, kLongestName)) {  // a filter
    ++counts_.malformed;
    return true;
  }
  std::uint16_t control[4] = {1, 0, 0, 0};
  const bool controlled = xrce_get_u8(&payload) != 0;
  if (controlled) xrce_get(&payload, control, 2, 4);
  Objects::Object* object = objects_.find(id);
  if (payload.failed || read.stream == XRCE_NO_STREAM) {
    ++counts_.malformed;
    return true;
  }
  const bool known = object != nullptr && object->endpoint;
  if (format != 0 || !known) {
    if (!may_reply(stream)) return false;
    send_status(read.request, id,
                format != 0 ? XRCE_STATUS_INVALID_DATA : XRCE_STATUS_UNKNOWN_REFERENCE, stream);
    return true;
  }
  read.left = control[0] == 0xffff ? Objects::kUnlimited : control[0];
  if (control[1] != 0) read.until = now_ + std::int64_t{control[1]} * 1000;
  read.per_second = control[2];
  read.allowed = std::int64_t{control[2]} * 1000;
  read.counted = now_;
  read.pace = control[3];
  const bool cancels = controlled && control[0] == 0 && control[1] == 0 && control[2] == 0;
  if (cancels) {
    object->read.reset();
  } else {
    if (read.left == 0) read.left = Objects::kUnlimited;  // another bound is given
    object->read = std::make_unique<Objects::Read>(read);
    object->endpoint->asked();
  }
  return true;
}

// A message of the client's size, or fragments.
void Session::send_sample(std::uint16_t id, Objects::Object& object, const Sample& sample) {
  const Objects::Read& read = *object.read;
  MessageBytes inside(XRCE_SUBMESSAGE_HEADER);
  put_id(inside, read.request);
  put_id(inside, id);
  if (sample.request) inside.insert(inside.end(), sample.request->begin(), sample.request->end());
  if (sample.answered) {
    put_id(inside, *sample.answered);
    put_id(inside, id);
  }
  inside.insert(inside.end(), sample.bytes.begin(), sample.bytes.end());
  xrce_write_submessage_header(inside.data(), XRCE_DATA,
                               sample.little_endian ? XRCE_LITTLE_ENDIAN : 0,
                               inside.size() - XRCE_SUBMESSAGE_HEADER);
  if (sample.is_graph && inside.size() > longest_graph(read.stream)) {
    return refuse_graph(id, object, inside.size());
  }
  ++counts_.to_boards;
  MessageBytes message(XRCE_LONGEST_HEADER);
  const xrce_header start = header(read.stream);
  message.resize(xrce_write_header(&start, message.data()));
  if (message.size() + inside.size() > login_.mtu)
    return send_fragments(std::move(inside), read.stream);
  message.insert(message.end(), inside.begin(), inside.end());
  if (is_reliable(read.stream)) return out(read.stream).add(std::move(message));
  ++best_effort_out_[read.stream];
  ++counts_.sent;
  port_.send(message);
}

void Session::send_fragments(MessageBytes inside, std::uint8_t stream) {
  const bool fits = !login_.largest || inside.size() <= *login_.largest;
  if (!is_reliable(stream) || !fits) {
    ++counts_.too_long;
    return port_.warn("a sample of " + std::to_string(inside.size()) +
                      " bytes is dropped: the client takes messages of " +
                      std::to_string(login_.mtu) + " bytes, and " +
                      (is_reliable(stream)
                           ? "samples of " + std::to_string(login_.largest.value_or(0))
                           : "no fragments of best-effort samples") +
                      ". Raise XRCE_MTU (UCLIENT_..._TRANSPORT_MTU) or XRCE_FRAGMENTED_BYTES "
                      "there, or read reliably.");
  }
  const xrce_header start = header(stream);
  const std::size_t header_bytes = start.session < XRCE_SESSION_WITHOUT_KEY
                                       ? std::size_t{XRCE_LONGEST_HEADER}
                                       : std::size_t{XRCE_HEADER_BYTES};
  const std::size_t most = login_.mtu - header_bytes - XRCE_SUBMESSAGE_HEADER;
  for (std::size_t at = 0; at < inside.size(); at += most) {
    const std::size_t size = std::min(most, inside.size() - at);
    MessageBytes message(header_bytes + XRCE_SUBMESSAGE_HEADER);
    xrce_write_header(&start, message.data());
    const bool last = at + size == inside.size();
    const int flags = XRCE_LITTLE_ENDIAN | (last ? XRCE_LAST_FRAGMENT : 0);
    xrce_write_submessage_header(message.data() + header_bytes, XRCE_FRAGMENT,
                                 static_cast<std::uint8_t>(flags), size);
    const auto from = inside.begin() + static_cast<std::ptrdiff_t>(at);
    message.insert(message.end(), from, from + static_cast<std::ptrdiff_t>(size));
    out(stream).add(std::move(message));
  }
}

// micro-ROS does not say how many messages its streams hold. One with room for a sample takes it
// fragment by fragment, and one without takes the first ones and no more, for ever: that is seen
// when it is too late, but a bound in advance would cut off those that were built with more.
void Session::look_if_stuck(OutStream& stream) {
  if (login_.largest || !stream.found_stuck(now_)) return;
  const MessageBytes& oldest = *stream.oldest();
  const std::size_t header =
      login_.session < XRCE_SESSION_WITHOUT_KEY ? XRCE_LONGEST_HEADER : XRCE_HEADER_BYTES;
  if (oldest[header] != XRCE_FRAGMENT) return;
  ++counts_.too_long;
  port_.warn(
      "it asks for a part of a sample and takes none of it for " +
      std::to_string(OutStream::kStuckMs / 1000) +
      " s: the sample has more fragments than its stream has messages, and blocks it. Raise "
      "RMW_UXRCE_STREAM_HISTORY_INPUT (or RMW_UXRCE_STREAM_HISTORY) there, read best effort, "
      "or publish shorter samples.");
}

// Two moments are never the same: what is on its way into the queue counts later.
void Session::count_overwritten(Objects::Object& object) {
  const std::uint64_t all = object.endpoint->overwritten();
  if (all <= object.overwritten) return;
  counts_.overwritten += all - object.overwritten;
  object.overwritten = all;
  port_.warn("'" + object.spec.name + "': samples were overwritten before the board had room for " +
             "them. Publish less, or give its subscription a larger depth or keep all.");
}

// Of a writer of this client, which gives its own readers what it writes
// (UCLIENT_PROFILE_SHARED_MEMORY): they have it.
bool Session::is_own(const Sample& sample) const {
  if (!login_.hands_over || sample.writer == Gid{}) return false;
  const auto& all = objects_.all();
  return std::any_of(all.begin(), all.end(), [&](const auto& one) {
    return one.second.endpoint && one.second.endpoint->gid() == sample.writer;
  });
}

// A request for a replier of this client, or its reply, which such a client has passed between the
// two. A request goes to one service: that of the client before others. The reply names its
// requester in the client's own way: key, object and, in the last byte, the kind.
bool Session::is_handed_over(const Objects::Object& from, const Written& sample) const {
  if (!login_.hands_over) return false;
  const auto& all = objects_.all();
  if (from.spec.kind == XRCE_REQUESTER) {
    return std::any_of(all.begin(), all.end(), [&](const auto& one) {
      const ObjectSpec& spec = one.second.spec;
      return spec.kind == XRCE_REPLIER && spec.name == from.spec.name &&
             spec.type == from.spec.type && spec.service == from.spec.service;
    });
  }
  if (!sample.request) return false;
  const RequestHead& head = *sample.request;
  if (head[15] != XRCE_REQUESTER ||
      !std::equal(login_.key.begin(), login_.key.end(), head.begin())) {
    return false;
  }
  const auto object =
      all.find(static_cast<std::uint16_t>(head[13] << 12 | head[12] << 4 | head[15]));
  return object != all.end();
}

// One sample of one reader, if there is one and room for it.
bool Session::send_samples(std::uint16_t id, Objects::Object& object) {
  if (!object.read || !may_send(*object.read, now_)) return false;
  Objects::Read& read = *object.read;
  if (is_reliable(read.stream) && !out(read.stream).drained()) return false;
  Sample sample;
  if (!object.endpoint->take(sample)) return false;
  count_overwritten(object);
  if (is_own(sample)) return true;
  if (read.left != Objects::kUnlimited) --read.left;
  if (read.pace != 0) read.next = now_ + read.pace;
  if (read.per_second != 0) {
    read.allowed -= static_cast<std::int64_t>(sample.bytes.size()) * 1000;
  }
  send_sample(id, object, sample);
  pump_streams();
  return true;
}

void Session::pump(std::int64_t now) {
  now_ = now;
  pump_streams();
  auto& all = objects_.all();
  int sent = 0;
  for (bool any = true; any && sent < kMostSamplesATurn;) {
    any = false;
    for (std::size_t i = 0; i < all.size() && sent < kMostSamplesATurn; ++i) {
      auto next = all.lower_bound(next_reader_);
      if (next == all.end()) next = all.begin();
      next_reader_ = static_cast<std::uint16_t>(next->first + 1);
      if (!send_samples(next->first, next->second)) continue;
      any = true;
      ++sent;
    }
  }
  if (sent == kMostSamplesATurn) port_.wake();  // there may be more
  if (busy()) port_.attend();
}

}  // namespace ranvier::micro
