// What C code makes of the headers of rcutils (in_c.c).
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Logs three lines a round, of which the conditions let some pass.
void log_in_c(int round);
/// The largest value that a counter had before each of `times` additions of 2.
unsigned long long count_in_c(int times);

#ifdef __cplusplus
}
#endif
