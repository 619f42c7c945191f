#include "ranvier/ring/folder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <fstream>

#include "ranvier/ring/testing.h"

namespace ranvier::ring {
namespace {

using testing::Child;
using testing::Common;
using testing::Place;

std::string publish_new(const Folder& folder, const Descriptor& file) {
  const std::string name = *Folder::new_name();
  EXPECT_TRUE(folder.publish(file, name));
  return name;
}

TEST(FolderTest, ItIsOfThisUserAlone) {
  const Place place;
  struct stat status;
  ASSERT_EQ(::stat(place.folder().path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
}

TEST(FolderTest, ASegmentsFileIsOfThisUserAlone) {
  const Place place;
  const Result<Descriptor> file = place.folder().create();
  ASSERT_TRUE(file);
  const std::string name = publish_new(place.folder(), *file);
  struct stat status;
  ASSERT_EQ(::stat((place.folder().path() + "/" + name).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
}

TEST(FolderTest, AFolderThatIsOpenToOthersIsRefusedWithTheRemedy) {
  const Place place;
  ASSERT_EQ(::chmod(place.folder().path().c_str(), 0755), 0);
  const Result<Folder> folder = Folder::open(place.parent());
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().what.find(place.folder().path()), std::string::npos);
  EXPECT_NE(folder.error().what.find("chmod 0700"), std::string::npos);
  ::chmod(place.folder().path().c_str(), 0700);
}

TEST(FolderTest, ALinkInPlaceOfTheFolderIsRefused) {
  const Place place;
  const std::string own = place.folder().path();
  ASSERT_EQ(::rename(own.c_str(), (own + "-moved").c_str()), 0);
  ASSERT_EQ(::symlink("/tmp", own.c_str()), 0);
  EXPECT_FALSE(Folder::open(place.parent()));
  ::unlink(own.c_str());
  ::rename((own + "-moved").c_str(), own.c_str());
}

TEST(FolderTest, AFileHasNoNameBeforeItIsPublished) {
  const Place place;
  const Result<Descriptor> file = place.folder().create();
  ASSERT_TRUE(file);
  EXPECT_TRUE(place.folder().names().empty());
  const std::string name = publish_new(place.folder(), *file);
  EXPECT_EQ(place.folder().names(), std::vector<std::string>{name});
}

TEST(FolderTest, WithoutRoomThereIsNoFile) {
  const Place place;
  const auto file = place.folder().create(std::uint64_t{1} << 60);
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().what.find("bytes are free"), std::string::npos) << file.error().what;
}

TEST(FolderTest, AProcessThatWillHaveNoSegmentSaysSoForAsLongAsItLives) {
  const Place place;
  const std::string name = *Folder::new_name();
  EXPECT_EQ(place.folder().state(name), Folder::State::kAbsent);
  {
    const Descriptor file = *place.folder().create();
    place.folder().disclaim(file, name);
    EXPECT_EQ(place.folder().state(name), Folder::State::kEmpty);
    EXPECT_EQ(place.folder().clean(), 0u);
  }
  EXPECT_EQ(place.folder().clean(), 1u);
}

TEST(FolderTest, CleaningLeavesTheLivingAlone) {
  const Place place;
  const Result<Descriptor> file = place.folder().create();
  ASSERT_TRUE(file);
  publish_new(place.folder(), *file);
  EXPECT_EQ(place.folder().clean(), 0u);
  EXPECT_EQ(place.folder().names().size(), 1u);
}

TEST(FolderTest, CleaningRemovesWhatAKilledProcessLeft) {
  const Place place;
  Common<std::atomic<bool>> made;
  Child child([&] {
    const Result<Descriptor> file = place.folder().create();
    if (!file || !place.folder().publish(*file, *Folder::new_name())) return;
    *made = true;
    for (;;) ::pause();
  });
  while (!*made) ::usleep(50);
  const std::vector<std::string> names = place.folder().names();
  ASSERT_EQ(names.size(), 1u);
  const Result<Descriptor> seen = place.folder().open_segment(names[0]);
  ASSERT_TRUE(seen);
  EXPECT_TRUE(Folder::alive(*seen));
  EXPECT_EQ(place.folder().clean(), 0u);
  child.kill();
  EXPECT_FALSE(Folder::alive(*seen));
  EXPECT_EQ(place.folder().clean(), 1u);
  EXPECT_TRUE(place.folder().names().empty());
}

TEST(FolderTest, CleaningTouchesNoFileThatIsNoSegment) {
  const Place place;
  const std::string other = place.folder().path() + "/notes.txt";
  std::ofstream(other) << "mine";
  EXPECT_EQ(place.folder().clean(), 0u);
  EXPECT_EQ(::access(other.c_str(), F_OK), 0);
  ::unlink(other.c_str());
}

TEST(FolderTest, OpeningRefusesNamesOutsideOfTheFolder) {
  const Place place;
  for (const char* name : {"", "..", "../../etc/passwd", "0123456789abcdef0123456789ABCDEF",
                           "0123456789abcdef0123456789abcde/"}) {
    EXPECT_FALSE(place.folder().open_segment(name)) << name;
  }
}

TEST(FolderTest, OpeningRefusesWhatIsNoPlainFileOfThisUserAlone) {
  const Place place;
  const std::string name = *Folder::new_name();
  const std::string path = place.folder().path() + "/" + name;
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(place.folder().open_segment(name)) << "a pipe";
  ::unlink(path.c_str());
  ASSERT_EQ(::symlink("/etc/hostname", path.c_str()), 0);
  EXPECT_FALSE(place.folder().open_segment(name)) << "a link";
  ::unlink(path.c_str());
  std::ofstream(path) << "x";
  ASSERT_EQ(::chmod(path.c_str(), 0644), 0);
  EXPECT_FALSE(place.folder().open_segment(name)) << "open to others";
}

}  // namespace
}  // namespace ranvier::ring
