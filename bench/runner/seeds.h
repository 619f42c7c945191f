// Figures that the seed documents publish, as data: bench/seeds/*.json, a file for each.
#pragma once

#include <string>
#include <vector>

namespace ranvier::bench {

/// A published number.
struct SeedPoint {
  std::string x;
  double y = 0;
  std::string case_name;  ///< of ours; empty: none is like it
};

/// A figure or a row of a table.
struct SeedFigure {
  std::string seed;       ///< "003"
  std::string title;      ///< of the document
  std::string platform;   ///< on which it was measured
  std::string figure;     ///< "Table I, PSS"
  std::string command;    ///< that measures it here; empty: none does
  std::string case_name;  ///< with {x} where the points differ
  std::string unit;
  std::string x;         ///< what the points differ in
  std::string quantity;  ///< of our case; empty: its main one
  double scale = 1;      ///< from our unit to this one
  std::vector<SeedPoint> published;
  std::string note;
};

/// Reads a folder, in the order of the names.
/// Throws std::invalid_argument: file, entry, field, and what to do.
[[nodiscard]] std::vector<SeedFigure> load_seeds(const std::string& folder);
/// A file's text; `path` is how errors call it.
[[nodiscard]] std::vector<SeedFigure> parse_seeds(const std::string& text, const std::string& path);

/// docs/seeds.md: which command measures what.
[[nodiscard]] std::string seeds_page(const std::vector<SeedFigure>& figures);

}  // namespace ranvier::bench
