// What composing nodes saves: cases of other benches, chosen after the figures of a published paper.
#include <regex>

#include "bench/runner/benches.h"

namespace ranvier::bench {
namespace {

/// Cases of another bench, by their names.
struct Choice {
  std::vector<Case> (*cases)(const Options&);
  const char* core;
  const char* all;
};

// Memory over the number of nodes; CPU and latency over sizes; goodput over sizes; containers.
constexpr Choice kChoices[] = {
    {growth_cases, "growth/composed/1-30", "growth/(composed/1-100|processes/2-60)"},
    {pingpong_cases, "/(same-process|dds|shm/plain/image)/cross-core/(reliable/)?500KB/100Hz$",
     "/(same-process|dds|shm/(plain|loan)/(image|fixed))/cross-core/"},
    {goodput_cases, "(free-run/keep-last|shm/(plain|loan))/1MB$",
     "(free-run/keep-last|shm/(plain|loan))/|^stream/"},
    {containers_cases, "/4($|-)", ""}};

void add_chosen(const Choice& choice, const Options& options, std::vector<Case>& to) {
  const std::regex wanted(options.all ? choice.all : choice.core);
  Options all = options;
  all.all = true;  // the choice is made here
  for (Case& each : choice.cases(all)) {
    if (std::regex_search(each.name, wanted)) to.push_back(std::move(each));
  }
}

}  // namespace

std::vector<Case> composition_cases(const Options& options) {
  std::vector<Case> cases;
  for (const Choice& choice : kChoices) add_chosen(choice, options, cases);
  return cases;
}

}  // namespace ranvier::bench
