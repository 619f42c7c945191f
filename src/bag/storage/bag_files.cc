#include "bag/storage/bag_files.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "bag/storage/compression.h"

namespace ranvier::bag {
namespace {

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

Result<void> end_file(FileWriter& file, const std::string& note) {
  if (const auto noted = file.note(note); !noted) return noted;
  return file.finish();
}

// The plain file stays where the compressed one could not be made.
Result<void> put_compressed(const std::string& path) {
  const std::string made = path + ".zstd";
  std::error_code ignored;
  if (const auto done = compress_file(path, made); !done) {
    std::filesystem::remove(made, ignored);
    return done;
  }
  std::filesystem::remove(path, ignored);
  return {};
}

/// A file with its first note, if there is one. Of a file that cannot be made nothing stays.
Result<std::unique_ptr<FileWriter>> make_file(const CreateFile& create, const std::string& path,
                                              const FirstNote& note) {
  auto made = create(path);
  Result<void> done;
  if (!made) {
    if (made.error().code == Code::kAlreadyExists) return made;
    done = made.error();
  } else if (note) {
    done = (*made)->note(note(file_name(path) + (*made)->extension()));
  }
  if (done) return made;
  if (made) made->reset();
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  return done.error();
}

}  // namespace

Result<std::unique_ptr<BagFiles>> BagFiles::open(std::string folder, std::string extension,
                                                 CreateFile create, FirstNote note,
                                                 std::shared_ptr<CompressionPool> pool) {
  std::unique_ptr<BagFiles> files(new BagFiles(std::move(folder), std::move(extension),
                                               std::move(create), std::move(note),
                                               std::move(pool)));
  auto first = make_file(files->create_, files->path(), files->first_note_);
  if (!first) return first.error();
  files->current_ = *std::move(first);
  files->suffix_ = files->current_->extension();
  return files;
}

BagFiles::~BagFiles() {
  ending_.wait();  // its tasks use this
  drop_prepared();
}

std::string BagFiles::name_of(std::size_t number) const {
  return file_name(folder_) + '_' + std::to_string(number) + extension_;
}

void BagFiles::prepare() {
  if (prepared_) return;
  prepared_ = std::make_shared<Prepared>();
  preparing_.run([prepared = prepared_, create = create_, path = path_of(number_ + 1)] {
    prepared->file = make_file(create, path, {});
  });
}

Result<void> BagFiles::next(std::string last_note) {
  prepare();
  preparing_.wait();
  const auto prepared = std::exchange(prepared_, nullptr);
  if (!prepared->file) return prepared->file.error();
  std::unique_ptr<FileWriter> next = *std::move(prepared->file);
  const std::string name = name_of(number_ + 1) + next->extension();
  if (const auto noted = next->note(first_note_(name)); !noted) {
    next.reset();
    std::error_code ignored;
    std::filesystem::remove(folder_ + '/' + name, ignored);
    return noted;
  }
  FileSplit file{path(), {}};
  ++number_;
  ++awaited_;
  suffix_ = next->extension();
  file.opened = path();
  ending_.run([this, ended = std::shared_ptr<FileWriter>(std::exchange(current_, std::move(next))),
               note = std::move(last_note), file = std::move(file)] {
    const auto done = end_file(*ended, note);
    if (!done) return endings_->fail(done.error());
    complete(file);
  });
  return {};
}

/// Contract: the thread of ending_, or none of it runs. Does not wait.
void BagFiles::complete(FileSplit file) {
  if (!pool_) return endings_->add(std::move(file));
  pool_->run([file = std::move(file), endings = endings_] {
    if (const auto done = put_compressed(file.closed); !done) return endings->fail(done.error());
    endings->add({file.closed + ".zstd", file.opened});
  });
}

std::vector<FileSplit> BagFiles::take_ended() {
  if (awaited_ == 0) return {};
  auto [complete, settled] = endings_->take();
  awaited_ -= settled;
  std::stable_partition(complete.begin(), complete.end(),
                        [](const FileSplit& file) { return !file.opened.empty(); });
  return std::move(complete);
}

void BagFiles::wait_for_ended() {
  if (awaited_ == 0) return;
  ending_.wait();
  if (pool_) pool_->wait();
}

Result<void> BagFiles::finish(const std::string& last_note) {
  const auto done = end_file(*current_, last_note);
  current_.reset();
  ending_.wait();
  ++awaited_;
  done ? complete({path(), {}}) : endings_->fail(done.error());
  if (pool_) pool_->wait();
  drop_prepared();
  if (const auto error = endings_->first_error()) return *error;
  return done;
}

void BagFiles::drop_prepared() {
  if (!prepared_) return;
  preparing_.wait();
  const auto prepared = std::exchange(prepared_, nullptr);
  if (!prepared->file) return;
  const std::string path = path_of(number_ + 1) + (*prepared->file)->extension();
  *prepared->file = nullptr;  // it ends the file
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

}  // namespace ranvier::bag
