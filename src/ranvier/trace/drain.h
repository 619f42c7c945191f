// Copies records from a buffer into the streams of a CTF trace.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/trace/buffer.h"
#include "ranvier/trace/ctf.h"

namespace ranvier::trace {

inline constexpr std::string_view kThreadPrefix = "thread_";  ///< of the files of streams
inline constexpr std::string_view kLostStream = "lost";       ///< has no thread: see Drain::close()

/// The file of one thread's stream. Packets that are not whole are taken back.
class Stream final {
 public:
  explicit Stream(std::string path) : path_(std::move(path)) {}
  Stream(Stream&& other) noexcept;
  Stream& operator=(Stream&&) = delete;
  ~Stream() { close(); }

  /// Reads what another process wrote, cuts off a packet that is not whole, and
  /// goes on behind it. A file that is not there is an empty stream.
  Result<void> resume();

  /// Appends a packet. On failure the file is as before.
  Result<void> append(std::span<const std::uint8_t> packet);
  void close() noexcept;
  [[nodiscard]] bool is_open() const noexcept { return file_ >= 0; }

  std::uint64_t packets = 0;   ///< in the file
  std::int64_t last_ns = 0;    ///< the time of its last event
  std::uint64_t position = 0;  ///< as its last packet says
  // The counts of lost events of the threads that had this number, one after the other.
  std::uint64_t lost_by_others = 0, lost_by_thread = 0;
  std::uint64_t unwritten = 0;  ///< events that did not get into the file

  /// Events of the thread that are nowhere.
  [[nodiscard]] std::uint64_t missing() const noexcept {
    return lost_by_others + lost_by_thread + unwritten;
  }

 private:
  Result<void> failed(const char* what, int error) const;

  std::string path_;
  int file_ = -1;
  std::uint64_t length_ = 0;  // bytes of whole packets
};

/// Threads: one. Blocks in write(2).
class Drain final {
 public:
  enum class Mode {
    kMove,  ///< a chunk that is copied is empty
    kCopy,  ///< the buffer stays as it is
  };
  /// @param folder  of the trace; streams are made in it as threads appear.
  Drain(Buffer& buffer, std::string folder, const Uuid& uuid, std::int32_t pid,
        Mode mode = Mode::kMove);

  /// Leaves out what is older, but for events that come once for each object.
  void leave_out_before(std::int64_t ns) noexcept { since_ = ns; }

  /// Goes on where the streams in the folder end, for a buffer that was left.
  void resume();

  /// Copies what is there now and gives full chunks back.
  /// @return how many chunks were full: how pressed the threads are.
  std::size_t pass();

  /// Gives back the oldest full chunks until `wanted` are free, as far as there
  /// are full ones. Of their events only those go into the trace that come once
  /// for each object: without them nobody knows what the later ones are about.
  /// @return how many chunks were given back.
  std::size_t make_room(std::size_t wanted);

  /// The last words of a recording: says in the trace which events were lost
  /// that no thread could say itself.
  void close();

  [[nodiscard]] std::uint64_t events() const noexcept { return events_; }
  /// Events that are not in the trace. Contract: before Buffer::leave().
  [[nodiscard]] std::uint64_t discarded() const noexcept;
  /// The first failure to write, if there was one.
  [[nodiscard]] const std::optional<Error>& failure() const noexcept { return failure_; }

 private:
  Stream& stream_of(std::int32_t thread);
  void look_at_clocks() noexcept;
  /// Takes those out of order_ in which nothing is to be kept, and gives them back unread.
  void give_up_nameless();
  /// Goes through order_, thread by thread.
  void look_at_all();
  void look_at(Chunk& chunk);
  void begin_packet(Chunk& chunk, Stream& stream);
  void copy(Chunk& chunk, Stream& stream);
  /// Writes the packet, then gives back the chunks that are empty by it.
  void flush();
  void write(Stream& stream);
  void note(Result<void> result);
  void limit_open_files();

  Buffer& buffer_;
  const std::string folder_;
  const Mode mode_;
  bool once_only_ = false;  // what is hot is left out
  std::int64_t since_ = INT64_MIN;
  std::int64_t forgot_ = 0;  // the time of the newest event that make_room() gave up
  Packet packet_;
  TickAnchor anchor_;
  TickLine line_;
  std::map<std::int32_t, Stream> streams_;
  std::vector<Chunk*> order_;  // of one pass
  // What the packet has, until flush().
  Stream* stream_ = nullptr;
  std::uint64_t position_ = 0;
  struct Copied {
    Chunk* chunk;
    std::uint32_t words;
    bool is_done;
  };
  std::vector<Copied> copied_;
  std::uint64_t events_ = 0;
  std::optional<Error> failure_;
};

}  // namespace ranvier::trace
