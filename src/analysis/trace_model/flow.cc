#include "analysis/trace_model/flow.h"

#include <algorithm>
#include <utility>

namespace ranvier::trace_model {

using trace_read::Event;
using trace_read::EventView;
using trace_read::field;

namespace {

constexpr Nanoseconds kLongestWait = 3'600'000'000'000;  // for a CPU, that is believed
constexpr Nanoseconds kPause = 3'000'000'000;            // of looks that come each second
constexpr Index kSeveral = kNone - 1;                    // more than one publication fits

void put_once(std::unordered_map<Handle, Index, HashOfHandle>& where, Handle key, Index what) {
  const auto [known, is_new] = where.try_emplace(key, what);
  if (!is_new) known->second = kSeveral;
}

}  // namespace

Flow::Flow(const trace_read::Trace& trace, Objects& objects, Model& model)
    : objects_(objects),
      model_(model),
      calls_(objects, model, trace.threads.size()),
      heap_(model),
      threads_(trace.threads.size()) {
  model_.watched.resize(trace.processes.size());
  pauses_.resize(trace.processes.size());
  for (std::size_t i = 0; i < trace.threads.size(); ++i) {
    const trace_read::Thread& one = trace.threads[i];
    numbers_.put({one.process, static_cast<std::uint64_t>(one.id)}, static_cast<Index>(i));
  }
}

void Flow::see(const EventView& event) {
  switch (event.event()) {
    case Event::rclcpp_publish:
      thread(event).called = true;
      thread(event).called_at = event.time();
      return;
    case Event::rclcpp_intra_publish: return intra_publish(event);
    case Event::rcl_publish: return rcl_publish(event);
    case Event::rmw_publish: return rmw_publish(event);
    case Event::ranvier_deliver: return deliver(event);
    case Event::ranvier_drop: return drop(event);
    case Event::rmw_take: return take(event);
    case Event::rclcpp_take: return taken(event);
    case Event::callback_start: return callback_start(event);
    case Event::callback_end: return callback_end(event);
    case Event::rcl_lifecycle_transition: return transition(event);
    case Event::ranvier_cpu_wait: return cpu_wait(event);
    case Event::ranvier_cpu_time: return cpu_time(event);
    case Event::ranvier_executor_thread: return executor_thread(event);
    default:
      if (!heap_.see(event, running(event))) calls_.see(event, running(event));
  }
}

PublishedMessage* Flow::new_publication(const EventView& event, Index publisher,
                                        std::uint64_t message) {
  Thread& here = thread(event);
  PublishedMessage made;
  made.publisher = publisher;
  made.thread = event.thread();
  made.run = running(event);
  made.message = message;
  made.begin = here.called ? here.called_at : event.time();
  made.is_bytes = !here.called;
  here.called = false;
  here.publication = kNone;
  if (publisher == kNone) {
    ++unknown_;
    return nullptr;
  }
  here.publication = static_cast<Index>(model_.publications.size());
  messages_.put({event.process(), message}, here.publication);
  return &model_.publications.emplace_back(made);
}

PublishedMessage* Flow::current(const EventView& event, std::uint64_t message) {
  const Index last = thread(event).publication;
  if (last == kNone || thread(event).called) return nullptr;
  PublishedMessage& publication = model_.publications[last];
  return publication.message == message ? &publication : nullptr;
}

void Flow::intra_publish(const EventView& event) {
  constexpr Event kThis = Event::rclcpp_intra_publish;
  const Index publisher = objects_.publisher(handle(event, field(kThis, "publisher_handle")));
  PublishedMessage* made = new_publication(event, publisher, event.word(field(kThis, "message")));
  if (made) made->handed = event.time();
}

void Flow::rcl_publish(const EventView& event) {
  constexpr Event kThis = Event::rcl_publish;
  const Index publisher = objects_.publisher(handle(event, field(kThis, "publisher_handle")));
  const std::uint64_t message = event.word(field(kThis, "message"));
  PublishedMessage* publication = current(event, message);
  if (!publication || publication->publisher != publisher || publication->rcl != kNever) {
    publication = new_publication(event, publisher, message);
  }
  if (publication) publication->rcl = event.time();
}

void Flow::rmw_publish(const EventView& event) {
  constexpr Event kThis = Event::rmw_publish;
  PublishedMessage* publication = current(event, event.word(field(kThis, "message")));
  if (!publication || publication->rmw != kNever) {
    ++unknown_;
    return;
  }
  publication->rmw = event.time();
  publication->source_timestamp = event.number(field(kThis, "timestamp"));
}

void Flow::deliver(const EventView& event) {
  constexpr Event kThis = Event::ranvier_deliver;
  const Index to = objects_.subscription(handle(event, field(kThis, "subscription_handle")));
  if (to == kNone) return;  // messages come while it is being made; its take will tell the rest
  note_untaken({to, event.word(field(kThis, "message"))});
  deliveries_[{to, event.word(field(kThis, "message"))}] = {
      event.time(), event.number(field(kThis, "source_timestamp")),
      static_cast<Index>(event.word(field(kThis, "publisher_gid"))), event.thread()};
}

// The address comes again: the message that was there is gone.
void Flow::note_untaken(Handle message) {
  const auto known = deliveries_.find(message);
  if (known == deliveries_.end()) return;
  model_.untaken.push_back({message.process, known->second.time, known->second.gid, {}, kNever});
}

void Flow::drop(const EventView& event) {
  constexpr Event kThis = Event::ranvier_drop;
  const Index at = objects_.subscription(handle(event, field(kThis, "subscription_handle")));
  if (at == kNone) return;
  const std::uint64_t message = event.word(field(kThis, "message"));
  Untaken dropped{at, event.time(), 0, event.text(field(kThis, "reason")), event.time()};
  // Taken, and found to be undecodable then. Who is pushed out may have the address of
  // a message that this thread's callback got and gave back.
  Take* take = dropped.reason == "history" ? nullptr : taken_here(event, at, message);
  if (take != nullptr) {
    take->is_dropped = true;
    dropped.gid = take->gid;
    if (take->delivered != kNever) dropped.delivered = take->delivered;
  }
  const auto known = deliveries_.find({at, message});
  if (known != deliveries_.end()) {
    dropped.delivered = known->second.time;
    dropped.gid = known->second.gid;
    deliveries_.erase(known);
  }
  model_.untaken.push_back(std::move(dropped));
}

// The message that the thread took last, or whose callback it runs, if it is that one.
Take* Flow::taken_here(const EventView& event, Index subscription, std::uint64_t message) {
  Index last = thread(event).take;
  if (last == kNone && running(event) != kNone) last = model_.runs[running(event)].take;
  if (last == kNone) return nullptr;
  Take& take = model_.takes[last];
  return take.subscription == subscription && take.message == message ? &take : nullptr;
}

void Flow::add_delivery(Take& take, Handle message) {
  const auto found = deliveries_.find(message);
  if (found == deliveries_.end()) return;
  if (found->second.source_timestamp == take.source_timestamp) {
    take.delivered = found->second.time;
    take.gid = found->second.gid;
    take.brought_by = found->second.thread;
  }
  deliveries_.erase(found);
}

void Flow::take(const EventView& event) {
  constexpr Event kThis = Event::rmw_take;
  Thread& here = thread(event);
  here.take = kNone;
  if (event.number(field(kThis, "taken")) == 0) return;
  Take take;
  take.subscription =
      objects_.subscription_by_rmw(handle(event, field(kThis, "rmw_subscription_handle")));
  if (take.subscription == kNone) {
    ++unknown_;
    return;
  }
  take.message = event.word(field(kThis, "message"));
  take.source_timestamp = event.number(field(kThis, "source_timestamp"));
  take.taken = event.time();
  add_delivery(take, {take.subscription, take.message});
  here.take = static_cast<Index>(model_.takes.size());
  model_.takes.push_back(take);
  local_.push_back(messages_.find({event.process(), take.message}));
}

void Flow::taken(const EventView& event) {
  const Index last = thread(event).take;
  if (last != kNone) model_.takes[last].ready = event.time();
}

// A callback does not run within itself: its end is not in the trace, which was paused then or is
// damaged, and those of all that began in it are not either.
void Flow::forget_unended(std::vector<Begun>& runs, std::uint64_t callback) {
  const auto same = std::find_if(runs.begin(), runs.end(),
                                 [&](const Begun& one) { return one.callback == callback; });
  runs.erase(same, runs.end());
}

void Flow::callback_start(const EventView& event) {
  constexpr Event kThis = Event::callback_start;
  Thread& here = thread(event);
  Run run;
  run.callback = objects_.callback(handle(event, field(kThis, "callback")));
  run.thread = event.thread();
  run.start = event.time();
  run.is_intra_process = event.word(field(kThis, "is_intra_process")) != 0;
  forget_unended(here.runs, event.word(field(kThis, "callback")));
  run.is_nested = !here.runs.empty();
  const Callback& callback = model_.callbacks[run.callback];
  if (here.take != kNone && callback.of == Callback::Of::kSubscription &&
      callback.owner == model_.takes[here.take].subscription) {
    run.take = here.take;
    model_.takes[run.take].is_local = run.is_intra_process;
  }
  here.take = kNone;
  here.called = false;  // what publish() was called for came to nothing
  const auto index = static_cast<Index>(model_.runs.size());
  run.call = calls_.begin_callback(event.thread(), callback, index);
  here.runs.push_back({index, event.word(field(kThis, "callback"))});
  model_.runs.push_back(run);
}

// Inner runs whose end is not in the trace end with the outer one.
void Flow::callback_end(const EventView& event) {
  const std::uint64_t callback = event.word(field(Event::callback_end, "callback"));
  thread(event).called = false;
  std::vector<Begun>& runs = thread(event).runs;
  const auto begun = std::find_if(runs.rbegin(), runs.rend(),
                                  [&](const Begun& one) { return one.callback == callback; });
  if (begun == runs.rend()) {
    ++ends_without_start_;
    return;
  }
  model_.runs[begun->run].end = event.time();
  runs.erase(std::prev(begun.base()), runs.end());
}

void Flow::transition(const EventView& event) {
  constexpr Event kThis = Event::rcl_lifecycle_transition;
  model_.transitions.push_back(
      {objects_.node_of_machine(handle(event, field(kThis, "state_machine"))), event.time(),
       event.text(field(kThis, "start_label")), event.text(field(kThis, "goal_label"))});
}

// The kernel counts a wait when it is over: it may have begun before the time over
// which the recorder looked.
void Flow::cpu_wait(const EventView& event) {
  constexpr Event kThis = Event::ranvier_cpu_wait;
  model_.watched[event.process()] = true;
  const Index thread = numbers_.find(handle(event, field(kThis, "thread")));
  const Nanoseconds waited = event.number(field(kThis, "waited"));
  const Nanoseconds within = event.number(field(kThis, "within"));
  if (thread == kNone) return;  // it has no events
  if (waited <= 0 || waited > kLongestWait || within < 0 || within > kLongestWait) return;
  model_.cpu_waits.push_back({thread, event.time() - within - waited, event.time(), waited});
}

// Counts below those of the look before are of another thread, to which the kernel gave the number.
void Flow::cpu_time(const EventView& event) {
  constexpr Event kThis = Event::ranvier_cpu_time;
  const std::uint64_t id = event.word(field(kThis, "thread"));
  const Looked now{event.time(), event.number(field(kThis, "used")),
                   event.number(field(kThis, "turns"))};
  if (now.used < 0 || now.turns < 0) return;
  const auto [known, is_new] = looked_.try_emplace({event.process(), id}, Last{kNone, now, 0});
  Last& last = known->second;
  if (id == 0 && !is_new && now.time - last.at.time > kPause) ++pauses_[event.process()];
  const bool is_same_stretch = !is_new && last.pauses == pauses_[event.process()];
  last.pauses = pauses_[event.process()];
  if (!is_new && !is_same_stretch) {
    // What it ran before the pause is of no use beside callbacks that were not recorded.
    ThreadTime& time = model_.thread_times[last.entry];
    time = {time.process, time.id, std::move(time.name), now.time, now.time, 0, now.used, 0};
  } else if (!is_new && now.used >= last.at.used && now.turns >= last.at.turns) {
    ThreadTime& time = model_.thread_times[last.entry];
    time.until = now.time;
    time.used += now.used - last.at.used;
    time.turns += now.turns - last.at.turns;
  } else {
    last.entry = static_cast<Index>(model_.thread_times.size());
    model_.thread_times.push_back({event.process(), static_cast<std::int32_t>(id),
                                   event.text(field(kThis, "name")), now.time, now.time, 0,
                                   now.used, 0});
  }
  last.at = now;
}

// Of a thread without events there is nothing else to tell.
void Flow::executor_thread(const EventView& event) {
  constexpr Event kThis = Event::ranvier_executor_thread;
  const Index thread = numbers_.find(handle(event, field(kThis, "thread")));
  if (thread == kNone) return;
  const Handle at = handle(event, field(kThis, "executor"));
  if (executors_.find(at) == kNone) executors_.put(at, executor_count_++);
  model_.executor_threads.push_back(
      {thread, executors_.find(at), static_cast<int>(event.number(field(kThis, "policy"))),
       static_cast<int>(event.number(field(kThis, "priority"))), event.word(field(kThis, "cpus"))});
}

void Flow::index_publications() {
  for (const Publisher& one : model_.publishers) {
    topics_.try_emplace(one.topic, static_cast<Index>(topics_.size()));
  }
  for (std::size_t i = 0; i < model_.publications.size(); ++i) {
    const PublishedMessage& one = model_.publications[i];
    if (one.rmw == kNever) continue;
    const Publisher& by = model_.publishers[one.publisher];
    const auto stamp = static_cast<std::uint64_t>(one.source_timestamp);
    if (by.gid != 0) put_once(by_gid_, {by.gid, stamp}, static_cast<Index>(i));
    put_once(by_topic_, {topics_.at(by.topic), stamp}, static_cast<Index>(i));
  }
}

// Over the network by (GID, source timestamp), or by the topic where no event
// says the GID; within the process by the address of the message.
void Flow::join_take(Take& take, Index local) {
  const auto stamp = static_cast<std::uint64_t>(take.source_timestamp);
  const std::string& topic = model_.subscriptions[take.subscription].topic;
  Index found = kNone;
  if (take.gid != 0) {
    const auto known = by_gid_.find({take.gid, stamp});
    if (known != by_gid_.end()) found = known->second;
  } else if (const auto number = topics_.find(topic); number != topics_.end()) {
    const auto known = by_topic_.find({number->second, stamp});
    if (known != by_topic_.end()) found = known->second;
  }
  if (found == kSeveral) {
    ++ambiguous_;
    return;
  }
  if (found == kNone && local != kNone) {
    // An address is used again: it is only this message's if all else fits.
    const PublishedMessage& one = model_.publications[local];
    const Publisher& by = model_.publishers[one.publisher];
    const bool fits = one.rmw == kNever && by.topic == topic && one.begin <= take.taken &&
                      (take.gid != 0 ? by.gid == take.gid : take.is_local || one.is_bytes);
    if (fits) found = local;
  }
  if (found == kNone) return;
  take.publication = found;
  take.is_local = found == local;
}

void Flow::tell(std::uint64_t count, const char* words) {
  if (count > 0) model_.findings.push_back(std::to_string(count) + words);
}

void Flow::join() {
  index_publications();
  for (std::size_t i = 0; i < model_.takes.size(); ++i) join_take(model_.takes[i], local_[i]);
  for (const auto& [to, delivery] : deliveries_) {
    const bool has_ended = model_.subscriptions[to.process].life.end != kNever;
    model_.untaken.push_back(
        {to.process, delivery.time, delivery.gid, has_ended ? "subscription ended" : "", kNever});
  }
  tell(unknown_ + objects_.orphans(),
       " events name an object that no event introduced: recording began after it was made, or "
       "its stream is missing.");
  tell(ends_without_start_, " callbacks end that did not begin in the trace.");
  tell(ambiguous_, " messages could be of several publications; they are joined to none.");
}

}  // namespace ranvier::trace_model
