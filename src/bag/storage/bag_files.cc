#include "bag/storage/bag_files.h"

#include <filesystem>
#include <utility>

namespace ranvier::bag {
namespace {

Result<void> end_file(FileWriter& file, const std::string& note) {
  if (const auto noted = file.note(note); !noted) return noted;
  return file.finish();
}

}  // namespace

Result<std::unique_ptr<BagFiles>> BagFiles::open(std::string folder, std::string extension,
                                                 CreateFile create, std::string note) {
  std::unique_ptr<BagFiles> files(
      new BagFiles(std::move(folder), std::move(extension), std::move(create)));
  auto first = files->create_(files->path());
  if (!first) return first.error();
  files->current_ = *std::move(first);
  files->suffix_ = files->current_->extension();
  if (const auto noted = files->current_->note(note); !noted) return noted.error();
  return files;
}

BagFiles::~BagFiles() { drop_prepared(); }

std::string BagFiles::name_of(std::size_t number) const {
  return std::filesystem::path(folder_).filename().string() + '_' + std::to_string(number) +
         extension_;
}

void BagFiles::prepare() {
  if (prepared_) return;
  prepared_ = std::make_shared<Prepared>();
  preparing_.run([prepared = prepared_, create = create_, path = path_of(number_ + 1)] {
    prepared->file = create(path);
  });
}

Result<void> BagFiles::next(std::string note, std::string last_note) {
  prepare();
  preparing_.wait();
  const auto prepared = std::exchange(prepared_, nullptr);
  if (!prepared->file) return prepared->file.error();
  std::unique_ptr<FileWriter> next = *std::move(prepared->file);
  if (const auto noted = next->note(note); !noted) return noted;
  ++number_;
  suffix_ = next->extension();
  ending_.run([ended = std::shared_ptr<FileWriter>(std::exchange(current_, std::move(next))),
               note = std::move(last_note), first_error = first_error_] {
    const auto done = end_file(*ended, note);
    if (!done && !*first_error) *first_error = done.error();
  });
  return {};
}

Result<void> BagFiles::finish(const std::string& last_note) {
  const auto done = end_file(*current_, last_note);
  current_.reset();
  ending_.wait();
  drop_prepared();
  if (*first_error_) return **first_error_;
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
