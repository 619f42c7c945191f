// Each interface's suite on every transport of this tree that has the interface.
#include "graph_suite.h"
#include "peer_link_suite.h"
#include "route_suite.h"
#include "service_suite.h"
#include "transports.h"

namespace ranvier::conformance {
namespace {

using Every = ::testing::Types<Local, Cyclone, Shm, Loopback>;
INSTANTIATE_TYPED_TEST_SUITE_P(Every, RouteSuite, Every, NameOfTransport);
INSTANTIATE_TYPED_TEST_SUITE_P(Every, ServiceSuite, Every, NameOfTransport);

const Network kCyclone{"cyclone",
                       [](std::uint32_t instance) { return open_context(loopback(instance)); }};

INSTANTIATE_TEST_SUITE_P(Of, GraphSuite, ::testing::Values(kCyclone), name_of);
INSTANTIATE_TEST_SUITE_P(Of, PeerLinkSuite, ::testing::Values(kCyclone), name_of);

}  // namespace
}  // namespace ranvier::conformance
