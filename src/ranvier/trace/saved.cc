#include "ranvier/trace/saved.h"

#include "ranvier/trace/drain.h"

namespace ranvier::trace {
namespace {

Result<std::uint64_t> copy_into(const TraceFolder& to, Buffer& buffer, const TraceFolder& from) {
  if (auto copied = copy_streams(from, to); !copied) return copied.error();
  Drain drain(buffer, to.path, to.identity.uuid, to.identity.pid, Drain::Way::kCopy);
  drain.resume();
  drain.close();
  if (drain.failure()) return *drain.failure();
  return drain.events();
}

}  // namespace

Result<SavedTrace> save(Buffer& buffer, const TraceFolder& recorded, std::uint32_t number) {
  auto folder = make_folder_beside(recorded, "-saved-" + std::to_string(number));
  if (!folder) return folder.error();
  const auto events = copy_into(*folder, buffer, recorded);
  if (events) return SavedTrace{folder->path, *events};
  remove_folder(*folder);
  return events.error();
}

}  // namespace ranvier::trace
