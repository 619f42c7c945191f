// Where reading the clock leads a thread, so that it can be asked for after a pause.
//
// clock_gettime() is few instructions on many pages: the word by which we find the C library's
// function, that one, two words by which it finds the kernel's, that one (vDSO), and the page
// that the kernel writes for it. After a pause each of these is found only once the one before
// it has come.
#pragma once

namespace ranvier {

/// Finds these places, once for the process. What cannot be found, or is elsewhere with another
/// C library or kernel, is left out.
/// Contract: any thread; takes the loader's lock and reads a file: not on the way of a message.
void learn_clock_way() noexcept;

/// This thread reads the clock on its way: what was found is on its trail (base/trail.h).
/// To be asked for if Trail::noting(). Contract: any thread. Nothing before learn_clock_way().
void pass_clock_way() noexcept;

}  // namespace ranvier
