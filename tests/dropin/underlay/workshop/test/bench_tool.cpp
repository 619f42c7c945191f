#include <benchmark/benchmark.h>

#include "workshop/tool.hpp"

static void read(benchmark::State & state)
{
  for (auto _ : state) {benchmark::DoNotOptimize(workshop::tool_of("<tool name='saw'/>"));}
}
BENCHMARK(read);
