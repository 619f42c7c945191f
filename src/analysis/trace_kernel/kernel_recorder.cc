#include "analysis/trace_kernel/kernel_recorder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "analysis/trace_kernel/ring_page.h"
#include "ranvier/trace/trace_folder.h"

namespace ranvier::trace_kernel {
namespace {

constexpr const char* kFolder = "/kernel";

Error failed(const std::string& path, int error) {
  return {Code::kWorld, "Kernel events: '" + path + "': " + std::strerror(error) + "."};
}

std::string all_names() {
  std::string names;
  for (const KernelEvent& event : kernel_events()) names += ' ' + std::string(event.name);
  return names;
}

// ".../per_cpu/cpu3/trace_pipe_raw" is of core 3.
std::uint32_t cpu_of(const std::string& pipe) {
  constexpr std::string_view kBefore = "/cpu";
  const std::size_t at = pipe.rfind(kBefore);
  if (at == pipe.npos) return 0;
  return static_cast<std::uint32_t>(std::strtoul(pipe.c_str() + at + kBefore.size(), nullptr, 10));
}

struct [[gnu::packed]] EventHead {
  std::uint16_t id;
  std::uint64_t time;
};

}  // namespace

CoreStream::CoreStream(int pipe, std::uint32_t cpu, const std::string& folder,
                       const trace::Uuid& uuid)
    : pipe_(pipe),
      stream_(folder + "/channel0_" + std::to_string(cpu)),
      page_(static_cast<std::size_t>(::getpagesize())) {
  head_.magic = trace::PacketHead::kMagic;
  head_.uuid = uuid;
  head_.stream_instance_id = cpu;
  head_.cpu_id = cpu;
}

CoreStream::CoreStream(CoreStream&& other) noexcept
    : pipe_(std::exchange(other.pipe_, -1)),
      head_(other.head_),
      stream_(std::move(other.stream_)),
      page_(std::move(other.page_)),
      packet_(std::move(other.packet_)),
      events_(other.events_),
      missed_(other.missed_) {}

CoreStream::~CoreStream() {
  if (pipe_ >= 0) ::close(pipe_);
}

Result<std::uint64_t> CoreStream::copy(const KnownEvents& known) {
  std::uint64_t written = 0;
  for (;;) {
    const ssize_t got = ::read(pipe_, page_.data(), page_.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno != EAGAIN) return failed("trace_pipe_raw", errno);
    if (got <= 0) return written;
    packet_.assign(sizeof head_, 0);
    events_ = 0;
    const auto see = [&](std::uint64_t time, std::span<const std::uint8_t> record) {
      add(known, time, record);
    };
    missed_ += read_page({page_.data(), static_cast<std::size_t>(got)}, see).missed;
    auto done = write();
    if (!done) return done;
    written += *done;
  }
}

void CoreStream::add(const KnownEvents& known, std::uint64_t time,
                     std::span<const std::uint8_t> record) {
  std::uint16_t id = 0;
  if (record.size() < sizeof id) return;
  std::memcpy(&id, record.data(), sizeof id);
  const auto found = known.find(id);
  if (found == known.end()) return;
  const auto& [place, layout] = found->second;
  const EventHead head{static_cast<std::uint16_t>(place), time};
  const std::size_t before = packet_.size();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&head);
  packet_.insert(packet_.end(), bytes, bytes + sizeof head);
  if (!append_fields(kernel_events()[place], layout, record, packet_)) {
    return packet_.resize(before);
  }
  if (events_++ == 0) head_.timestamp_begin = static_cast<std::int64_t>(time);
  head_.timestamp_end = static_cast<std::int64_t>(time);
}

Result<std::uint64_t> CoreStream::write() {
  if (events_ == 0) return std::uint64_t{0};
  head_.content_size = head_.packet_size = packet_.size() * 8;
  head_.events_discarded = missed_;
  head_.packet_seq_num = stream_.packets;
  std::memcpy(packet_.data(), &head_, sizeof head_);
  if (auto done = stream_.append(packet_); !done) return done.error();
  return events_;
}

Result<std::unique_ptr<KernelRecorder>> KernelRecorder::start(
    const std::string& directory, const std::vector<std::string>& events) {
  for (const std::string& event : events) {
    if (find_kernel_event(event)) continue;
    return Error{Code::kInvalidArgument, "Kernel event '" + event +
                                             "' is not known here. There "
                                             "are:" +
                                             all_names() + "."};
  }
  auto root = find_tracefs();
  if (!root) return root.error();
  auto buffer = KernelBuffer::open(*root);
  if (!buffer) return buffer.error();
  std::unique_ptr<KernelRecorder> made(new KernelRecorder(std::move(*buffer)));
  for (const std::string& name : events) {
    const std::size_t place = *find_kernel_event(name);
    auto layout = made->buffer_.enable(kernel_events()[place]);
    if (!layout) return layout.error();
    made->known_.insert_or_assign(layout->id, std::pair(place, *layout));
  }
  const auto identity = trace::identify(directory, "kernel");
  made->folder_ = directory + kFolder;
  if (::mkdir(made->folder_.c_str(), 0700) != 0) {
    if (errno != EEXIST) return failed(made->folder_, errno);
    return Error{Code::kAlreadyExists, "Kernel events: '" + made->folder_ +
                                           "' is there already. "
                                           "Record into another directory."};
  }
  std::ofstream metadata(made->folder_ + "/metadata");
  metadata << kernel_metadata(identity);
  metadata.close();
  if (!metadata) return failed(made->folder_ + "/metadata", errno);
  if (auto opened = made->open_streams(identity.uuid); !opened) return opened.error();
  if (auto started = made->buffer_.start(); !started) return started.error();
  return made;
}

Result<void> KernelRecorder::open_streams(const trace::Uuid& uuid) {
  for (const std::string& pipe : buffer_.pipes()) {
    const int file = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return failed(pipe, errno);
    streams_.emplace_back(file, cpu_of(pipe), folder_, uuid);
  }
  return {};
}

Result<void> KernelRecorder::copy() {
  for (CoreStream& stream : streams_) {
    auto done = stream.copy(known_);
    if (!done) return done.error();
    report_.events += *done;
  }
  return {};
}

Result<KernelReport> KernelRecorder::stop() {
  buffer_.stop();
  if (auto done = copy(); !done) return done.error();
  for (const CoreStream& stream : streams_) report_.missed += stream.missed();
  streams_.clear();
  return report_;
}

}  // namespace ranvier::trace_kernel
