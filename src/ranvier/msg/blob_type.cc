#include "ranvier/msg/blob_type.h"

#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/codec/cdr.h"
#include "ranvier/os/mutex.h"

namespace ranvier {
namespace {

using codec::TypeInfo;

constexpr std::string_view kMark = "::dds_::";

const Blob& blob(const void* object) { return *static_cast<const Blob*>(object); }

void encode(const void* object, codec::Encoder& to) {
  to.put_bytes(blob(object).bytes.data(), blob(object).bytes.size());
}

// Kept as it came, in its byte order: nothing here looks into it.
bool decode(void* object, codec::Decoder& from) {
  const std::size_t size = from.remaining();
  const unsigned char* at = from.take(size);
  static_cast<Blob*>(object)->bytes.assign(at, at + size);
  return true;
}

TypeInfo info_of(const char* name, const char* dds_name, const char* hash) {
  TypeInfo info{};
  info.name = name;
  info.dds_name = dds_name;
  info.hash = hash;
  info.size = sizeof(Blob);
  info.alignment = alignof(Blob);
  info.has_fixed_size = false;
  info.create = []() -> void* { return new Blob; };
  info.destroy = [](void* object) { delete static_cast<Blob*>(object); };
  info.clone = [](const void* object) -> void* { return new Blob(blob(object)); };
  info.assign = [](void* to, const void* from) { *static_cast<Blob*>(to) = blob(from); };
  info.encoded_size = [](const void* object) { return blob(object).bytes.size(); };
  info.encode = &encode;
  info.decode = &decode;
  return info;
}

struct Named {
  Named(std::string of, std::string with_hash)
      : dds_name(std::move(of)),
        name(ros_type_name(dds_name)),
        hash(std::move(with_hash)),
        info(info_of(name.c_str(), dds_name.c_str(), hash.c_str())) {}
  const std::string dds_name, name, hash;
  const TypeInfo info;
};

// Never destroyed: endpoints that end after main() still name their types.
class Table {
 public:
  static Table& get() {
    static auto& table = *new Table;
    return table;
  }
  Result<const TypeInfo*> find(const std::string& dds_name, const std::string& hash) {
    Lock lock(mutex_);
    auto& known = types_[{dds_name, hash}];
    if (known) return &known->info;
    if (types_.size() > kMostBlobTypes) {
      types_.erase({dds_name, hash});
      return Error{Code::kFull, "Type '" + dds_name + "' is not known here, and " +
                                    std::to_string(kMostBlobTypes) +
                                    " such names are in use: a process keeps no more. Restart it"};
    }
    known = std::make_unique<const Named>(dds_name, hash);
    return &known->info;
  }

 private:
  Mutex mutex_{"blob types"};
  std::map<std::pair<std::string, std::string>, std::unique_ptr<const Named>> types_
      RANVIER_GUARDED_BY(mutex_);
};

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

}  // namespace

std::string ros_type_name(const std::string& dds_name) {
  const std::size_t mark = dds_name.find(kMark);
  if (mark == std::string::npos || dds_name.back() != '_') return dds_name;
  std::string name = dds_name.substr(0, mark);
  replace_all(name, "::", "/");
  const std::size_t begin = mark + kMark.size();
  return name + "/" + dds_name.substr(begin, dds_name.size() - begin - 1);
}

std::string dds_type_name(const std::string& ros_name) {
  const std::size_t last = ros_name.rfind('/');
  if (last == std::string::npos) return ros_name;
  std::string name = ros_name.substr(0, last);
  replace_all(name, "/", "::");
  return name + std::string(kMark) + ros_name.substr(last + 1) + "_";
}

bool is_blob_type(const TypeInfo& type) noexcept { return type.encode == &encode; }

Result<const TypeInfo*> blob_type(const std::string& dds_name, const std::string& hash) {
  return Table::get().find(dds_name, hash);
}

}  // namespace ranvier
