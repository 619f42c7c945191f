#include "ranvier/cyclone/internals/fragment_pace.h"

#include <chrono>
#include <thread>

namespace ranvier::cyclone {
namespace {

struct Sent {
  SampleName sample;
  std::size_t bytes = 0;
};
thread_local Sent last_sent;

bool is_of_fast(const ddsi_domaingv& domain, const ddsi_wr_prd_match& match) noexcept {
  const ddsi_proxy_reader* const reader = find_proxy_reader(domain, match.prd_guid);
  return reader != nullptr && vendor_is_eprosima(reader->c.vendor);
}

// Who holds the lock may be this thread, so it is not waited for: then there is no pause.
bool has_reader_of_fast(const ddsi_domaingv& domain, const ddsi_guid_t& guid) noexcept {
  const Awake awake(domain);
  ddsi_writer* const writer = find_writer(domain, guid);
  if (writer == nullptr || !ddsrt_mutex_trylock(&writer->e.lock)) return false;
  bool found = false;
  void* one = ddsrt_avl_find_min(&ddsi_wr_readers_treedef, &writer->readers);
  while (one != nullptr && !found) {
    found = is_of_fast(domain, *static_cast<const ddsi_wr_prd_match*>(one));
    one = ddsrt_avl_find_succ(&ddsi_wr_readers_treedef, &writer->readers, one);
  }
  ddsrt_mutex_unlock(&writer->e.lock);
  return found;
}

}  // namespace

bool FragmentPace::sent(const ddsi_domaingv& domain, const SampleName& sample,
                        std::size_t bytes) noexcept {
  if (!(last_sent.sample == sample)) last_sent = {sample, 0};
  last_sent.bytes += bytes;
  if (last_sent.bytes < kBurst) return false;
  last_sent.bytes = 0;
  if (!has_reader_of_fast(domain, sample.writer)) return false;
  std::this_thread::sleep_for(std::chrono::nanoseconds(kPause));
  return true;
}

}  // namespace ranvier::cyclone
