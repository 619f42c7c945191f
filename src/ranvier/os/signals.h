// Turns SIGINT and SIGTERM into a call on a thread of its own.
#pragma once

#include <functional>

namespace ranvier {

enum class SignalSet { kBoth, kInterrupt, kTerminate };

/// Installs the handlers and calls `on_signal` for every signal, on a thread
/// that exists only while they are installed; what came and is not reported by then
/// is not told. A handler that was there before is called too.
/// @return false if they are installed already.
/// Contract: any thread; one installation a process.
bool install_signal_handlers(SignalSet signals, std::function<void(int signal)> on_signal);

/// Puts the old handlers back and ends the thread. False if there were none,
/// or another thread is at it.
/// Contract: any thread, also from inside `on_signal`; else waits for that.
bool uninstall_signal_handlers();

bool signal_handlers_installed() noexcept;

/// Whether a signal came of which `on_signal` has not been called to its end. Contract: any
/// thread, wait-free.
bool telling_of_signal() noexcept;

}  // namespace ranvier
