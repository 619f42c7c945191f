#include "bench/runner/seeds.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "bench/runner/svg.h"

namespace ranvier::bench {
namespace {

using Json = nlohmann::json;

/// A place in a file, for errors.
struct Place {
  const Json& json;
  std::string where;

  [[noreturn]] void refuse(const char* key, const std::string& wanted) const {
    const std::string found = json.contains(key) ? "is " + json[key].dump() : "is missing";
    throw std::invalid_argument(where + ": field '" + key + "' " + found + ". Write " + wanted +
                                ".");
  }
  std::string text(const char* key) const {
    if (!json.contains(key) || !json[key].is_string()) refuse(key, "a string");
    return json[key];
  }
  std::string text_or(const char* key, const std::string& otherwise) const {
    return json.contains(key) ? text(key) : otherwise;
  }
  double number_or(const char* key, double otherwise) const {
    if (!json.contains(key)) return otherwise;
    if (!json[key].is_number()) refuse(key, "a number");
    return json[key];
  }
};

std::string with_x(const std::string& name, const std::string& x) {
  const std::size_t at = name.find("{x}");
  return at == name.npos ? name : name.substr(0, at) + x + name.substr(at + 3);
}

SeedPoint parse_point(const Place& place, const std::string& case_name) {
  if (!place.json.is_object()) place.refuse("x", "objects with x and y");
  if (!place.json.contains("x")) place.refuse("x", "what the point is of");
  if (!place.json.contains("y") || !place.json["y"].is_number()) place.refuse("y", "a number");
  const Json& x = place.json["x"];
  SeedPoint point{x.is_string() ? x.get<std::string>() : x.dump(), place.json["y"], ""};
  point.case_name = place.text_or("case", with_x(case_name, point.x));
  return point;
}

SeedFigure parse_figure(const Place& place, const SeedFigure& document) {
  SeedFigure figure = document;
  figure.figure = place.text("figure");
  figure.command = place.text("command");
  figure.case_name = place.text_or("case", "");
  figure.unit = place.text("unit");
  figure.x = place.text_or("x", "");
  figure.quantity = place.text_or("quantity", "");
  figure.scale = place.number_or("scale", 1);
  figure.note = place.text("note");
  if (!place.json.contains("published") || !place.json["published"].is_array())
    place.refuse("published", "a list of points with x and y");
  for (std::size_t i = 0; i < place.json["published"].size(); ++i) {
    figure.published.push_back(parse_point(
        {place.json["published"][i], place.where + ", published[" + std::to_string(i) + "]"},
        figure.case_name));
  }
  return figure;
}

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != text.npos; at += 2)
    text.replace(at, 1, "\\|");
  return text;
}

// What --case takes for all points of a figure.
std::string pattern_of(const std::string& name) {
  return name.empty() ? "" : "--case " + with_x(name, ".*");
}

std::string numbers(const SeedFigure& figure) {
  std::string text;
  for (const SeedPoint& one : figure.published)
    text += (text.empty() ? "" : ", ") + one.x + ": " + readable(one.y);
  return text.empty() ? "no numbers" : text + " " + figure.unit;
}

}  // namespace

std::vector<SeedFigure> parse_seeds(const std::string& text, const std::string& path) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw std::invalid_argument(path + " is not JSON. Mend it.");
  const Place root{json, path};
  SeedFigure document;
  document.seed = root.text("seed");
  document.title = root.text("title");
  document.platform = root.text("platform");
  if (!json.contains("entries") || !json["entries"].is_array())
    root.refuse("entries", "a list of figures");
  std::vector<SeedFigure> figures;
  for (std::size_t i = 0; i < json["entries"].size(); ++i) {
    figures.push_back(parse_figure(
        {json["entries"][i], path + ", entries[" + std::to_string(i) + "]"}, document));
  }
  return figures;
}

std::vector<SeedFigure> load_seeds(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  if (files.empty())
    throw std::invalid_argument("'" + folder + "' has no file of published figures. Is it there?");
  std::sort(files.begin(), files.end());
  std::vector<SeedFigure> all;
  for (const auto& path : files) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    for (SeedFigure& figure : parse_seeds(text.str(), path)) all.push_back(std::move(figure));
  }
  return all;
}

std::string seeds_page(const std::vector<SeedFigure>& figures) {
  std::string page =
      "# The seeds' figures\n\n"
      "Printed by `build/bin/ranvier bench seeds` from `bench/seeds/*.json`; a test holds the two equal. What was\n"
      "published stands here as those files have it. `ranvier bench report DIR` draws it beside what the\n"
      "reports in DIR (`--json`) have of this machine. Where no command stands, the note says why.\n";
  std::string seed;
  for (const SeedFigure& one : figures) {
    if (one.seed != seed) {
      seed = one.seed;
      page += "\n## Seed " + seed + ": " + one.title + "\n\n" + one.platform +
              ".\n\n| figure | command | case | published | note |\n|---|---|---|---|---|\n";
    }
    const auto code = [](const std::string& text) { return text.empty() ? "" : "`" + text + "`"; };
    page += "| " + cell(one.figure) + " | " + code(one.command) + " | " +
            code(pattern_of(one.case_name)) + " | " + cell(numbers(one)) + " | " + cell(one.note) +
            " |\n";
  }
  return page;
}

}  // namespace ranvier::bench
