// What the API says when it refuses.
#ifndef REFUSAL_HPP_
#define REFUSAL_HPP_

#include <gtest/gtest.h>

#include <exception>
#include <string>

/// What the exception says that `make` throws.
template <class ExceptionT, class Make>
std::string refusal(Make make) {
  try {
    make();
  } catch (const ExceptionT& error) {
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another exception: " << error.what();
    return {};
  }
  ADD_FAILURE() << "it was taken";
  return {};
}

#endif  // REFUSAL_HPP_
