// How the core reports what went wrong: as a value. Only the api edge throws.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace ranvier {

/// What kind of thing went wrong; the api edge maps each to one exception.
enum class Code {
  kInvalidArgument,  ///< a value that the caller gave
  kInvalidName,      ///< a node, namespace, topic or service name
  kInvalidQos,
  kNotFound,
  kAlreadyExists,
  kShutdown,  ///< the context is gone
  kTimeout,
  kFull,     ///< a documented bound is reached
  kTooLong,  ///< a value of a message is beyond its type's bound
  kUnsupported,
  kWorld,  ///< the system or the middleware refused
};

/// A failure in words: who, which value, why it matters, what to do.
struct Error {
  Code code;
  std::string what;
};

/// Either a T or an Error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}  // NOLINT: conversion is the point
  Result(Error error) : error_(std::move(error)) {}
  explicit operator bool() const noexcept { return value_.has_value(); }
  T& operator*() & {
    assert(value_);
    return *value_;
  }
  const T& operator*() const& {
    assert(value_);
    return *value_;
  }
  T&& operator*() && {
    assert(value_);
    return std::move(*value_);
  }
  T* operator->() {
    assert(value_);
    return &*value_;
  }
  const T* operator->() const {
    assert(value_);
    return &*value_;
  }
  const Error& error() const {
    assert(!value_);
    return error_;
  }

 private:
  std::optional<T> value_;
  Error error_{Code::kWorld, {}};
};

/// Success, or an Error. Success allocates nothing.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() noexcept {}  // a default one would clear the room for the words
  Result(Error error) : error_(std::move(error)) {}  // NOLINT: conversion is the point
  explicit operator bool() const noexcept { return !error_; }
  const Error& error() const {
    assert(error_);
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace ranvier
