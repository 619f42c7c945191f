// What the graph answers in C structures: made, filled and freed.
#include <algorithm>
#include <cstring>

#include "rcutils/error_handling.h"
#include "rcutils/strdup.h"
#include "rmw/names_and_types.h"
#include "rmw/topic_endpoint_info_array.h"

namespace {

rmw_ret_t refused(const char* why) {
  RCUTILS_SET_ERROR_MSG(why);
  return RMW_RET_INVALID_ARGUMENT;
}

bool lacks(const void* object, const rcutils_allocator_t* allocator) {
  return object == nullptr || !rcutils_allocator_is_valid(allocator);
}

rmw_ret_t lacking(const char* what) {
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(
      "%s or the allocator is null, or the allocator lacks a function", what);
  return RMW_RET_INVALID_ARGUMENT;
}

rmw_ret_t no_memory(const char* what) {
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("the allocator has no memory for %s", what);
  return RMW_RET_BAD_ALLOC;
}

rmw_ret_t set_text(rmw_topic_endpoint_info_t* info, const char* rmw_topic_endpoint_info_t::*member,
                   const char* text, const rcutils_allocator_t* allocator) {
  if (lacks(info, allocator) || text == nullptr) return lacking("the endpoint's info, its text");
  const char* const copy = rcutils_strdup(text, *allocator);
  if (copy == nullptr) return no_memory("a text of an endpoint's info");
  info->*member = copy;
  return RMW_RET_OK;
}

template <class Value>
rmw_ret_t set_value(rmw_topic_endpoint_info_t* info, Value rmw_topic_endpoint_info_t::*member,
                    const Value* value) {
  if (info == nullptr || value == nullptr) return refused("the endpoint's info or value is null");
  info->*member = *value;
  return RMW_RET_OK;
}

}  // namespace

rmw_names_and_types_t rmw_get_zero_initialized_names_and_types() { return {}; }

rmw_ret_t rmw_names_and_types_check_zero(rmw_names_and_types_t* names_and_types) {
  if (names_and_types == nullptr) return refused("names_and_types is null");
  if (names_and_types->names.size != 0 || names_and_types->names.data != nullptr ||
      names_and_types->types != nullptr) {
    return refused(
        "names_and_types holds names: give it back with rmw_names_and_types_fini() before, or "
        "start from rmw_get_zero_initialized_names_and_types()");
  }
  return RMW_RET_OK;
}

rmw_ret_t rmw_names_and_types_init(rmw_names_and_types_t* names_and_types, size_t size,
                                   rcutils_allocator_t* allocator) {
  if (lacks(names_and_types, allocator)) return lacking("names_and_types");
  if (const auto ret = rmw_names_and_types_check_zero(names_and_types)) return ret;
  *names_and_types = {};
  if (rcutils_string_array_init(&names_and_types->names, size, allocator) != RCUTILS_RET_OK) {
    *names_and_types = {};
    return RMW_RET_BAD_ALLOC;
  }
  if (size == 0) return RMW_RET_OK;
  names_and_types->types = static_cast<rcutils_string_array_t*>(
      allocator->zero_allocate(size, sizeof(rcutils_string_array_t), allocator->state));
  if (names_and_types->types != nullptr) return RMW_RET_OK;
  static_cast<void>(rcutils_string_array_fini(&names_and_types->names));
  *names_and_types = {};
  return no_memory("the types of names");
}

rmw_ret_t rmw_names_and_types_fini(rmw_names_and_types_t* names_and_types) {
  if (names_and_types == nullptr) return refused("names_and_types is null");
  if (names_and_types->types != nullptr) {
    const rcutils_allocator_t allocator = names_and_types->names.allocator;
    if (!rcutils_allocator_is_valid(&allocator)) return lacking("names_and_types");
    for (size_t i = 0; i < names_and_types->names.size; ++i) {
      rcutils_string_array_t& types = names_and_types->types[i];
      if (types.data) static_cast<void>(rcutils_string_array_fini(&types));
    }
    allocator.deallocate(names_and_types->types, allocator.state);
    names_and_types->types = nullptr;
  }
  if (names_and_types->names.data &&
      rcutils_string_array_fini(&names_and_types->names) != RCUTILS_RET_OK) {
    return RMW_RET_INVALID_ARGUMENT;
  }
  *names_and_types = {};
  return RMW_RET_OK;
}

rmw_topic_endpoint_info_t rmw_get_zero_initialized_topic_endpoint_info() { return {}; }

rmw_ret_t rmw_topic_endpoint_info_fini(rmw_topic_endpoint_info_t* topic_endpoint_info,
                                       rcutils_allocator_t* allocator) {
  if (lacks(topic_endpoint_info, allocator)) return lacking("the endpoint's info");
  for (const char* text : {topic_endpoint_info->node_name, topic_endpoint_info->node_namespace,
                           topic_endpoint_info->topic_type}) {
    allocator->deallocate(const_cast<char*>(text), allocator->state);
  }
  *topic_endpoint_info = {};
  return RMW_RET_OK;
}

