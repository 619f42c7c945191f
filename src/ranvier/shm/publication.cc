#include "ranvier/shm/publication.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <mutex>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/base/trail.h"
#include "ranvier/base/warm_up.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/ring_batch.h"
#include "ranvier/shm/kept_qos.h"
#include "rosidl_typesupport_ranvier/cdr.hpp"

namespace ranvier::shm {
namespace {

using Kind = EndpointEvent::Kind;
using rosidl_typesupport_ranvier::Encoder;
using rosidl_typesupport_ranvier::kEncapsulationSize;
using rosidl_typesupport_ranvier::write_encapsulation;

// The byte behind the header is aligned to 16: views refer to the numbers behind it.
constexpr std::uint64_t kEncodedBegin = 16 - kEncapsulationSize;

Error too_many(const std::string& topic) {
  return {Code::kFull, "Publisher '" + topic + "': there are " + std::to_string(kMostEndpoints) +
                           " endpoints in this process already. It is reached over DDS alone."};
}

constexpr std::int64_t kNoWait = 0;  // a deadline that has passed, whatever the time is

std::int64_t deadline_of(std::chrono::nanoseconds timeout) {
  const bool for_ever = timeout < std::chrono::nanoseconds::zero() || timeout == Qos::kInfinite;
  return for_ever ? kForever : steady_ns() + timeout.count();
}

}  // namespace

Result<std::shared_ptr<Publication>> Publication::open(Host& host, PeerNotes& notes,
                                                       const Endpoint& endpoint,
                                                       std::size_t keep_all_bound,
                                                       EndpointEvents& events) {
  const std::optional<std::uint64_t> number = host.take_number();
  if (!number) return too_many(endpoint.topic);
  return std::shared_ptr<Publication>(
      new Publication(host, *number, notes, endpoint, keep_all_bound, events));
}

Publication::Publication(Host& host, std::uint64_t number, PeerNotes& notes,
                         const Endpoint& endpoint, std::size_t keep_all_bound,
                         EndpointEvents& events)
    : host_(host),
      type_(*endpoint.type),
      image_(*endpoint.type),
      network_always_(network_always(endpoint.qos)),
      may_wait_(endpoint.qos.reliability == Reliability::kReliable &&
                endpoint.qos.history == History::kKeepAll),
      listing_(host, number),
      notes_(notes),
      events_(events),
      topic_(endpoint.topic),
      qos_(endpoint.qos),
      history_(history_of(endpoint.qos, keep_all_bound)) {}

std::string Publication::note() const {
  return to_note(address_of(host_.place(), host_.name(), listing_.number(), qos_));
}

void Publication::start(Writer& writer) {
  std::lock_guard lock(serving_);
  writer_ = &writer;
  gid_ = writer.gid();
}

void Publication::close() {
  std::lock_guard lock(serving_);
  closing_ = true;
}

void Publication::end() {
  host_.remove(*this);
  std::lock_guard lock(serving_);
  ended_ = true;
}

// --- What the network tells ------------------------------------------------------

void Publication::on_event(const EndpointEvent& event) noexcept {
  if (event.kind != Kind::kMatched) return events_.on_event(event);
  if (note_news(event)) return host_.serve_soon(groups());
  if (event.change > 0) {
    over_network_.fetch_add(1);
    matched_.fetch_add(1);
  } else {
    over_network_.fetch_sub(1);
    matched_.fetch_sub(1);
  }
  events_.on_event(event);
  if (met_.load() != 0) host_.serve_soon(groups());  // see tell_of_elsewhere()
}

// False for a reader that is the network's alone.
bool Publication::note_news(const EndpointEvent& event) {
  if (event.change > 0) {
    const std::optional<PeerNotes::Peer> peer = notes_.find(event.peer);
    const std::optional<Address> at = peer ? parse_note(peer->note) : std::nullopt;
    if (!at || !host_.can_meet(*at) || !host_.start()) return false;
    std::lock_guard lock(news_mutex_);
    over_network_.fetch_add(1);
    able_.push_back(event.peer);
    news_.push_back({true, event.peer, peer->gid, *at});
    return true;
  }
  std::lock_guard lock(news_mutex_);
  const auto known = std::find(able_.begin(), able_.end(), event.peer);
  if (known == able_.end()) return false;
  able_.erase(known);
  news_.push_back({false, event.peer, {}, {}});
  return true;
}

// --- Serving -----------------------------------------------------------------------

Served::Next Publication::serve() {
  std::lock_guard lock(serving_);
  if (ended_) return Next::kWhenRung;
  take_news();
  bool waiting = false;
  for (Met& pair : pairs_) {
    if (pair.state == Met::State::kHere) check(pair);
    if (pair.state == Met::State::kWaiting) meet(pair);
    waiting = waiting || pair.state == Met::State::kWaiting;
  }
  tell_of_elsewhere();
  return waiting ? Next::kSoon : Next::kWhenRung;
}

void Publication::take_news() {
  std::vector<News> news;
  {
    std::lock_guard lock(news_mutex_);
    news.swap(news_);
  }
  for (const News& one : news) {
    if (one.came) {
      make_sender();
      Met pair;
      pair.peer = one.peer;
      pair.gid = one.gid;
      pair.at = one.at;
      std::string().swap(pair.at.place);  // it is ours
      pairs_.push_back(std::move(pair));
    } else {
      went(one.peer);
    }
  }
}

void Publication::went(std::uint64_t peer) {
  const auto at = std::find_if(pairs_.begin(), pairs_.end(),
                               [&](const Met& pair) { return pair.peer == peer; });
  if (at == pairs_.end()) return;
  Met pair = std::move(*at);
  pairs_.erase(at);
  if (pair.state == Met::State::kHere) {
    serve_on_network(pair);
    sender_->detach(*pair.window, pair.wish.reader, pair.ticket);
    sender_->sweep();  // its process may be gone, and its claims with it
    met_.fetch_sub(1);
  } else {
    over_network_.fetch_sub(1);
  }
  tell(pair, false);
}

// With the first reader that may come. What fails is for good: readers see that.
void Publication::make_sender() {
  std::lock_guard lock(making_);
  if (made_ != Made::kNot) return;
  Result<std::unique_ptr<Sender>> sender =
      Sender::open(host_.segment(), {topic_, history_, may_wait_});
  if (sender) {
    made_ = Made::kThere;
    sender_ = std::move(*sender);
    if (stopped_) sender_->stop();
    share_kept();
    keeps_always_.store(history_ != 0, std::memory_order_release);
    listing_.enter(sender_->where());
  } else {
    made_ = Made::kFailed;
    host_.warn(sender.error().what);
    listing_.enter(kNowhere);
  }
  kept_.clear();
}

void Publication::share_kept() {
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    try {
      static_cast<void>(share(kept_[(oldest_ + i) % kept_.size()], false));
    } catch (...) {  // whoever published it heard that from the network
    }
  }
}

