#include "ranvier/trace/drain.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <tuple>

#include "ranvier/trace/record.h"

namespace ranvier::trace {
namespace {

constexpr std::size_t kMostOpenFiles = 64;
constexpr ThreadName kNobody{0, "lost"};  // has the lost events that no other stream counts

// The words of a chunk that are in the trace.
std::uint32_t drained(const Chunk& chunk, const Stream& stream) noexcept {
  const std::uint64_t written = stream.position;
  const std::uint64_t begin = position_of(chunk.sequence, 0);
  const std::uint64_t known = written > begin ? written - begin : 0;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(std::max<std::uint64_t>(known, chunk.drained), Chunk::kWords));
}

// A record has the low bits of its ticks; the anchor is near enough for the others.
std::uint64_t whole_ticks(std::uint64_t first_word, TickAnchor anchor) noexcept {
  const std::uint64_t shifted =
      (first_word & ~std::uint64_t{0xff}) - (anchor.ticks << detail::kEventBits);
  return anchor.ticks +
         static_cast<std::uint64_t>(static_cast<std::int64_t>(shifted) >> detail::kEventBits);
}

bool comes_once(std::uint64_t first_word) noexcept {
  return !info(static_cast<Event>(first_word & 0xff)).on_hot_path();
}

}  // namespace

Drain::Drain(Buffer& buffer, std::string folder, const Uuid& uuid, std::int32_t pid, Mode mode)
    : buffer_(buffer),
      folder_(std::move(folder)),
      mode_(mode),
      packet_(uuid, pid),
      anchor_(buffer.last_anchor()),
      line_(buffer.line()) {}

void Drain::resume() {
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(folder_, error)) {
    const std::string name = file.path().filename();
    std::int32_t thread = kNobody.id;
    if (name.starts_with(kThreadPrefix)) {
      std::from_chars(name.data() + kThreadPrefix.size(), name.data() + name.size(), thread);
    } else if (name != kLostStream) {
      continue;
    }
    note(stream_of(thread).resume());
  }
}

std::size_t Drain::pass() {
  look_at_clocks();
  // First which chunks there are, then what is in them: a chunk that is seen
  // was taken after its thread's older ones were finished, so those are whole. One that
  // is taken during the look waits for the next: an older one may be at a place that was
  // free when the look came by, and would be taken for copied afterwards.
  const std::uint64_t taken = buffer_.taken();
  order_.clear();
  for (Chunk& chunk : buffer_.chunks()) {
    // acquire: pairs with the thread's store of kFilling.
    if (chunk.state.load(std::memory_order_acquire) == Chunk::kFree) continue;
    if (chunk.sequence <= taken) order_.push_back(&chunk);
  }
  const auto full = std::count_if(order_.begin(), order_.end(), [](const Chunk* chunk) {
    return chunk->state.load(std::memory_order_relaxed) == Chunk::kFull;
  });
  look_at_all();
  return static_cast<std::size_t>(full);
}

std::size_t Drain::make_room(std::size_t wanted) {
  look_at_clocks();
  std::size_t free = 0;
  const std::uint64_t taken = buffer_.taken();  // as in pass()
  order_.clear();
  for (Chunk& chunk : buffer_.chunks()) {
    const std::uint32_t state = chunk.state.load(std::memory_order_acquire);
    free += state == Chunk::kFree;
    if (state == Chunk::kFull && chunk.sequence <= taken) order_.push_back(&chunk);
  }
  std::sort(order_.begin(), order_.end(),
            [](const Chunk* a, const Chunk* b) { return a->sequence < b->sequence; });
  order_.resize(std::min(order_.size(), wanted - std::min(wanted, free)));
  const std::size_t given = order_.size();
  give_up_nameless();
  once_only_ = true;
  look_at_all();
  once_only_ = false;
  buffer_.head().forgot.store(forgot_, std::memory_order_relaxed);
  return given;
}

// Most chunks have nothing that must be kept; those go unread, so that their memory stays with
// the threads that write there.
void Drain::give_up_nameless() {
  std::erase_if(order_, [this](Chunk* chunk) {
    if (chunk->names != 0) return false;
    forgot_ = std::max(forgot_, line_.ns(chunk->end_ticks));
    buffer_.give(*chunk);
    return true;
  });
}

void Drain::look_at_clocks() noexcept {
  buffer_.put_anchor();
  anchor_ = buffer_.last_anchor();
  line_ = buffer_.line();
}

void Drain::look_at_all() {
  std::sort(order_.begin(), order_.end(), [](const Chunk* a, const Chunk* b) {
    return std::tie(a->thread.id, a->sequence) < std::tie(b->thread.id, b->sequence);
  });
  for (Chunk* chunk : order_) look_at(*chunk);
  flush();
  limit_open_files();
}

