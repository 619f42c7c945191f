#include "security/keystore/validity.h"

#include "ranvier/base/ascii.h"

namespace ranvier::security {
namespace {

using namespace std::chrono;

// Takes `digits` digits from the front of a text.
std::optional<int> take_number(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int number = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (!is_ascii_digit(text[i])) return std::nullopt;
    number = number * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return number;
}

bool take(std::string_view& text, char letter) {
  if (text.empty() || text.front() != letter) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<sys_days> take_day(std::string_view& text) {
  const auto year_of = take_number(text, 4);
  if (!year_of || !take(text, '-')) return std::nullopt;
  const auto month_of = take_number(text, 2);
  if (!month_of || !take(text, '-')) return std::nullopt;
  const auto day_of = take_number(text, 2);
  if (!day_of) return std::nullopt;
  const year_month_day date(year(*year_of), month(static_cast<unsigned>(*month_of)),
                            day(static_cast<unsigned>(*day_of)));
  if (!date.ok()) return std::nullopt;
  return sys_days(date);
}

std::optional<seconds> take_clock(std::string_view& text) {
  const auto hour = take_number(text, 2);
  if (!hour || !take(text, ':')) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || !take(text, ':')) return std::nullopt;
  const auto second = take_number(text, 2);
  if (!second || *hour > 24 || *minute > 59 || *second > 60) return std::nullopt;
  return hours(*hour) + minutes(*minute) + seconds(*second);
}

// How far the clock of the text is ahead of UTC.
std::optional<seconds> take_zone(std::string_view& text) {
  if (text.empty() || take(text, 'Z')) return seconds(0);
  const int sign = take(text, '+') ? 1 : take(text, '-') ? -1 : 0;
  const auto hour = sign != 0 ? take_number(text, 2) : std::nullopt;
  if (!hour || !take(text, ':')) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || *hour > 14 || *minute > 59) return std::nullopt;
  return sign * (hours(*hour) + minutes(*minute));
}

std::string padded(unsigned number, std::size_t digits) {
  std::string text = std::to_string(number);
  return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

}  // namespace

std::string time_text(Time time) {
  const auto midnight = floor<days>(time);
  const year_month_day date(midnight);
  const hh_mm_ss clock(time - midnight);
  const auto two = [](auto number) { return padded(static_cast<unsigned>(number), 2); };
  return padded(static_cast<unsigned>(static_cast<int>(date.year())), 4) + "-" +
         two(static_cast<unsigned>(date.month())) + "-" + two(static_cast<unsigned>(date.day())) +
         "T" + two(clock.hours().count()) + ":" + two(clock.minutes().count()) + ":" +
         two(clock.seconds().count());
}

std::optional<Time> read_time(std::string_view text) {
  const auto midnight = take_day(text);
  if (!midnight) return std::nullopt;
  seconds clock(0);
  if (take(text, 'T')) {
    const auto found = take_clock(text);
    if (!found) return std::nullopt;
    clock = *found;
  }
  const auto zone = take_zone(text);
  if (!zone || !text.empty()) return std::nullopt;
  const Time time = *midnight + clock - *zone;
  // With the zone it may leave the years that can be written.
  const year_month_day date(floor<days>(time));
  if (date.year() < year(0) || date.year() > year(9999)) return std::nullopt;
  return time;
}

}  // namespace ranvier::security
