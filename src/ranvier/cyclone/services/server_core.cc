#include "ranvier/cyclone/services/server_core.h"

#include <algorithm>

#include "ranvier/cyclone/endpoints/foreign_writers.h"

namespace ranvier::cyclone {

ServerCore::ServerCore(Participant& participant, const ServiceEndpoint& endpoint, MessageSink& sink)
    : participant_(participant),
      service_(endpoint.service),
      sink_(sink),
      held_(participant.worker(), *this, endpoint.service) {}

ServerCore::Client ServerCore::client_of(const CdrSample& sample, const ddsi_writer_info& writer) {
  Client client;
  client.gid = to_gid(writer.guid);
  client.writer = writer.iid;
  client.dialect = sample.dialect;
  client.related = sample.related;
  client.id = sample.dialect == Dialect::kFast ? writer.iid : sample.request.client;
  return client;
}

void ServerCore::note(const Client& client) {
  Lock lock(mutex_);
  Client& known = clients_[client.gid];
  const bool same = known.id == client.id && known.dialect == client.dialect &&
                    known.related.identity.endpoint == client.related.identity.endpoint;
  if (!same) known = client;
}

// A request in the dialect of Fast DDS from this process is for a server of another process.
void ServerCore::accept(CdrSample& sample, const ddsi_writer_info& writer) {
  Gate::Pass pass(gate_);
  const bool fast = sample.dialect == Dialect::kFast;
  if (!pass.open() || (fast && sample.outgoing)) return;
  if (fast) {
    const auto number = static_cast<std::int64_t>(sample.number.load(std::memory_order_relaxed));
    sample.request = {writer.iid, number};
  }
  note(client_of(sample, writer));
  if (MessagePtr request = incoming_message(sample, writer)) sink_.deliver(std::move(request));
}

void ServerCore::writer_gone(const ddsi_writer_info& writer) {
  Lock lock(mutex_);
  clients_.erase(to_gid(writer.guid));
}

void ServerCore::start(dds_entity_t requests, const ServiceWriter& replies) {
  requests_ = requests;
  replies_ = &replies;
}

std::optional<ServerCore::Client> ServerCore::find(std::uint64_t client) {
  Lock lock(mutex_);
  for (const auto& [writer, known] : clients_) {
    if (known.id == client) return known;
  }
  return std::nullopt;
}

Result<void> ServerCore::reply(const MessagePtr& reply) {
  const std::optional<Client> client = find(reply->header().request.client);
  if (!client) {
    return Error{Code::kNotFound,
                 "Service '" + service_ + "': the client is none of this network, or has gone."};
  }
  if (!client->ready) {
    if (reader_of(*client, matched()) != Reader::kMatched) return held_.hold(reply);
    make_ready(*client);
  }
  if (!held_.congested()) {
    Result<void> sent = send(*client, reply, 1);
    if (sent || sent.error().code != Code::kFull) return sent;
    held_.set_congested();
  }
  // Where no more can be held, the caller waits, as every reliable writer must.
  if (held_.hold(reply)) return {};
  return send(*client, reply, ServiceWriter::kPatience);
}

// A peer that knows only the old parameter is answered with it. The reply to a request that names
// no reader names the writer of the request.
Result<void> ServerCore::send(const Client& client, const MessagePtr& reply, int patience) const {
  const std::string who = "Service '" + service_ + "'";
  if (client.dialect == Dialect::kCyclone) return replies_->send(reply, who, patience);
  InlineIdentity of = client.related;
  if (of.parameter == IdentityParameter::kNone) {
    of = {IdentityParameter::kStandard, {client.gid, 0}};
  }
  of.identity.number = reply->header().request.sequence;
  const auto sent = replies_->send_as(of, reply, who, patience);
  if (!sent) return sent.error();
  return {};
}

void ServerCore::make_ready(const Client& client) {
  Lock lock(mutex_);
  for (auto& [writer, known] : clients_) {
    if (known.id == client.id) known.ready = true;
  }
}

ServerCore::Matched ServerCore::matched() const {
  return {matched_writers(participant_, requests_, ServiceSide::kClient),
          matched_readers(participant_, replies_->entity.get(), ServiceSide::kClient)};
}

namespace {

// RTPS: readers have this bit in the last byte of their GUID.
bool names_a_reader(const InlineIdentity& related) {
  return related.parameter != IdentityParameter::kNone &&
         (related.identity.endpoint.bytes.back() & 0x04) != 0;
}

}  // namespace

// The two endpoints of a client carry the same id, are named in its requests, or are in one
// participant.
ServerCore::Reader ServerCore::reader_of(const Client& client, const Matched& matched) {
  const auto& [writers, readers] = matched;
  // Its writer may not be in the list yet: a request can come before Cyclone reports the match.
  if (client.dialect == Dialect::kFast && names_a_reader(client.related)) {
    const bool there = std::any_of(readers.begin(), readers.end(), [&](const ServicePeer& reader) {
      return reader.gid == client.related.identity.endpoint;
    });
    return there ? Reader::kMatched : Reader::kAwaited;
  }
  const auto writer = std::find_if(writers.begin(), writers.end(), [&](const ServicePeer& peer) {
    return peer.handle == client.writer;
  });
  if (writer == writers.end()) return Reader::kMatched;
  const bool both = std::any_of(readers.begin(), readers.end(), [&](const ServicePeer& reader) {
    return reader.pair == writer->pair;
  });
  if (both) return Reader::kMatched;
  return writer->tells_id ? Reader::kAwaited : Reader::kGuessed;
}

ServerCore::Clock::duration ServerCore::patience(Reader reader) const {
  const NetworkOptions& options = participant_.options();
  switch (reader) {
    case Reader::kGuessed: return options.anonymous_patience;
    case Reader::kAwaited: return options.reply_patience;
    default: return 3 * options.reply_patience;  // a peer that hangs is gone by then
  }
}

ServerCore::Clock::duration ServerCore::look_at(std::deque<HeldReplies::Reply>& held) {
  const Clock::time_point now = Clock::now();
  const Matched peers = matched();
  Clock::duration next = participant_.options().reply_patience;
  std::erase_if(held, [&](const HeldReplies::Reply& one) {
    const std::optional<Clock::duration> left = settle(one, peers, now);
    next = std::min(next, left.value_or(next));
    return !left;
  });
  return next;
}

std::optional<ServerCore::Clock::duration> ServerCore::settle(const HeldReplies::Reply& held,
                                                              const Matched& matched,
                                                              Clock::time_point now) {
  const std::optional<Client> client = find(held.message->header().request.client);
  if (!client) return std::nullopt;
  const Reader reader = client->ready ? Reader::kMatched : reader_of(*client, matched);
  const Clock::duration left = held.since + patience(reader) - now;
  const bool time_left = left > Clock::duration::zero();
  if (time_left && (reader != Reader::kMatched || held_.congested())) return left;
  if (reader == Reader::kAwaited) {
    participant_.warn("Service '" + service_ +
                      "': a reply was dropped, because the reply reader of its client was not "
                      "matched in time. Check that discovery works both ways.");
    return std::nullopt;
  }
  make_ready(*client);
  Result<void> sent = send(*client, held.message, 1);
  if (sent) return std::nullopt;
  if (sent.error().code == Code::kFull && time_left) {
    held_.set_congested();
    return left;
  }
  participant_.warn(sent.error().what);
  return std::nullopt;
}

void ServerCore::on_client(dds_instance_handle_t writer) {
  participant_.foreign_writers().matched(writer);
}

void ServerCore::close() noexcept {
  gate_.close();
  held_.close();
}

}  // namespace ranvier::cyclone