// If it is to be kept, and there is no ring yet, that is done.
bool Publication::shares_later(const MessagePtr& message) {
  if (history_ == 0) return false;
  MessagePtr dropped;  // goes without the lock
  std::lock_guard lock(making_);
  if (made_ == Made::kThere) return true;
  if (made_ == Made::kFailed) return false;
  if (kept_.size() < history_) {
    kept_.push_back(message);
  } else {
    dropped = std::exchange(kept_[oldest_], message);
    oldest_ = (oldest_ + 1) % kept_.size();
  }
  return false;
}

void Publication::stop() noexcept {
  std::lock_guard lock(making_);
  stopped_ = true;
  if (sender_) sender_->stop();
}

// A subscription that lost us for a while, and we did not lose it, has another
// wish, or will have: until then the network serves it.
void Publication::check(Met& pair) {
  if (still_there(*pair.window, pair.where, pair.wish)) return;
  serve_on_network(pair);
  over_network_.fetch_add(1);
  met_.fetch_sub(1);
  sender_->detach(*pair.window, pair.wish.reader, pair.ticket);
  pair.state = Met::State::kWaiting;
  pair.patience = {};
}

// The subscription says where it is to be met; see Wishes.
void Publication::meet(Met& pair) {
  if (!sender_) return leave_to_network(pair);
  if (!look_for(pair)) return;
  const FoundWish wish = find_wish(*pair.window, pair.where, pair.gid, gid_);
  if (wish.kind == FoundWish::Kind::kReader) attach(pair, wish);
  if (wish.kind == FoundWish::Kind::kOverDds) leave_to_network(pair);
}

// False if it is not there yet, or will not be. Whoever comes second finds the first,
// and rings: so both look once both are there.
bool Publication::look_for(Met& pair) {
  using Kind = Host::Sight::Kind;
  if (!pair.window) {
    const Host::Sight sight = host_.look_for(pair.at.segment);
    if (sight.kind == Kind::kNotYet && !pair.patience.over()) return false;
    if (!sight.window) {
      // All we can do for one that lives: where it waits for us cannot be seen.
      if (sight.kind != Kind::kNever) sender_->refuse();
      leave_to_network(pair);
      return false;
    }
    pair.window = sight.window;
    std::string().swap(pair.at.segment);  // the window has its name
    pair.window->bell(Segment::kHostBell).ring();
  }
  pair.where = pair.window->find(pair.at.number);
  if (pair.where == 0 && !pair.patience.over()) return false;
  if (pair.where != 0 && pair.where != kNowhere) return true;
  if (pair.where == 0) sender_->refuse();
  leave_to_network(pair);
  return false;
}

