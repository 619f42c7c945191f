#include "allocations_data.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <tuple>

namespace ranvier::apps {
namespace {

using namespace trace_model;

// "_Znwm (/lib/libstdc++.so.6)" with the name as the source has it.
std::string readable(const std::string& line) {
  const std::size_t end = line.find(' ');
  const std::string name = line.substr(0, end);
  int status = -1;
  const std::unique_ptr<char, decltype(&std::free)> told(
      name.starts_with("_Z") ? abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status)
                             : nullptr,
      &std::free);
  return told && status == 0 ? told.get() + (end == line.npos ? "" : line.substr(end)) : line;
}

bool is_before(const AllocationTraffic& a, const AllocationTraffic& b) {
  return std::tuple(a.callback == kNone, b.count) < std::tuple(b.callback == kNone, a.count);
}

}  // namespace

std::string callback_name(const Model& model, const AllocationTraffic& of) {
  return of.callback == kNone ? "outside of callbacks" : model.describe(of.callback);
}

std::string process_name(const Model& model, const AllocationTraffic& of) {
  const trace_read::Process& process = model.processes[of.process];
  return process.program + " (" + std::to_string(process.pid) + ")";
}

std::vector<std::string> stack_of(const Model& model, const AllocationTraffic& of) {
  std::vector<std::string> stack;
  for (const std::string& line : model.allocation_places[of.place].lines) {
    stack.push_back(readable(line));
  }
  return stack;
}

Json json_of(const Model& model, const AllocationTraffic& of) {
  return {{"node", of.node == kNone ? Json() : Json(model.name_of(of.node))},
          {"state", of.state},
          {"callback", callback_name(model, of)},
          {"process", process_name(model, of)},
          {"count", of.count},
          {"bytes", of.bytes},
          {"first_ns", of.first},
          {"stack", stack_of(model, of)}};
}

Json allocations_data(const Model& model, std::size_t most) {
  std::vector<AllocationTraffic> all = allocation_traffic(model);
  std::stable_sort(all.begin(), all.end(), is_before);
  Json json{{"places", all.size()}, {"rows", Json::array()}};
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    json["rows"].push_back(json_of(model, all[i]));
  }
  return json;
}

}  // namespace ranvier::apps
