#include "ranvier/trace/saved.h"

#include "ranvier/trace/buffer.h"
#include "ranvier/trace/drain.h"
#include "ranvier/trace/trace_folder.h"

namespace ranvier::trace {
namespace {

Result<std::uint64_t> copy_into(const TraceFolder& to, Buffer& buffer, const TraceFolder& from,
                                std::int64_t since) {
  if (auto copied = copy_streams(from, to); !copied) return copied.error();
  Drain drain(buffer, to.path, to.identity.uuid, to.identity.pid, Drain::Mode::kCopy);
  drain.leave_out_before(since);
  drain.resume();
  drain.close();
  if (drain.failure()) return *drain.failure();
  return drain.events();
}

}  // namespace

Result<SavedTrace> save(Buffer& buffer, const TraceFolder& recorded, const std::string& suffix,
                        std::int64_t since) {
  auto folder = make_folder_beside(recorded, suffix);
  if (!folder) return folder.error();
  const auto events = copy_into(*folder, buffer, recorded, since);
  if (events) return SavedTrace{folder->path, *events};
  remove_folder(*folder);
  return events.error();
}

}  // namespace ranvier::trace