void Publication::attach(Met& pair, const FoundWish& wish) {
  const Result<void> attached = sender_->attach(pair.window, wish.reader, &pair.ticket);
  if (attached) {
    pair.state = Met::State::kHere;
    pair.wish = wish;
    met_.fetch_add(1);
    over_network_.fetch_sub(1);
    tell(pair, true);
    return spare(pair);
  }
  // It has just gone, and the network will say so; or it is that of a match whose
  // end the network has yet to tell.
  const Code code = attached.error().code;
  if (code == Code::kNotFound || code == Code::kAlreadyExists) return;
  sender_->refuse();
  pair.window->bell(Segment::kHostBell).ring();
  leave_to_network(pair);
}

// What promises something must be heard on the network.
void Publication::spare(const Met& pair) {
  if (closing_ || promises_something(qos_)) return;
  writer_->spare(pair.peer, pair.gid, [window = pair.window, where = pair.where, gid = pair.gid] {
    return closes(*window, where, gid);
  });
}

// Who may yet be met here is not counted: else a start would leave out readers for nothing.
void Publication::tell_of_elsewhere() {
  if (closing_ || met_.load() == 0) return;
  std::size_t undecided = 0;
  for (const Met& pair : pairs_) undecided += pair.state == Met::State::kWaiting;
  bool elsewhere;
  {
    std::lock_guard lock(news_mutex_);
    for (const News& news : news_) undecided += news.came;
    elsewhere = over_network_.load() > undecided;
  }
  if (elsewhere != std::exchange(elsewhere_, elsewhere)) writer_->set_elsewhere(elsewhere);
}

void Publication::serve_on_network(const Met& pair) {
  if (!closing_) writer_->serve(pair.gid);
}

void Publication::leave_to_network(Met& pair) {
  pair.state = Met::State::kOverNetwork;
  tell(pair, true);
}

void Publication::tell(Met& pair, bool there) {
  if (pair.told == there) return;
  pair.told = there;
  if (there) {
    matched_.fetch_add(1);
  } else {
    matched_.fetch_sub(1);
  }
  events_.on_event({Kind::kMatched, there ? 1 : -1});
}

// --- Writing -------------------------------------------------------------------------

RANVIER_COLD void Publication::leave_trail() const noexcept {
  pass_way_out();
  Trail::pass_to(this, &listing_);
  if (shares()) Trail::pass_begin(sender_.get());
}

// Shared memory first: who is met here drops what the network brings.
RANVIER_HOT_OUT Result<void> Publication::write(const MessagePtr& message) {
  if (Trail::noting()) leave_trail();
  // The network first: attach() counts a reader here before it counts it off there.
  if (network_too()) return write_both(message);
  return shares(message) ? share(message, false) : Result<void>();
}

RANVIER_HOT_PLAIN Result<void> Publication::write_both(const MessagePtr& message) {
  Result<void> shared;
  if (shares(message)) shared = share(message, true);
  Result<void> sent = writer_->write(message);
  return shared ? std::move(sent) : std::move(shared);
}

// A reader that is met after we looked is served as if it had come after the message.
RANVIER_HOT_PLAIN Result<void> Publication::write_copy(const void* object,
                                                     const MessageHeader& header) {
  if (Trail::noting()) leave_trail();
  const bool network_as_well = network_too();
  if (!network_as_well) return shares() ? share_object(object, header) : Result<void>{};
  const MessagePtr message = Message::from_encoded(type_, object);
  if (!message) return unencodable();
  message->header() = header;
  if (!shares(message)) return writer_->write(message);
  Result<void> shared = image_ ? share_image(object, header) : share(message, true);
  Result<void> sent = writer_->write(message);
  return shared ? std::move(sent) : std::move(shared);
}

RANVIER_HOT_MEMORY MessagePtr Publication::lend() {
  if (!image_ || !shares()) return {};  // nobody would read it there
  if (image_.size() >= kPushesOut) Trail::lose();
  Result<Loan> loan = sender_->borrow(image_.size(), kNoWait);
  if (!loan) return {};
  image_.begin(loan->data());
  return SharedLoan::make_message(type_, std::move(*loan), sizeof(ImageHeader));
}

RANVIER_HOT_MEMORY MessagePtr Publication::lend_bytes(std::size_t size) {
  if (!shares()) return {};  // nobody would read it there
  if (size >= kPushesOut) Trail::lose();
  constexpr std::size_t kPadding = 3;
  Result<Loan> loan = sender_->borrow(size + kPadding, kNoWait, kEncodedBegin);
  if (!loan) return {};
  std::memset(loan->data() + size, 0, kPadding);
  return SharedLoan::make_encoded(type_, std::move(*loan), size);
}

