#include "bag/storage/storages.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "bag/storage/mcap_mend.h"
#include "bag/storage/mcap_reader.h"
#include "bag/storage/mcap_writer.h"
#include "bag/storage/sqlite_reader.h"
#include "bag/storage/sqlite_writer.h"
#include "ranvier/os/mutex.h"

namespace ranvier::bag {
namespace {

Result<CreateFile> mcap_creator(const StorageSettings& settings) {
  const auto options = read_mcap_options(settings.preset, settings.config);
  if (!options) return options.error();
  return CreateFile(
      [options = *options](const std::string& path) -> Result<std::unique_ptr<FileWriter>> {
        auto made = McapWriter::create(path, options);
        if (!made) return made.error();
        return std::unique_ptr<FileWriter>(*std::move(made));
      });
}

Result<std::unique_ptr<FileReader>> open_mcap(const std::string& path,
                                              const ReadSettings& settings) {
  auto file = InputFile::open(path);
  if (!file) return file.error();
  auto reader = McapReader::open(*std::move(file), settings.read_ahead, settings.loads_ahead);
  if (!reader) return reader.error();
  return std::unique_ptr<FileReader>(*std::move(reader));
}

Result<CreateFile> sqlite_creator(const StorageSettings& settings) {
  const auto options = read_sqlite_options(settings.preset, settings.config);
  if (!options) return options.error();
  return CreateFile([options = *options, distro = settings.ros_distro](
                        const std::string& path) -> Result<std::unique_ptr<FileWriter>> {
    auto made = SqliteWriter::create(path, options, distro);
    if (!made) return made.error();
    return std::unique_ptr<FileWriter>(*std::move(made));
  });
}

Result<std::unique_ptr<FileReader>> open_sqlite(const std::string& path,
                                                const ReadSettings& settings) {
  const auto options = read_sqlite_options("", settings.config);
  if (!options) return options.error();
  auto reader = SqliteReader::open(path, *options);
  if (!reader) return reader.error();
  return std::unique_ptr<FileReader>(*std::move(reader));
}

/// Rows never move: pointers to them are given out.
struct Table {
  Mutex mutex{"bag storages"};
  std::deque<Storage> rows RANVIER_GUARDED_BY(mutex);
  std::function<void()> find RANVIER_GUARDED_BY(mutex);  // until it was asked
  bool has_finder RANVIER_GUARDED_BY(mutex) = false;

  Table() {
    rows.push_back({"mcap", ".mcap", 1024, mcap_creator, open_mcap, mcap::mend});
    rows.push_back({"sqlite3", ".db3", 86016, sqlite_creator, open_sqlite, {}});
  }
};

Table& table() {
  static Table* const made = new Table;  // users of the process's last moments find it
  return *made;
}

/// Asks the finder, if nobody has; it may call add_storage().
void find_more() {
  std::function<void()> find;
  {
    const Lock lock(table().mutex);
    find = std::exchange(table().find, nullptr);
  }
  if (find) find();
}

const Storage* row(const std::deque<Storage>& rows, std::string_view id) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Storage& each) { return each.id == id; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

void set_storage_finder(std::function<void()> find) {
  const Lock lock(table().mutex);
  if (!std::exchange(table().has_finder, true)) table().find = std::move(find);
}

std::vector<std::string> storage_ids() {
  find_more();
  const Lock lock(table().mutex);
  std::vector<std::string> ids;
  for (const Storage& each : table().rows) ids.push_back(each.id);
  return ids;
}

Result<const Storage*> find_storage(std::string_view id) {
  for (const bool again : {false, true}) {
    if (again) find_more();
    const Lock lock(table().mutex);
    if (const Storage* found = row(table().rows, id)) return found;
  }
  std::string known;
  for (const std::string& each : storage_ids()) known += (known.empty() ? "" : ", ") + each;
  return Error{Code::kNotFound,
               "There is no storage '" + std::string(id) + "' for bags. There are: " + known + "."};
}

const Storage* storage_of(std::string_view path) {
  const Lock lock(table().mutex);
  for (const Storage& each : table().rows) {
    if (!each.extension.empty() && path.ends_with(each.extension)) return &each;
  }
  return nullptr;
}

void add_storage(Storage storage) {
  const Lock lock(table().mutex);
  if (!row(table().rows, storage.id)) table().rows.push_back(std::move(storage));
}

}  // namespace ranvier::bag
