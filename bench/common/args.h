// How the runner tells a worker program what to do: key=value words.
//
// Workers are measured for memory and for start-up, so they read plain words
// and link no JSON library.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace ranvier::bench {

/// The key=value words of a worker's command line.
///
/// Threads: immutable after construction.
/// Errors:  std::invalid_argument names the key, its value and the remedy.
class Args final {
 public:
  Args(int argc, char** argv);
  explicit Args(const std::vector<std::string>& words);

  [[nodiscard]] bool has(const std::string& key) const;
  [[nodiscard]] const std::string& text(const std::string& key) const;
  [[nodiscard]] std::string text(const std::string& key, const std::string& otherwise) const;
  [[nodiscard]] long integer(const std::string& key) const;
  [[nodiscard]] long integer(const std::string& key, long otherwise) const;
  [[nodiscard]] double number(const std::string& key) const;
  /// Comma-separated integers, such as cores; empty when the key is absent.
  [[nodiscard]] std::vector<int> integers(const std::string& key) const;

 private:
  void add(const std::string& word);
  std::map<std::string, std::string> values_;
};

}  // namespace ranvier::bench
