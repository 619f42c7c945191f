#include "ranvier/cyclone/leave_out.h"

#include <arpa/inet.h>

#include "ranvier/cyclone/domain_internals.h"

#include <dds/ddsi/ddsi_builtin_topic_if.h>
#include <dds/ddsi/ddsi_entity_index.h>
#include <dds/ddsi/ddsi_plist.h>
#include <dds/ddsi/ddsi_proxy_endpoint.h>
#include <dds/ddsi/ddsi_proxy_participant.h>
#include <dds/ddsi/q_addrset.h>
#include <dds/ddsi/q_gc.h>
#include <dds/ddsi/q_thread.h>
#include <dds/ddsrt/heap.h>
#include <dds/ddsrt/string.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <string>

#include "ranvier/base/for_c.h"

namespace ranvier::cyclone {
namespace {

constexpr const char kMark[] = "ranvier_left_out:";
constexpr std::size_t kMarkSize = sizeof kMark - 1;

thread_local bool exchanging = false;

ddsi_guid_t guid_of(const Gid& gid) noexcept {
  std::uint32_t words[4];
  static_assert(sizeof words == sizeof gid.bytes);
  std::memcpy(words, gid.bytes.data(), sizeof words);
  ddsi_guid_t guid;
  for (int i = 0; i < 3; ++i) guid.prefix.u[i] = ntohl(words[i]);
  guid.entityid.u = ntohl(words[3]);
  return guid;
}

// While it lives, what this thread looks up in the domain is not freed. Nor is what the
// domain remembers of a participant that ends meanwhile: so no other of its name comes.
class Awake final {
 public:
  explicit Awake(const ddsi_domaingv* domain) noexcept : thread_(lookup_thread_state()) {
    thread_state_awake(thread_, domain);
  }
  ~Awake() { thread_state_asleep(thread_); }
  Awake(const Awake&) = delete;

 private:
  thread_state* const thread_;
};

class Exchanging final {
 public:
  Exchanging() noexcept { exchanging = true; }
  ~Exchanging() { exchanging = false; }
  Exchanging(const Exchanging&) = delete;
};

// What a proxy was made from.
class Announced final {
 public:
  explicit Announced(ddsi_proxy_reader& proxy) noexcept {
    ddsi_plist_init_empty(&list_);
    ddsrt_mutex_lock(&proxy.e.lock);
    ddsi_xqos_copy(&list_.qos, proxy.c.xqos);
    addresses_ = ref_addrset(proxy.c.as);
    number_ = proxy.c.seq;
    ddsrt_mutex_unlock(&proxy.e.lock);
    ssm_ = proxy.favours_ssm;
    if (proxy.requests_keyhash) {
      list_.present |= PP_CYCLONE_REQUESTS_KEYHASH;
      list_.cyclone_requests_keyhash = 1;
    }
    list_.present |= PP_CYCLONE_REDUNDANT_NETWORKING;
    list_.cyclone_redundant_networking = proxy.redundant_networking;
    list_.present |= PP_GROUP_GUID;
    list_.group_guid = proxy.c.group_guid;
  }
  ~Announced() {
    ddsi_plist_fini(&list_);
    unref_addrset(addresses_);
  }
  Announced(const Announced&) = delete;

  const char* topic() const noexcept { return list_.qos.topic_name; }
  void set_topic(const std::string& name) noexcept {
    ddsrt_free(list_.qos.topic_name);
    list_.qos.topic_name = ddsrt_strdup(name.c_str());
  }
  bool make(ddsi_domaingv* domain, const ddsi_guid_t& participant,
            const ddsi_guid_t& reader) const noexcept {
    return ddsi_new_proxy_reader(domain, &participant, &reader, addresses_, &list_,
                                 ddsrt_time_wallclock(), number_, ssm_) == 0;
  }

 private:
  ddsi_plist_t list_;
  addrset* addresses_ = nullptr;
  seqno_t number_ = 0;
  int ssm_ = 0;
};

// The last word of a reader in the built-in topics. Cyclone says that one is there after it
// can be found, and so perhaps after another thread ended it.
void say_gone(ddsi_domaingv* domain, const ddsi_proxy_reader& like) noexcept {
  ddsi_proxy_reader gone{};
  gone.e.kind = DDSI_EK_PROXY_READER;
  gone.e.guid = like.e.guid;
  gone.e.tk = like.e.tk;
  gone.e.gv = domain;
  gone.c.vendor = like.c.vendor;
  builtintopic_write_endpoint(domain->builtin_topic_interface, &gone.e, ddsrt_time_wallclock(),
                              false);
}

bool secured(const ddsi_proxy_reader& reader) noexcept {
  return reader.c.security_info.security_attributes != 0 ||
         reader.c.proxypp->sec_attr != nullptr;
}

std::string name_for(Part part, const char* now) {
  const std::string plain = name_without_mark(now);
  return part == Part::kLeftOut ? kMark + plain : plain;
}

// Discovery ends readers on another thread meanwhile; see 0031 for what each look is for.
Outcome exchange(ddsi_domaingv* domain, const Leaver& leaver, Part part) {
  const ddsi_guid_t guid = guid_of(leaver.reader);
  const ddsi_guid_t owner{guid.prefix, {NN_ENTITYID_PARTICIPANT}};
  const Awake awake(domain);
  const auto known = [&] { return entidx_lookup_proxy_reader_guid(domain->entity_index, &guid); };
  const auto participant = [&] {
    return entidx_lookup_proxy_participant_guid(domain->entity_index, &owner);
  };
  ddsi_proxy_reader* const before = known();
  if (before == nullptr || participant() == nullptr || secured(*before)) {
    return Outcome::kUntouched;
  }
  Announced announced(*before);
  announced.set_topic(name_for(part, announced.topic()));
  bool there = false;
  {
    const Exchanging here;
    if (ddsi_delete_proxy_reader(domain, &guid, ddsrt_time_wallclock(), 0) != 0) {
      return Outcome::kUntouched;
    }
    if (leaver.between) leaver.between();
    there = announced.make(domain, owner, guid);
  }
  // seq_cst: of "it is there again" and "it closes", one side sees the other.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (there && participant() != nullptr && !leaver.closing() && known() != nullptr) {
    return Outcome::kDone;
  }
  ddsi_delete_proxy_reader(domain, &guid, ddsrt_time_wallclock(), 0);
  say_gone(domain, *before);
  return Outcome::kGone;
}

void run_and_free(gcreq* request) {
  const std::unique_ptr<std::function<void()>> done(
      static_cast<std::function<void()>*>(request->arg));
  gcreq_free(request);
  (*done)();
}

}  // namespace

Outcome exchange(const ddsi_sertype& type, const Leaver& leaver, Part part) noexcept {
  ddsi_domaingv* const domain = domain_of(type);
  return domain == nullptr ? Outcome::kUntouched : exchange(domain, leaver, part);
}

void after_ends(const ddsi_sertype& type, std::function<void()> done) noexcept {
  ddsi_domaingv* const domain = domain_of(type);
  const Awake awake(domain);
  gcreq* const request = gcreq_new(domain->gcreq_queue, for_c<run_and_free>());
  request->arg = new std::function<void()>(std::move(done));
  gcreq_enqueue(request);
}

bool exchanging_here() noexcept { return exchanging; }

const char* name_without_mark(const char* topic) noexcept {
  return std::strncmp(topic, kMark, kMarkSize) == 0 ? topic + kMarkSize : topic;
}

}  // namespace ranvier::cyclone
