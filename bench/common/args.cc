#include "bench/common/args.h"

#include <climits>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace ranvier::bench {
namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& value, const char* wanted) {
  throw std::invalid_argument("argument '" + key + "=" + value + "' is not " + wanted + ". Give " +
                              key + "=<" + wanted + ">.");
}

template <class T, class Parse>
T parse(const std::string& key, const std::string& value, const char* wanted, Parse parse_all) {
  try {
    std::size_t used = 0;
    const T result = parse_all(value, &used);
    if (used == value.size()) return result;
  } catch (const std::logic_error&) {
    // falls through: std::stol and std::stod say only their own name
  }
  refuse(key, value, wanted);
}

}  // namespace

Args::Args(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) add(argv[i]);
}

Args::Args(const std::vector<std::string>& words) {
  for (const auto& word : words) add(word);
}

void Args::add(const std::string& word) {
  const auto equals = word.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw std::invalid_argument("argument '" + word + "' has no key. Write key=value.");
  }
  values_[word.substr(0, equals)] = word.substr(equals + 1);
}

bool Args::has(const std::string& key) const { return values_.count(key) != 0; }

const std::string& Args::text(const std::string& key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) {
    throw std::invalid_argument("argument '" + key + "' is missing. Add " + key + "=<value>.");
  }
  return found->second;
}

std::string Args::text(const std::string& key, const std::string& otherwise) const {
  return has(key) ? text(key) : otherwise;
}

long Args::integer(const std::string& key) const {
  return parse<long>(key, text(key), "integer",
                     [](const std::string& s, std::size_t* used) { return std::stol(s, used); });
}

long Args::integer(const std::string& key, long otherwise) const {
  return has(key) ? integer(key) : otherwise;
}

double Args::number(const std::string& key) const {
  const double number =
      parse<double>(key, text(key), "number",
                    [](const std::string& s, std::size_t* used) { return std::stod(s, used); });
  if (!std::isfinite(number)) refuse(key, text(key), "number");
  return number;
}

std::vector<int> Args::integers(const std::string& key) const {
  std::vector<int> result;
  std::stringstream words(text(key, ""));
  for (std::string word; std::getline(words, word, ',');) {
    const long integer = Args({key + "=" + word}).integer(key);
    if (integer < INT_MIN || integer > INT_MAX) refuse(key, text(key), "integers");
    result.push_back(static_cast<int>(integer));
  }
  return result;
}

}  // namespace ranvier::bench
