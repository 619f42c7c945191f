// What the network is called.
#pragma once

namespace ranvier {

/// The rmw name of the network that RMW_IMPLEMENTATION asks for; the default's if this
/// build does not have it. Contract: any thread; the text is static.
const char* middleware_name() noexcept;

}  // namespace ranvier