RANVIER_HOT_OUT Result<void> Publication::share(const MessagePtr& message, bool network_as_well) {
  SharedLoan* const loan = SharedLoan::of(*message);
  if (loan == nullptr) return share_unlent(message, network_as_well);
  const MessageHeader& header = message->header();
  const std::size_t size = message->born_as_object() ? image_.size() : message->bytes().size;
  const Stamp stamp{header.source_timestamp, header.expires};
  if (sender_->publish_now(*loan, size, stamp)) return {};
  if (!sender_->lent(*loan)) return share_unlent(message, network_as_well);
  return share_later(*loan, size, stamp);
}

RANVIER_COLD Result<void> Publication::share_later(SharedLoan& loan, std::size_t size,
                                                   Stamp stamp) {
  if (may_wait_) RingBatch::close();  // whoever makes room must be awake
  const Result<void> sent = sender_->publish(loan, size, stamp, patience());
  return sent ? Result<void>() : worded(sent.error());
}

// An object of fixed size as it is. Any other is encoded once: for the network too
// if that has readers, else straight into shared memory.
RANVIER_HOT_PLAIN Result<void> Publication::share_unlent(const MessagePtr& message,
                                                         bool network_as_well) {
  if (message->born_as_object() && (image_ || !(network_as_well && writer_->matched() != 0))) {
    return share_object(message->object(), message->header());
  }
  const Bytes bytes = message->bytes();
  return bytes.size >= kEncapsulationSize ? share_bytes(bytes, message->header()) : unencodable();
}

Error Publication::unencodable() const {
  return {Code::kInvalidArgument, "Publisher '" + topic_ + "': a message of type '" + type_.name +
                                      "' cannot be encoded. It holds a value beyond a bound of "
                                      "its type, or there is no memory."};
}

RANVIER_HOT_PLAIN Result<void> Publication::share_bytes(Bytes bytes, const MessageHeader& header) {
  Result<Loan> loan = borrow(bytes.size, kEncodedBegin);
  if (!loan) return loan.error();
  std::memcpy(loan->data(), bytes.data, bytes.size);
  return publish(*loan, bytes.size, header);
}

RANVIER_HOT_PLAIN Result<void> Publication::share_image(const void* object,
                                                      const MessageHeader& header) {
  Result<Loan> loan = borrow(image_.size(), 0);
  if (!loan) return loan.error();
  std::memcpy(image_.begin(loan->data()), object, type_.size);
  return publish(*loan, image_.size(), header);
}

RANVIER_HOT_PLAIN Result<void> Publication::share_object(const void* object,
                                                       const MessageHeader& header) {
  if (image_) return share_image(object, header);
  const std::size_t payload = type_.encoded_size(object);
  Result<Loan> loan = borrow(kEncapsulationSize + payload, kEncodedBegin);
  if (!loan) return loan.error();
  write_encapsulation(loan->data());
  Encoder to(loan->data() + kEncapsulationSize, payload);
  type_.encode(object, to);
  return publish(*loan, kEncapsulationSize + payload, header);
}

RANVIER_HOT_PLAIN Result<Loan> Publication::borrow(std::size_t size, std::uint64_t begin) {
  if (may_wait_) RingBatch::close();  // whoever makes room must be awake
  Result<Loan> loan = sender_->borrow(size, patience(), begin);
  if (!loan) return worded(loan.error());
  return loan;
}

RANVIER_HOT_PLAIN Result<void> Publication::publish(Loan& loan, std::size_t size,
                                                  const MessageHeader& header) {
  if (size >= kPushesOut) warm_up_again();  // the whole way: it began before the copy
  const Result<void> sent =
      sender_->publish(loan, size, {header.source_timestamp, header.expires}, patience());
  return sent ? Result<void>() : worded(sent.error());
}

// Readers of this process are emptied by whoever serves: it must not wait for
// those of another, which may wait for it.
RANVIER_HOT_PLAIN std::int64_t Publication::patience() const noexcept {
  return may_wait_ && host_.serves_here() ? kNoWait : kForever;
}

Error Publication::worded(const Error& error) const {
  if (error.code != Code::kTimeout) return error;
  return {Code::kFull, "Publisher '" + topic_ +
                           "': a keep-all subscription of another process has no room, on a "
                           "thread that cannot wait for it. Publish from another thread, or use "
                           "KEEP_LAST."};
}

bool Publication::wait_for_all_acked(std::chrono::nanoseconds timeout) {
  const std::int64_t deadline = deadline_of(timeout);
  if (!writer_->wait_for_all_acked(timeout)) return false;
  return !shares() || static_cast<bool>(sender_->wait_taken(deadline));
}

}  // namespace ranvier::shm
