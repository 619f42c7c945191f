// The files of a trace's streams.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "ranvier/trace/drain.h"
#include "ranvier/trace/trace_folder.h"

namespace ranvier::trace {
namespace {

// The whole of `bytes`, or the error.
int write_all(int file, std::span<const std::uint8_t> bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t done = ::write(file, bytes.data(), bytes.size());
    if (done > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(done));
    } else if (done == 0) {
      return ENOSPC;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

Error stream_error(const std::string& path, const char* what, int error) {
  return {Code::kWorld, "Trace file '" + path + "': " + what + ": " + std::strerror(error) +
                            ". Events are missing in the trace from here on; they are counted. "
                            "Make room, or name another directory for traces."};
}

bool read_head(int file, std::uint64_t at, PacketHead& head) noexcept {
  return ::pread(file, &head, sizeof head, static_cast<off_t>(at)) == sizeof head &&
         head.magic == PacketHead::kMagic && head.packet_size >= sizeof head * 8;
}

bool is_stream(const std::string& name) {
  return name.starts_with(kThreadPrefix) || name == kLostStream;
}

// Packet by packet, so that one that is not whole stays behind.
Result<void> copy_stream(const std::string& from, const std::string& to, const Uuid& uuid) {
  const int file = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return stream_error(from, "cannot open it", errno);
  Stream copy(to);
  Result<void> done;
  PacketHead head{};
  std::vector<std::uint8_t> packet;
  for (std::uint64_t at = 0; done && read_head(file, at, head); at += packet.size()) {
    packet.resize(head.packet_size / 8);
    const ssize_t got = ::pread(file, packet.data(), packet.size(), static_cast<off_t>(at));
    if (got != static_cast<ssize_t>(packet.size())) break;
    head.uuid = uuid;
    std::memcpy(packet.data(), &head, sizeof head);
    done = copy.append(packet);
  }
  ::close(file);
  return done;
}

}  // namespace

Result<void> copy_streams(const TraceFolder& from, const TraceFolder& to) {
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(from.path, error)) {
    const std::string name = file.path().filename();
    if (!is_stream(name)) continue;
    if (auto done = copy_stream(file.path(), to.path + "/" + name, to.identity.uuid); !done) {
      return done;
    }
  }
  if (error) return stream_error(from.path, "cannot read the folder", error.value());
  return {};
}

Stream::Stream(Stream&& other) noexcept
    : packets(other.packets),
      last_ns(other.last_ns),
      position(other.position),
      lost_by_others(other.lost_by_others),
      lost_by_thread(other.lost_by_thread),
      unwritten(other.unwritten),
      path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      length_(other.length_) {}

Result<void> Stream::failed(const char* what, int error) const {
  return stream_error(path_, what, error);
}

Result<void> Stream::resume() {
  file_ = ::open(path_.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (file_ < 0) return errno == ENOENT ? Result<void>() : failed("cannot open it", errno);
  struct stat about{};
  if (::fstat(file_, &about) != 0) return failed("cannot read it", errno);
  const auto size = static_cast<std::uint64_t>(about.st_size);
  PacketHead head{};
  while (read_head(file_, length_, head) && length_ + head.packet_size / 8 <= size) {
    length_ += head.packet_size / 8;
    packets = head.packet_seq_num + 1;
    last_ns = head.timestamp_end;
    lost_by_thread = head.events_discarded;
    position = head.position;
  }
  if (length_ < size && ::ftruncate(file_, static_cast<off_t>(length_)) != 0) {
    return failed("cannot cut off the packet that is not whole", errno);
  }
  return {};
}

Result<void> Stream::append(std::span<const std::uint8_t> packet) {
  if (file_ < 0) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file_ < 0) return failed("cannot make it", errno);
  }
  if (const int error = write_all(file_, packet); error != 0) {
    // What is there must stay readable. If this fails too, a reader says so.
    static_cast<void>(!::ftruncate(file_, static_cast<off_t>(length_)));
    return failed("cannot write to it", error);
  }
  length_ += packet.size();
  ++packets;
  return {};
}

void Stream::close() noexcept {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

}  // namespace ranvier::trace
