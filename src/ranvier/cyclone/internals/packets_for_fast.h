// What Cyclone sends, as readers of Fast DDS need it.
#pragma once

struct ddsi_domaingv;

namespace ranvier::cyclone {

/// Has each packet of this domain looked at as it leaves, for what large samples meet at
/// readers of Fast DDS (docs/decisions, "large samples for Fast DDS"):
/// - a fragment is preceded by its sample's source timestamp. Cyclone stamps the first one
///   alone; a reader whose history is full drops a sample of which another one comes first;
/// - a GAP for samples that the writer has no longer becomes a PAD. The heartbeat that Cyclone
///   sends with it says the same, and a reader that holds some fragments of such a sample
///   never returns from its next take() after a GAP;
/// - FragmentPace.
///
/// Packets that are signed or encrypted leave as they are.
/// Contract: any thread, while the domain lives; changes nothing the second time.
void mend_packets_for_fast(const ddsi_domaingv& domain) noexcept;

}  // namespace ranvier::cyclone
