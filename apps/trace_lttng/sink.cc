// The sink that the core finds by name (ranvier/trace/lttng.h).
#include <algorithm>
#include <cstring>

#include "ranvier/trace/lttng.h"
#include "ranvier/trace/table_hash.h"
#include "record.h"

namespace ranvier::trace {
namespace {

class LttngSink final : public Sink {
 public:
  void record(Event event, std::span<const Value> fields) noexcept override {
    constexpr std::size_t kMost = EventInfo::kMaxFields;
    ranvier_lttng_value values[kMost] = {};
    std::uint8_t padded[kMost][kPaddedGidBytes] = {};
    const EventInfo& about = info(event);
    for (std::size_t i = 0; i < std::min(fields.size(), kMost); ++i) {
      switch (about.fields[i].type) {
        case FieldType::kGid:
          std::memcpy(padded[i], fields[i].gid, kGidBytes);
          values[i].gid = padded[i];
          break;
        case FieldType::kString:
          values[i].text = fields[i].text == nullptr ? "" : fields[i].text;
          break;
        default: values[i].word = fields[i].word;
      }
    }
    ranvier_lttng_record(static_cast<unsigned>(event), values);
  }
};

}  // namespace
}  // namespace ranvier::trace

extern "C" ranvier::trace::Sink* ranvier_lttng_sink(std::uint64_t table_hash) noexcept {
  static ranvier::trace::LttngSink sink;
  return table_hash == ranvier::trace::kTableHash ? &sink : nullptr;
}
