#include <arpa/inet.h>

#include "ranvier/cyclone/internals/domain_internals.h"

#include <atomic>
#include <cstring>
#include <optional>
#include <utility>

#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/internals/fragment_pace.h"
#include "ranvier/cyclone/internals/stamped_packet.h"
#include "ranvier/cyclone/internals/tricks.h"

namespace ranvier::cyclone {
namespace {

std::uint64_t wide(const nn_sequence_number_t& number) noexcept {
  return static_cast<std::uint64_t>(number.high) << 32 | number.low;
}

ddsi_guid_prefix_t prefix_at(const std::uint8_t* bytes) noexcept {
  ddsi_guid_prefix_t prefix;
  std::memcpy(&prefix, bytes, sizeof prefix);
  for (std::uint32_t& word : prefix.u) word = ntohl(word);
  return prefix;
}

/// What is found in one packet that leaves.
///
/// Threads: the one that sends.
class Look final {
 public:
  Look(const ddsi_domaingv& domain, OutgoingPacket& packet) noexcept
      : domain_(domain), from_(prefix_at(packet.header() + offsetof(Header_t, guid_prefix))) {
    OutgoingSubmessage one;
    while (packet.next(one)) {
      switch (one.kind()) {
        case SMID_INFO_DST: see_destination(one); break;
        case SMID_INFO_TS: see_stamp(); break;
        case SMID_DATA: stamp_is_new_ = false; break;  // it was that one's
        case SMID_DATA_FRAG: see_fragment(one); break;
        case SMID_GAP: see_gap(one); break;
        default: break;
      }
    }
  }

  /// The stamps that are missing.
  Stamps& stamps() noexcept { return stamps_; }
  /// The last sample of which there is a fragment.
  const std::optional<SampleName>& fragment_of() const noexcept { return fragment_of_; }

 private:
  void see_destination(const OutgoingSubmessage& one) noexcept {
    if (one.room < sizeof(InfoDST_t)) return;
    to_ = prefix_at(one.head + offsetof(InfoDST_t, guid_prefix));
  }

  void see_stamp() noexcept {
    stamp_is_new_ = true;
    stamped_.reset();
  }

  void see_fragment(const OutgoingSubmessage& one) noexcept {
    DataFrag_t fragment;
    if (one.room < sizeof fragment) return;
    std::memcpy(&fragment, one.head, sizeof fragment);
    fragment_of_ = {guid_of_writer(fragment.x.writerId), wide(fragment.x.writerSN)};
    if (std::exchange(stamp_is_new_, false)) stamped_ = fragment_of_;
    if (stamped_ == fragment_of_) return;
    const std::optional<ddsrt_wctime_t> time = time_of(*fragment_of_);
    if (time && stamps_.add(one, *time)) stamped_ = fragment_of_;
  }

  std::optional<ddsrt_wctime_t> time_of(const SampleName& sample) const noexcept {
    const Awake awake(domain_);
    const ddsi_writer* const writer = reliable_writer(sample.writer);
    whc_borrowed_sample kept;
    if (!writer || !whc_borrow_sample(writer->whc, sample.number, &kept)) return std::nullopt;
    const ddsrt_wctime_t time = kept.serdata->timestamp;
    whc_return_sample(writer->whc, &kept, false);
    return time;
  }

  // A PAD may have any length and means nothing. No other packet shares the bytes.
  void see_gap(const OutgoingSubmessage& one) const noexcept {
    Gap_t gap;
    if (one.room < offsetof(Gap_t, bits) || !to_) return;
    std::memcpy(&gap, one.head, offsetof(Gap_t, bits));
    if (gap.gapList.numbits == 0 && goes_to_fast() && all_are_gone(gap)) one.head[0] = SMID_PAD;
  }

  bool goes_to_fast() const noexcept {
    const Awake awake(domain_);
    const ddsi_guid_t guid{*to_, {NN_ENTITYID_PARTICIPANT}};
    const auto* const peer = find_proxy_participant(domain_, guid);
    return peer != nullptr && vendor_is_eprosima(peer->vendor);
  }

  // Then the heartbeat, which names the first sample that the writer has, says the same.
  bool all_are_gone(const Gap_t& gap) const noexcept {
    const Awake awake(domain_);
    const ddsi_writer* const writer = reliable_writer(guid_of_writer(gap.writerId));
    if (writer == nullptr) return false;
    whc_state held;
    whc_get_state(writer->whc, &held);
    return WHCST_ISEMPTY(&held) || wide(gap.gapList.bitmap_base) <= held.min_seq;
  }

  const ddsi_writer* reliable_writer(const ddsi_guid_t& guid) const noexcept {
    const ddsi_writer* const writer = find_writer(domain_, guid);
    return writer != nullptr && writer->heartbeat_xevent != nullptr ? writer : nullptr;
  }

  ddsi_guid_t guid_of_writer(const ddsi_entityid_t& on_the_wire) const noexcept {
    return {from_, {ntohl(on_the_wire.u)}};
  }

  const ddsi_domaingv& domain_;
  const ddsi_guid_prefix_t from_;
  std::optional<ddsi_guid_prefix_t> to_;
  std::optional<SampleName> stamped_;
  std::optional<SampleName> fragment_of_;
  bool stamp_is_new_ = false;
  Stamps stamps_;
};

// That of UDP, the same for all domains; set before ours is given to a connection.
std::atomic<ddsi_tran_write_fn_t> write_of_cyclone{nullptr};

ssize_t write_stamped(ddsi_tran_conn* connection, const ddsi_locator_t* to, std::size_t count,
                      const ddsrt_iovec_t* parts, std::uint32_t flags, Stamps& stamps) {
  const auto write = write_of_cyclone.load(std::memory_order_acquire);
  const std::size_t most = connection->m_base.gv->config.max_msg_size;
  if (stamps.count() == 0 || !StampedPacket::fits(count) ||
      size_of(parts, count) + stamps.bytes() > most) {
    return write(connection, to, count, parts, flags);
  }
  const StampedPacket stamped(parts, count, stamps);
  return write(connection, to, stamped.count(), stamped.parts(), flags);
}

ssize_t write_for_fast(ddsi_tran_conn* connection, const ddsi_locator_t* to, std::size_t count,
                       const ddsrt_iovec_t* parts, std::uint32_t flags) {
  const ddsi_domaingv& domain = *connection->m_base.gv;
  OutgoingPacket packet(parts, count);
  if (packet.header() == nullptr || !tricks_work()) {
    return write_of_cyclone.load(std::memory_order_acquire)(connection, to, count, parts, flags);
  }
  Look look(domain, packet);
  const ssize_t written = write_stamped(connection, to, count, parts, flags, look.stamps());
  if (look.fragment_of()) FragmentPace::sent(domain, *look.fragment_of(), size_of(parts, count));
  return written;
}

}  // namespace

void mend_packets_for_fast(const ddsi_domaingv& domain) noexcept {
  static const ddsi_tran_write_fn_t ours = for_c<write_for_fast>();
  for (int i = 0; i < domain.n_interfaces; ++i) {
    ddsi_tran_conn* const connection = domain.xmit_conns[i];
    if (connection == nullptr || connection->m_stream) continue;
    const ddsi_tran_write_fn_t now = __atomic_load_n(&connection->m_write_fn, __ATOMIC_ACQUIRE);
    if (now == ours) continue;
    write_of_cyclone.store(now, std::memory_order_release);
    __atomic_store_n(&connection->m_write_fn, ours, __ATOMIC_RELEASE);
  }
}

}  // namespace ranvier::cyclone
