// What an exception says.
#ifndef MESSAGE_OF_HPP_
#define MESSAGE_OF_HPP_

#include <string>

/// What the Error says that `body` throws.
template <class Error, class Body>
std::string message_of(const Body& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

#endif  // MESSAGE_OF_HPP_
