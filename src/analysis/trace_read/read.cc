#include "analysis/trace_read/read.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <queue>
#include <vector>

#include "analysis/trace_read/clocks.h"
#include "analysis/trace_read/count.h"
#include "analysis/trace_read/layout.h"
#include "analysis/trace_read/packed_text.h"
#include "analysis/trace_read/stream.h"

namespace ranvier::trace_read {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostMetadata = 4 * 1024 * 1024;
constexpr int kDeepest = 8;
constexpr const char* kMetadata = "metadata";

// Folders with a metadata file, in the order of their names. Links are not followed.
std::vector<std::string> folders_with_traces(const std::string& directory, Findings& findings) {
  std::vector<std::string> found;
  std::error_code error;
  if (fs::is_regular_file(directory + "/" + kMetadata, error)) found.push_back(directory);
  fs::recursive_directory_iterator entry(directory, fs::directory_options::skip_permission_denied,
                                         error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    std::error_code unknown;
    if (entry.depth() >= kDeepest) entry.disable_recursion_pending();
    if (!entry->is_directory(unknown) || entry->is_symlink(unknown)) continue;
    if (fs::is_regular_file(entry->path() / kMetadata, unknown)) found.push_back(entry->path());
  }
  if (error) findings.add("Directory '" + directory + "': " + error.message() + ".");
  std::sort(found.begin(), found.end());
  return found;
}

bool is_stream(const fs::directory_entry& entry) {
  std::error_code error;
  const std::string name = entry.path().filename();
  return name != kMetadata && !name.starts_with('.') && entry.is_regular_file(error);
}

class Reading final {
 public:
  explicit Reading(const ReadOptions& options) : clocks_(options.offsets, trace_.clocks) {}

  Result<Trace> run(const std::string& directory) {
    if (auto opened = open_all(directory); !opened) return opened.error();
    merge([] {});
    return std::move(trace_);
  }

  Result<EventCounts> count(const std::string& directory) {
    if (auto opened = open_all(directory); !opened) return opened.error();
    merge([this] {
      if (trace_.order.size() >= kMostKept) count_kept();
    });
    count_kept();
    counts_.discarded = trace_.discarded;
    counts_.findings = std::move(trace_.findings);
    return std::move(counts_);
  }

 private:
  static constexpr std::size_t kMostKept = 64 * 1024;

  Result<void> open_all(const std::string& directory) {
    std::error_code error;
    if (!fs::is_directory(directory, error)) {
      return Error{Code::kNotFound, "Directory '" + directory +
                                        "' is not there. Name one that "
                                        "traces were recorded into (RANVIER_TRACE)."};
    }
    const auto folders = folders_with_traces(directory, trace_.findings);
    if (folders.empty()) {
      return Error{Code::kNotFound, "Directory '" + directory +
                                        "' has no trace: no folder in it "
                                        "has a file 'metadata'. Name one that traces were recorded "
                                        "into (RANVIER_TRACE)."};
    }
    for (const std::string& folder : folders) open(folder);
    if (read_ == 0) return Error{Code::kWorld, trace_.findings.words().back()};
    if (auto all_are_used = clocks_.check(); !all_are_used) return all_are_used.error();
    return {};
  }

  // The columns keep their memory, and no event.
  void count_kept() {
    counts_.events += trace_.order.size();
    trace_.order.clear();
    for (std::size_t i = 0; i < trace_.tables.size(); ++i) {
      Table& table = trace_.tables[i];
      counts_.of[i] += table.size();
      table.time.clear();
      table.thread.clear();
      for (auto& field : table.fields) field.clear();
    }
  }

  void open(const std::string& folder) {
    auto text = read_text(folder + "/" + kMetadata, kMostMetadata);
    if (!text) return trace_.findings.add(text.error().what);
    auto plain = unpack_text(std::move(*text));
    auto metadata = plain ? parse_metadata(*plain) : plain.error();
    if (!metadata) {
      return trace_.findings.add("Trace '" + folder + "': metadata, " + metadata.error().what);
    }
    auto layout = make_layout(folder, std::move(*metadata), trace_);
    if (!layout) return trace_.findings.add(layout.error().what);
    ++read_;
    note_kernel(**layout);
    const Metadata& about = (*layout)->metadata;
    (*layout)->clock_zero =
        clocks_.zero_of((*layout)->env("hostname"), about.clock_uuid, about.clock_zero);
    std::error_code error;
    if (fs::is_symlink(folder + "/.buffer", error)) {
      trace_.findings.add("Trace '" + folder +
                          "' is not complete: its process runs, or was "
                          "killed. Then run: ranvier-trace recover");
    }
    open_streams(folder, *layout);
  }

  void note_kernel(TraceLayout& layout) {
    for (const auto& [id, stream] : layout.streams) {
      const auto is_known = [](const EventLayout& event) { return event.scheduler.has_value(); };
      if (std::none_of(stream.events.begin(), stream.events.end(), is_known)) continue;
      layout.kernel = static_cast<std::uint32_t>(trace_.kernels.size());
      trace_.kernels.push_back({layout.folder, layout.env("hostname"), layout.metadata.clock_uuid});
      return;
    }
  }

  void open_streams(const std::string& folder, const std::shared_ptr<const TraceLayout>& layout) {
    std::vector<std::string> files;
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
      if (is_stream(*entry)) files.push_back(entry->path());
    }
    if (error) trace_.findings.add("Trace '" + folder + "': " + error.message() + ".");
    std::sort(files.begin(), files.end());
    for (const std::string& path : files) {
      auto file = FileWindow::open(path);
      if (file) {
        streams_.push_back(
            std::make_unique<StreamReader>(layout, std::move(*file), origins_, trace_));
      } else {
        trace_.findings.add(file.error().what);
      }
    }
  }

  // The stream whose event is the oldest goes on until another's is older.
  // @param look  is called after each event.
  template <class Look>
  void merge(Look look) {
    using Next = std::pair<std::int64_t, std::size_t>;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      if (streams_[i]->next()) queue.emplace(streams_[i]->order(), i);
    }
    while (!queue.empty()) {
      const std::size_t which = queue.top().second;
      queue.pop();
      const Next until = queue.empty() ? Next{INT64_MAX, SIZE_MAX} : queue.top();
      StreamReader& stream = *streams_[which];
      bool more = true;
      do {
        stream.take();
        look();
        more = stream.next();
      } while (more && Next{stream.order(), which} < until);
      if (more) queue.emplace(stream.order(), which);
    }
    for (const auto& stream : streams_) stream->finish();
  }

  Trace trace_;
  Clocks clocks_;
  EventCounts counts_;
  Origins origins_{trace_};
  std::vector<std::unique_ptr<StreamReader>> streams_;
  std::size_t read_ = 0;  // traces
};

}  // namespace

Result<Trace> read_traces(const std::string& directory, const ReadOptions& options) {
  return Reading(options).run(directory);
}

Result<EventCounts> count_events(const std::string& directory) {
  return Reading({}).count(directory);
}

}  // namespace ranvier::trace_read