void Drain::look_at(Chunk& chunk) {
  Stream& stream = stream_of(chunk.thread.id);
  if (stream.lost_by_thread > chunk.lost) {  // another thread with its number
    stream.lost_by_others += stream.lost_by_thread;
    stream.lost_by_thread = 0;
  }
  if (&stream != stream_ || stream.lost_by_thread != chunk.lost || packet_.is_large()) {
    flush();
    begin_packet(chunk, stream);
  }
  copy(chunk, stream);
}

void Drain::begin_packet(Chunk& chunk, Stream& stream) {
  packet_.begin(chunk.thread, chunk.cpu);
  if (stream.packets == 0 && chunk.lost > 0) {
    // A reader takes the difference to the packet before: there must be one.
    write(stream);
    packet_.begin(chunk.thread, chunk.cpu);
  }
  stream.lost_by_thread = chunk.lost;
  stream_ = &stream;
}

void Drain::copy(Chunk& chunk, Stream& stream) {
  // The state first: of a full chunk every record is seen.
  const bool full = chunk.state.load(std::memory_order_acquire) == Chunk::kFull;
  const std::span<std::uint64_t> words(chunk.words);
  std::uint32_t at = drained(chunk, stream);
  while (at < Chunk::kWords) {
    // acquire: pairs with write_record().
    const std::uint64_t first =
        std::atomic_ref<std::uint64_t>(chunk.words[at]).load(std::memory_order_acquire);
    const std::size_t size = first == 0 ? 0 : record_size(words.subspan(at));
    if (size == 0) break;
    const std::int64_t ns = line_.ns(whole_ticks(first, anchor_));
    if ((!once_only_ && ns >= since_) || comes_once(first)) {
      stream.last_ns = std::max(stream.last_ns, ns);
      packet_.add(words.subspan(at, size), stream.last_ns);
    } else if (once_only_) {
      forgot_ = std::max(forgot_, ns);
    }
    at += static_cast<std::uint32_t>(size);
  }
  copied_.push_back({&chunk, at, full});
}

void Drain::flush() {
  if (stream_ && packet_.events() > 0) write(*stream_);
  stream_ = nullptr;
  for (const Copied& copied : copied_) {
    if (mode_ == Mode::kCopy) break;
    copied.chunk->drained = copied.words;
    if (copied.is_done) buffer_.give(*copied.chunk);
  }
  copied_.clear();
}

void Drain::write(Stream& stream) {
  const std::uint64_t events = packet_.events();
  std::uint64_t position = stream.position;
  if (!copied_.empty())
    position = position_of(copied_.back().chunk->sequence, copied_.back().words);
  auto done =
      stream.append(packet_.finish(stream.last_ns, stream.missing(), stream.packets, position));
  if (done) {
    events_ += events;
    stream.position = position;
  } else {
    stream.unwritten += events;
  }
  note(std::move(done));
}

void Drain::close() {
  pass();
  std::uint64_t told = 0;
  std::int64_t last = buffer_.head().begin_ns;
  for (const auto& [id, stream] : streams_) {
    told += stream.lost_by_others + stream.lost_by_thread;
    last = std::max(last, stream.last_ns);
  }
  const std::uint64_t lost = buffer_.head().lost.load(std::memory_order_relaxed);
  if (lost > told) {
    Stream& rest = stream_of(kNobody.id);
    rest.last_ns = std::max(rest.last_ns, last);
    const std::uint64_t before = rest.lost_by_thread;
    for (const std::uint64_t count : {before, before + lost - told}) {
      packet_.begin(kNobody, 0);
      rest.lost_by_thread = count;
      write(rest);
    }
  }
  for (auto& [id, stream] : streams_) stream.close();
}

std::uint64_t Drain::discarded() const noexcept {
  std::uint64_t unwritten = 0;
  for (const auto& [id, stream] : streams_) unwritten += stream.unwritten;
  return unwritten + buffer_.head().lost.load(std::memory_order_relaxed);
}

Stream& Drain::stream_of(std::int32_t thread) {
  const auto found = streams_.find(thread);
  if (found != streams_.end()) return found->second;
  const std::string name = thread == kNobody.id
                               ? std::string(kLostStream)
                               : std::string(kThreadPrefix) + std::to_string(thread);
  Stream& made = streams_.emplace(thread, Stream(folder_ + "/" + name)).first->second;
  made.last_ns = buffer_.head().begin_ns;
  return made;
}

void Drain::note(Result<void> result) {
  if (!result && !failure_) failure_ = result.error();
}

// A process may have more threads than files that it may open.
void Drain::limit_open_files() {
  const auto open = std::count_if(streams_.begin(), streams_.end(),
                                  [](const auto& s) { return s.second.is_open(); });
  if (static_cast<std::size_t>(open) < kMostOpenFiles) return;
  for (auto& [id, stream] : streams_) stream.close();
}

}  // namespace ranvier::trace
