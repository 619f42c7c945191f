#include "ranvier/cyclone/domain.h"

#include <unistd.h>

#include <map>

#include "ranvier/cyclone/dds_error.h"
#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {
namespace {

// Never destroyed: a context may be a static object that goes later than we do.
struct Registry {
  Mutex mutex{"dds domains"};
  std::map<std::uint32_t, std::weak_ptr<Domain>> domains RANVIER_GUARDED_BY(mutex);
};

Registry& registry() {
  static auto* the_one = new Registry;
  return *the_one;
}

Error domain_refused(std::uint32_t id, dds_return_t code, const std::string& config) {
  return dds_error(code, "Cannot start DDS domain " + std::to_string(id) +
                             (config.empty() ? "" : " configured as '" + config + "'") +
                             ". See what Cyclone printed; check CYCLONEDDS_URI and the network");
}

Error domain_of_parent(std::uint32_t id) {
  return {
      Code::kUnsupported,
      "Cannot join DDS domain " + std::to_string(id) + " in process " + std::to_string(::getpid()) +
          ": it was forked from one that had joined a domain, and the threads of DDS are not in "
          "a child of fork(). Fork before the first context, or start a program of its own (in "
          "Python, multiprocessing's start method 'spawn')."};
}

}  // namespace

Domain::~Domain() {
  if (entity_ > 0 && made_by_.is_this()) dds_delete(entity_);
}

Result<std::shared_ptr<Domain>> Domain::join(std::uint32_t id, const std::string& config) {
  Lock lock(registry().mutex);
  for (const auto& [of, one] : registry().domains) {
    const auto domain = one.lock();
    if (domain && !domain->made_by_.is_this()) return domain_of_parent(id);
  }
  std::weak_ptr<Domain>& known = registry().domains[id];
  if (auto domain = known.lock()) return domain;
  dds_entity_t entity = dds_create_domain(id, config.c_str());
  if (entity == DDS_RETCODE_PRECONDITION_NOT_MET) entity = 0;
  if (entity < 0) return domain_refused(id, entity, config);
  std::shared_ptr<Domain> domain(new Domain(entity));
  known = domain;
  return domain;
}

}  // namespace ranvier::cyclone
