// Threads of the runtime, and what is said when the system has none left.
#pragma once

#include <functional>
#include <string>
#include <thread>

#include "ranvier/base/result.h"

namespace ranvier {

/// Starts a thread of the runtime's own. It takes no signals: they are for the user's
/// threads.
/// @param name   what `top -H` shows and what traces know it by: "ranvier_" and up to 7 letters.
/// @param whose  begins the words of an error, as "Tracing sessions".
/// Contract: the calling thread's signals are as they were, also after an error.
Result<std::thread> start_thread(const char* name, const std::string& whose,
                                 std::function<void()> run);

/// Starts a thread that runs callbacks of users, with the signals of the calling one.
/// @throws std::system_error  as std::thread does, with the words of an error as above.
std::thread start_user_thread(const std::string& whose, std::function<void()> run);

}  // namespace ranvier
