// The route between the processes of a host: shared memory, with a network route
// for everything else.
#pragma once

#include <memory>

#include "ranvier/route/peer_link.h"
#include "ranvier/shm/shm_runtime.h"

namespace ranvier::shm {

/// A route that serves by `network`, and serves those pairs of topics through
/// shared memory whose other process is on this host, of this user, and has such
/// a route as well (docs/decisions/0033).
/// @param keep_all_bound  messages that wait for a keep-all subscription, and the
/// newest ones that a keep-all transient-local publisher keeps.
/// @param peers  the network's Route::peer_link().
std::unique_ptr<Route> open_shm_route(std::unique_ptr<Route> network, PeerLink& peers,
                                      std::shared_ptr<ShmRuntime> runtime,
                                      std::size_t keep_all_bound);

}  // namespace ranvier::shm