rmw_ret_t rmw_topic_endpoint_info_set_node_name(rmw_topic_endpoint_info_t* topic_endpoint_info,
                                                const char* node_name,
                                                rcutils_allocator_t* allocator) {
  return set_text(topic_endpoint_info, &rmw_topic_endpoint_info_t::node_name, node_name, allocator);
}
rmw_ret_t rmw_topic_endpoint_info_set_node_namespace(rmw_topic_endpoint_info_t* topic_endpoint_info,
                                                     const char* node_namespace,
                                                     rcutils_allocator_t* allocator) {
  return set_text(topic_endpoint_info, &rmw_topic_endpoint_info_t::node_namespace, node_namespace,
                  allocator);
}
rmw_ret_t rmw_topic_endpoint_info_set_topic_type(rmw_topic_endpoint_info_t* topic_endpoint_info,
                                                 const char* topic_type,
                                                 rcutils_allocator_t* allocator) {
  return set_text(topic_endpoint_info, &rmw_topic_endpoint_info_t::topic_type, topic_type,
                  allocator);
}
rmw_ret_t rmw_topic_endpoint_info_set_topic_type_hash(
    rmw_topic_endpoint_info_t* topic_endpoint_info, const rosidl_type_hash_t* type_hash) {
  return set_value(topic_endpoint_info, &rmw_topic_endpoint_info_t::topic_type_hash, type_hash);
}
rmw_ret_t rmw_topic_endpoint_info_set_endpoint_type(rmw_topic_endpoint_info_t* topic_endpoint_info,
                                                    rmw_endpoint_type_t type) {
  if (static_cast<unsigned>(type) > RMW_ENDPOINT_SUBSCRIPTION) {
    return refused("the type of an endpoint is none: use RMW_ENDPOINT_PUBLISHER or _SUBSCRIPTION");
  }
  return set_value(topic_endpoint_info, &rmw_topic_endpoint_info_t::endpoint_type, &type);
}
rmw_ret_t rmw_topic_endpoint_info_set_qos_profile(rmw_topic_endpoint_info_t* topic_endpoint_info,
                                                  const rmw_qos_profile_t* qos_profile) {
  return set_value(topic_endpoint_info, &rmw_topic_endpoint_info_t::qos_profile, qos_profile);
}

rmw_ret_t rmw_topic_endpoint_info_set_gid(rmw_topic_endpoint_info_t* topic_endpoint_info,
                                          const uint8_t gid[], size_t size) {
  if (topic_endpoint_info == nullptr || gid == nullptr) {
    return refused("the endpoint's info or gid is null");
  }
  if (size > RMW_GID_STORAGE_SIZE) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("a gid of %zu bytes is too long: at most %u fit", size,
                                             RMW_GID_STORAGE_SIZE);
    return RMW_RET_INVALID_ARGUMENT;
  }
  std::memset(topic_endpoint_info->endpoint_gid, 0, RMW_GID_STORAGE_SIZE);
  std::copy_n(gid, size, topic_endpoint_info->endpoint_gid);
  return RMW_RET_OK;
}

rmw_topic_endpoint_info_array_t rmw_get_zero_initialized_topic_endpoint_info_array() { return {}; }

rmw_ret_t rmw_topic_endpoint_info_array_check_zero(
    rmw_topic_endpoint_info_array_t* topic_endpoint_info_array) {
  if (topic_endpoint_info_array == nullptr) return refused("the array of infos is null");
  if (topic_endpoint_info_array->size == 0 && topic_endpoint_info_array->info_array == nullptr) {
    return RMW_RET_OK;
  }
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(
      "the array holds %zu infos: give it back with rmw_topic_endpoint_info_array_fini() before, "
      "or start from rmw_get_zero_initialized_topic_endpoint_info_array()",
      topic_endpoint_info_array->size);
  return RMW_RET_ERROR;
}

rmw_ret_t rmw_topic_endpoint_info_array_init_with_size(
    rmw_topic_endpoint_info_array_t* topic_endpoint_info_array, size_t size,
    rcutils_allocator_t* allocator) {
  if (lacks(topic_endpoint_info_array, allocator)) return lacking("the array of infos");
  *topic_endpoint_info_array = {};
  if (size == 0) return RMW_RET_OK;
  auto* const infos = static_cast<rmw_topic_endpoint_info_t*>(
      allocator->zero_allocate(size, sizeof(rmw_topic_endpoint_info_t), allocator->state));
  if (infos == nullptr) return no_memory("the infos of a topic's endpoints");
  *topic_endpoint_info_array = {size, infos};
  return RMW_RET_OK;
}

rmw_ret_t rmw_topic_endpoint_info_array_fini(
    rmw_topic_endpoint_info_array_t* topic_endpoint_info_array, rcutils_allocator_t* allocator) {
  if (lacks(topic_endpoint_info_array, allocator)) return lacking("the array of infos");
  for (size_t i = 0; i < topic_endpoint_info_array->size; ++i) {
    static_cast<void>(
        rmw_topic_endpoint_info_fini(&topic_endpoint_info_array->info_array[i], allocator));
  }
  allocator->deallocate(topic_endpoint_info_array->info_array, allocator->state);
  *topic_endpoint_info_array = {};
  return RMW_RET_OK;
}
