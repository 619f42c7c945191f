// Views by the names of their types, and as the JSON that reflect.h makes of the
// messages themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reflect.h"
#include "rosidl_runtime_cpp/view.hpp"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace views {

using reflect::TypeInfo;

class JsonWalk {
 public:
  template <typename... T>
  bool numbers(const T&... members) {
    return (one(members) && ...);
  }
  template <typename T, typename... Bound>
  bool one(const T& member, Bound...) {
    separate();
    text_ += json(member);
    return true;
  }
  template <std::size_t N, typename T, typename... Bound>
  bool array(const T& member, Bound...) {
    return list(member);
  }
  template <typename T, typename... Bounds>
  bool sequence(const T& member, Bounds...) {
    return list(member);
  }

  /// Of Fields<M>, or of a plain M.
  template <typename M, typename Members>
  static std::string of(const Members& members) {
    JsonWalk walk;
    ranvier::Viewing<M>::each_member(members, walk);
    return "[" + walk.text_ + "]";
  }

 private:
  template <typename M>
  static std::string json(const ranvier::Fields<M>& fields) {
    return of<M>(fields);
  }
  template <typename T>
  static std::string json(const T& value) {
    using reflect::Scalar;
    if constexpr (std::is_same_v<T, std::string_view>) {
      return "\"s" + reflect::hex(value.data(), value.size()) + "\"";
    } else if constexpr (std::is_same_v<T, std::u16string>) {
      return reflect::scalar_to_json(Scalar::kWstring, &value);
    } else if constexpr (std::is_same_v<T, float>) {
      return reflect::scalar_to_json(Scalar::kFloat, &value);
    } else if constexpr (std::is_same_v<T, double>) {
      return reflect::scalar_to_json(Scalar::kDouble, &value);
    } else if constexpr (std::is_same_v<T, ranvier::Flag>) {
      return std::to_string(static_cast<bool>(value));
    } else if constexpr (std::is_arithmetic_v<T>) {
      return std::to_string(value);
    } else {
      return of<T>(value);
    }
  }

  template <typename List>
  bool list(const List& elements) {
    separate();
    std::string text;
    for (const auto& element : elements) text += (text.empty() ? "" : ",") + json(element);
    text_ += "[" + text + "]";
    return true;
  }
  void separate() { text_ += text_.empty() ? "" : ","; }

  std::string text_;
};

/// What a view shows, and how many bytes it copied.
struct Seen {
  std::string json;
  std::size_t copied;
};

/// Nothing if the bytes are no M.
template <typename M>
std::optional<Seen> see(const void* bytes, std::size_t size) {
  ranvier::View<M> view;
  if (!ranvier::look(bytes, size, nullptr, view)) return std::nullopt;
  return Seen{JsonWalk::of<M>(view), ranvier::copied_bytes(view)};
}

/// The same through a view that showed `before`, another M, at first.
template <typename M>
std::optional<Seen> see_after(const void* before, std::size_t size_before, const void* bytes,
                              std::size_t size) {
  ranvier::View<M> view;
  if (!ranvier::look(before, size_before, nullptr, view)) return std::nullopt;
  view.ranvier_let_go();
  if (!ranvier::look(bytes, size, nullptr, view)) return std::nullopt;
  return Seen{JsonWalk::of<M>(view), ranvier::copied_bytes(view)};
}

struct Type {
  const TypeInfo* info;
  bool plain;
  std::optional<Seen> (*see)(const void* bytes, std::size_t size);
  std::optional<Seen> (*see_after)(const void* before, std::size_t size_before, const void* bytes,
                                   std::size_t size);
};

template <typename M>
Type type() {
  const auto* handle = rosidl_typesupport_cpp::get_message_type_support_handle<M>();
  return {static_cast<const TypeInfo*>(handle->data), ranvier::Viewing<M>::plain, &see<M>,
          &see_after<M>};
}

}  // namespace views
