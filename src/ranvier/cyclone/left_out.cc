#include "ranvier/cyclone/left_out.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "ranvier/cyclone/participant.h"
#include "ranvier/cyclone/writer_core.h"

namespace ranvier::cyclone {
namespace {

std::shared_ptr<WriterCore> first_alive(const std::vector<std::weak_ptr<WriterCore>>& all) {
  for (const auto& one : all) {
    if (auto writer = one.lock()) return writer;
  }
  return nullptr;
}

template <class Pointers>
bool has(const Pointers& all, const WriterCore& one) {
  return std::find(all.begin(), all.end(), &one) != all.end();
}

template <class Pointers>
bool take(Pointers& from, const WriterCore& one) {
  return std::erase(from, &one) != 0;
}

}  // namespace

// --- Writers ------------------------------------------------------------------------

void LeftOut::join(const std::shared_ptr<WriterCore>& writer) {
  Lock lock(mutex_);
  Topic& topic = topics_[writer->dds_topic()];
  topic.writers.push_back(writer.get());
  topic.alive.push_back(writer);
  if (!topic.readers.empty()) review_soon(writer->dds_topic());
}

void LeftOut::leave(const WriterCore& writer) noexcept {
  Lock lock(mutex_);
  const auto at = topics_.find(writer.dds_topic());
  if (at == topics_.end() || !take(at->second.writers, writer)) return;
  Topic& topic = at->second;
  take(topic.elsewhere, writer);
  std::erase_if(topic.alive, [](const auto& one) { return one.expired(); });
  for (auto& [gid, reader] : topic.readers) {
    for (Writers* all : {&reader.spared_by, &reader.members, &reader.no_end, &reader.unheard,
                         &reader.no_begin}) {
      take(*all, writer);
    }
  }
  if (!topic.writers.empty()) return review_soon(at->first);
  // One that is left out stays known: a writer that comes wants it back.
  std::erase_if(topic.readers, [](const auto& one) {
    return one.second.state == State::kTakesPart || one.second.state == State::kGone;
  });
  if (topic.readers.empty()) topics_.erase(at);
}

void LeftOut::spare(const WriterCore& writer, std::uint64_t handle, const Leaver& leaver) {
  Lock lock(mutex_);
  Reader& reader = topics_[writer.dds_topic()].readers[leaver.reader];
  // It was lost, and has come again.
  const bool plain = reader.state == State::kTakesPart || reader.state == State::kGone;
  if (reader.ended && reader.settled && plain) reader = {};
  reader.leaver = leaver;
  reader.handle = handle;
  if (!has(reader.spared_by, writer)) reader.spared_by.push_back(&writer);
  review_soon(writer.dds_topic());
}

void LeftOut::serve(const WriterCore& writer, const Gid& gid) {
  Lock lock(mutex_);
  const auto topic = topics_.find(writer.dds_topic());
  if (topic == topics_.end()) return;
  const auto at = topic->second.readers.find(gid);
  if (at == topic->second.readers.end()) return;
  Reader& reader = at->second;
  take(reader.spared_by, writer);
  const bool plain = reader.state == State::kTakesPart || reader.state == State::kGone;
  if (plain && reader.settled && reader.spared_by.empty()) topic->second.readers.erase(at);
  review_soon(topic->first);
}

void LeftOut::take_back(const WriterCore& writer, std::chrono::nanoseconds patience) {
  std::vector<Gid> spared;
  {
    Lock lock(mutex_);
    const auto topic = topics_.find(writer.dds_topic());
    if (topic == topics_.end()) return;
    for (const auto& [gid, reader] : topic->second.readers) {
      if (has(reader.spared_by, writer)) spared.push_back(gid);
    }
  }
  for (const Gid& gid : spared) serve(writer, gid);
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!all_take_part(writer.dds_topic()) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

bool LeftOut::all_take_part(const std::string& name) {
  Lock lock(mutex_);
  const auto topic = topics_.find(name);
  return topic == topics_.end() ||
         std::all_of(topic->second.readers.begin(), topic->second.readers.end(), [](auto& one) {
           const State state = one.second.state;
           return state == State::kTakesPart || state == State::kGone || one.second.ended ||
                  one.second.leaver.closing();
         });
}

void LeftOut::set_elsewhere(const WriterCore& writer, bool elsewhere) {
  Lock lock(mutex_);
  const auto topic = topics_.find(writer.dds_topic());
  if (topic == topics_.end()) return;
  take(topic->second.elsewhere, writer);
  if (!elsewhere) return;
  topic->second.elsewhere.push_back(&writer);
  review_soon(topic->first);
}

// --- What DDS tells -----------------------------------------------------------------

bool LeftOut::tells(const WriterCore& writer, std::uint64_t handle, int change) {
  Lock lock(mutex_);
  const auto topic = topics_.find(writer.dds_topic());
  if (topic == topics_.end() || topic->second.readers.empty()) return true;
  if (change > 0) review_soon(topic->first);
  for (auto& [gid, reader] : topic->second.readers) {
    if (reader.handle != handle) continue;
    if (change > 0) return !take(reader.no_begin, writer);
    if (!take(reader.no_end, writer)) return true;
    reader.unheard.push_back(&writer);
    return false;
  }
  return true;
}

void LeftOut::gone(const Gid& gid) noexcept {
  Lock lock(mutex_);
  for (auto& [name, topic] : topics_) {
    const auto at = topic.readers.find(gid);
    if (at == topic.readers.end()) continue;
    at->second.ended = true;
    if (at->second.state != State::kLeftOut) return;
    if (!topic.writers.empty()) return review_soon(name);
    topic.readers.erase(at);
    if (topic.readers.empty()) topics_.erase(name);
    return;
  }
}

// --- Deciding -----------------------------------------------------------------------

// The worker of a writer's context: it lives for as long as the writer is known here.
void LeftOut::review_soon(const std::string& name) {
  const Topic& topic = topics_[name];
  const bool anything = std::any_of(topic.readers.begin(), topic.readers.end(), [&](auto& one) {
    return ends_left_out(one.second) || next_part(topic, one.second);
  });
  if (topic.writers.empty() || !anything) return;
  topic.writers.front()->participant().worker().run(
      nullptr, [self = shared_from_this(), name] { self->review(name); });
}

void LeftOut::review(const std::string& name) {
  Lock lock(working_);
  tell_ends(name);
  for (Step step; next_step(name, step); step = {}) {
    do_step(name, step);
    tell_ends(name);
  }
}

bool LeftOut::gains(const Topic& topic, const WriterCore& writer) {
  return writer.always() || has(topic.elsewhere, writer);
}

// One that closes takes no part again: its end is under way.
std::optional<Part> LeftOut::next_part(const Topic& topic, const Reader& reader) {
  if (reader.ended || !reader.settled) return std::nullopt;
  const bool all_spare = reader.spared_by.size() == topic.writers.size();
  if (reader.state == State::kLeftOut && !all_spare && !reader.leaver.closing()) {
    return Part::kTakesPart;
  }
  if (reader.state != State::kTakesPart || !all_spare) return std::nullopt;
  const bool gain = std::any_of(topic.writers.begin(), topic.writers.end(),
                                [&](const WriterCore* writer) { return gains(topic, *writer); });
  return gain ? std::optional(Part::kLeftOut) : std::nullopt;
}

bool LeftOut::ends_left_out(const Reader& reader) {
  return reader.state == State::kLeftOut && reader.ended;
}

bool LeftOut::next_step(const std::string& name, Step& step) {
  std::shared_ptr<WriterCore> writer;  // goes without the lock: its end comes to leave()
  Lock lock(mutex_);
  const auto found = topics_.find(name);
  if (found == topics_.end() || found->second.writers.empty()) return false;
  Topic& topic = found->second;
  writer = first_alive(topic.alive);
  if (writer == nullptr) return false;
  for (auto& [gid, reader] : topic.readers) {
    const std::optional<Part> part = next_part(topic, reader);
    if (!part) continue;
    if (*part == Part::kLeftOut) {
      reader.state = State::kLeaving;
      reader.no_end = reader.members = reader.spared_by;
      reader.unheard.clear();
    } else {
      reader.state = State::kReturning;
      reader.no_begin = reader.members;
    }
    step.part = *part;
    step.writer = std::move(writer);
    step.gid = gid;
    step.leaver = reader.leaver;
    step.leaver.between = between_;
    step.turn = reader.turn = ++turns_;
    return true;
  }
  return false;
}

void LeftOut::do_step(const std::string& name, const Step& step) {
  const ddsi_sertype& type = *step.writer->topic().type;
  const Outcome outcome = exchange(type, step.leaver, step.part);
  Writers ended;
  std::uint64_t handle = 0;
  {
    Lock lock(mutex_);
    Reader& reader = topics_[name].readers[step.gid];
    handle = reader.handle;
    if (step.part == Part::kLeftOut) has_left(reader, outcome, ended);
    else has_returned(reader, outcome, ended);
  }
  if (step.part == Part::kLeftOut && outcome == Outcome::kDone) {
    after_ends(type, [self = weak_from_this(), name, gid = step.gid, turn = step.turn] {
      if (const auto there = self.lock()) there->settle(name, gid, turn);
    });
  }
  tell_end(name, ended, handle);
}

// If it was not left out, the end that DDS tells of it is one.
void LeftOut::has_left(Reader& reader, Outcome outcome, Writers& ended) {
  if (outcome == Outcome::kDone) {
    reader.state = State::kLeftOut;
    reader.settled = false;
    return;
  }
  reader.state = State::kGone;
  reader.no_end.clear();
  reader.members.clear();
  ended = std::exchange(reader.unheard, {});
}

// Whom DDS told of no new match it will not tell of the end either.
void LeftOut::has_returned(Reader& reader, Outcome outcome, Writers& ended) {
  const Writers unmatched = std::exchange(reader.no_begin, {});
  reader.members.clear();
  reader.state = outcome == Outcome::kDone ? State::kTakesPart : State::kGone;
  if (outcome != Outcome::kDone) ended = unmatched;
}

void LeftOut::settle(const std::string& name, const Gid& gid, std::uint64_t turn) {
  Lock lock(mutex_);
  const auto topic = topics_.find(name);
  if (topic == topics_.end()) return;
  const auto at = topic->second.readers.find(gid);
  if (at == topic->second.readers.end() || at->second.turn != turn) return;
  Reader& reader = at->second;
  reader.settled = true;
  reader.no_end.clear();
  reader.unheard.clear();
  if (reader.state == State::kGone && reader.spared_by.empty()) topic->second.readers.erase(at);
  review_soon(name);
}

// --- Telling ------------------------------------------------------------------------

void LeftOut::tell_ends(const std::string& name) {
  for (;;) {
    Writers ended;
    std::uint64_t handle = 0;
    {
      Lock lock(mutex_);
      const auto topic = topics_.find(name);
      if (topic == topics_.end()) return;
      auto& readers = topic->second.readers;
      const auto at = std::find_if(readers.begin(), readers.end(), [](const auto& one) {
        return ends_left_out(one.second);
      });
      if (at == readers.end()) return;
      at->second.state = State::kGone;
      ended = std::exchange(at->second.members, {});
      handle = at->second.handle;
    }
    tell_end(name, ended, handle);
  }
}

void LeftOut::tell_end(const std::string& name, const Writers& writers, std::uint64_t handle) {
  Told told;
  {
    Lock lock(mutex_);
    const auto topic = topics_.find(name);
    if (writers.empty() || topic == topics_.end()) return;
    for (const auto& one : topic->second.alive) {
      if (auto writer = one.lock()) told.push_back(std::move(writer));
    }
  }
  for (const auto& writer : told) {
    if (has(writers, *writer)) writer->tell_end(handle);
  }
}

std::size_t LeftOut::count() {
  Lock lock(mutex_);
  std::size_t count = 0;
  for (const auto& [name, topic] : topics_) {
    count += std::count_if(topic.readers.begin(), topic.readers.end(), [](const auto& one) {
      return one.second.state == State::kLeftOut && one.second.settled && !one.second.ended;
    });
  }
  return count;
}

void LeftOut::set_between(std::function<void()> between) {
  Lock lock(mutex_);
  between_ = std::move(between);
}

}  // namespace ranvier::cyclone
