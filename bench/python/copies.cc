// What LD_PRELOAD gives a worker of `ranvier bench python`: memcpy and memmove that count.
#include "count_copies.h"

/// Copies of much memory that this process has made. Threads: any.
extern "C" std::size_t bench_copies() { return hot_path::copies_of_all_threads(); }
