#include "talk.hpp"

#include <chrono>
#include <iostream>
#include <mutex>
#include <sstream>
#include <stdexcept>

namespace interop {
namespace {
std::mutex output;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

std::string json_list(const std::vector<std::string>& values) {
  std::string out = "[";
  for (const auto& value : values) {
    if (out.size() > 1) out += ", ";
    out += quoted(value);
  }
  return out + "]";
}

Event::Event(const std::string& name) : text_("{\"event\": " + quoted(name)) {}

Event::~Event() {
  std::lock_guard<std::mutex> lock(output);
  std::cout << text_ << "}" << std::endl;
}

Event& Event::put_json(const std::string& key, const std::string& json) {
  text_ += ", " + quoted(key) + ": " + json;
  return *this;
}
Event& Event::put(const std::string& key, std::int64_t value) {
  return put_json(key, std::to_string(value));
}
Event& Event::put(const std::string& key, const std::string& value) {
  return put_json(key, quoted(value));
}
Event& Event::put(const std::string& key, const std::vector<std::string>& values) {
  return put_json(key, json_list(values));
}

namespace {
Words split(const std::string& line) {
  std::istringstream in(line);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

void read_commands(const std::function<void(const Words&)>& obey,
                   const std::function<void()>& at_end) {
  for (std::string line; std::getline(std::cin, line);) {
    const Words words = split(line);
    if (words.empty()) continue;
    if (words[0] == "quit") break;
    try {
      obey(words);
    } catch (const std::exception& e) {
      Event("error").put("what", e.what());
    }
  }
  at_end();
}
}  // namespace

Commands::Commands(std::function<void(const Words&)> obey, std::function<void()> at_end)
    : reader_(
          [obey = std::move(obey), at_end = std::move(at_end)] { read_commands(obey, at_end); }) {}

Commands::~Commands() { reader_.join(); }

std::string pattern(std::size_t phase, std::size_t size) {
  std::string text(size, ' ');
  for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>('a' + (phase + i) % 26);
  return text;
}

int phase_of(const std::string& text) {
  if (text.empty() || text[0] < 'a' || text[0] > 'z') return -1;
  const auto phase = static_cast<std::size_t>(text[0] - 'a');
  return pattern(phase, text.size()) == text ? static_cast<int>(phase) : -1;
}

std::int64_t wall_ns() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

Options::Options(int argc, char** argv) {
  if (argc < 2) throw std::invalid_argument("give a mode: pub, sub, graph, serve, call, node");
  mode = argv[1];
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.rfind("--", 0) != 0) throw std::invalid_argument("'" + word + "' is no option");
    const bool has_value = i + 1 < argc && std::string(argv[i + 1]).rfind("--", 0) != 0;
    values_[word.substr(2)] = has_value ? argv[++i] : "";
  }
}

std::string Options::get(const std::string& key, const std::string& otherwise) const {
  const auto found = values_.find(key);
  return found == values_.end() ? otherwise : found->second;
}

std::int64_t Options::number(const std::string& key, std::int64_t otherwise) const {
  const auto found = values_.find(key);
  return found == values_.end() ? otherwise : std::stoll(found->second);
}

int run_mode(int argc, char** argv, const std::string& who, const Modes& modes) {
  try {
    const Options options(argc, argv);
    const auto found = modes.find(options.mode);
    if (found == modes.end()) {
      throw std::invalid_argument("mode '" + options.mode + "' is unknown");
    }
    found->second(options);
  } catch (const std::exception& e) {
    std::cerr << who << ": " << e.what() << std::endl;
    return 1;
  }
  return 0;
}

}  // namespace interop
