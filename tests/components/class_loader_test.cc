// Classes of libraries: who offers them when, and what outlives what.
#include "class_loader/class_loader.hpp"

#include <gmock/gmock.h>

#include <thread>

#include "class_loader/multi_library_class_loader.hpp"
#include "message_of.hpp"
#include "plugins.h"

namespace {

using class_loader::ClassLoader;
using class_loader::MultiLibraryClassLoader;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Goldfish : public Animal {
  const char* says() const override { return ""; }
};
CLASS_LOADER_REGISTER_CLASS(Goldfish, Animal)

constexpr const char* kPath = TEST_PLUGINS;

TEST(ClassLoaderTest, GivesTheClassesOfItsLibraryByTheirBase) {
  ClassLoader loader(kPath);
  EXPECT_THAT(loader.getAvailableClasses<Animal>(),
              ElementsAre("Goldfish", "zoo::Cat", "zoo::Dog", "zoo::Shy"));
  EXPECT_THAT(loader.getAvailableClasses<Tool>(), ElementsAre("zoo::Spade"));
  EXPECT_TRUE(loader.isClassAvailable<Animal>("zoo::Dog"));
  EXPECT_FALSE(loader.isClassAvailable<Tool>("zoo::Dog"));
  EXPECT_EQ(loader.getLibraryPath(), kPath);
  EXPECT_STREQ(loader.createInstance<Animal>("zoo::Dog")->says(), "wuff");
  EXPECT_STREQ(loader.createUniqueInstance<Animal>("zoo::Cat")->says(), "miau");
}

TEST(ClassLoaderTest, ClassesOfTheProgramAreOfferedByEveryLoader) {
  ClassLoader loader(kPath);
  EXPECT_STREQ(loader.createInstance<Animal>("Goldfish")->says(), "");
}

TEST(ClassLoaderTest, SaysWhatIsWrong) {
  EXPECT_THAT(message_of<class_loader::LibraryLoadException>([] { ClassLoader l("/no/lib.so"); }),
              HasSubstr("Could not load library dlopen error: /no/lib.so: cannot open"));
  ClassLoader loader(kPath);
  EXPECT_EQ(message_of<class_loader::CreateClassException>(
                [&] { loader.createInstance<Animal>("zoo::Dodo"); }),
            "Could not create instance of type zoo::Dodo");
  EXPECT_EQ(message_of<std::runtime_error>([&] { loader.createInstance<Animal>("zoo::Shy"); }),
            "does not come out");
  EXPECT_EQ(loader.unloadLibrary(), 0) << "the one that did not come out counts";
}

TEST(ClassLoaderTest, ObjectsOutliveTheirLoader) {
  auto loader = std::make_unique<ClassLoader>(kPath);
  auto dog = loader->createInstance<Animal>("zoo::Dog");
  auto cat = loader->createUniqueInstance<Animal>("zoo::Cat");
  loader.reset();
  EXPECT_STREQ(dog->says(), "wuff");
  EXPECT_STREQ(cat->says(), "miau");
}

TEST(ClassLoaderTest, UnloadingIsRefusedWhileAnObjectLives) {
  ClassLoader loader(kPath);
  loader.loadLibrary();
  auto dog = loader.createInstance<Animal>("zoo::Dog");
  EXPECT_EQ(loader.unloadLibrary(), 2);
  dog.reset();
  EXPECT_EQ(loader.unloadLibrary(), 1);
  EXPECT_TRUE(loader.isLibraryLoaded());
  EXPECT_EQ(loader.unloadLibrary(), 0);
  EXPECT_EQ(loader.unloadLibrary(), 0);
  EXPECT_FALSE(loader.isLibraryLoaded());
}

TEST(ClassLoaderTest, UnloadingWithdrawsTheClassesAndLoadingGivesThemBack) {
  ClassLoader loader(kPath);
  loader.unloadLibrary();
  EXPECT_FALSE(loader.isLibraryLoadedByAnyClassloader());
  EXPECT_THAT(loader.getAvailableClasses<Animal>(), ElementsAre("Goldfish"));
  ClassLoader other(kPath);
  EXPECT_THAT(loader.getAvailableClasses<Animal>(), ElementsAre("Goldfish"));
  EXPECT_TRUE(loader.isLibraryLoadedByAnyClassloader());
  EXPECT_FALSE(loader.isLibraryLoaded());
  EXPECT_STREQ(other.createInstance<Animal>("zoo::Dog")->says(), "wuff");
  loader.loadLibrary();
  EXPECT_STREQ(loader.createInstance<Animal>("zoo::Dog")->says(), "wuff");
}

// Last of the loaders that count: after an unmanaged instance none unloads on demand.
TEST(ClassLoaderTest, OnDemandTheFirstObjectLoadsAndTheLastUnloads) {
  ClassLoader loader(kPath, true);
  EXPECT_TRUE(loader.isOnDemandLoadUnloadEnabled());
  EXPECT_FALSE(loader.isLibraryLoaded());
  auto dog = loader.createInstance<Animal>("zoo::Dog");
  auto cat = loader.createInstance<Animal>("zoo::Cat");
  dog.reset();
  EXPECT_TRUE(loader.isLibraryLoaded());
  cat.reset();
  EXPECT_FALSE(loader.isLibraryLoaded());
  delete loader.createUnmanagedInstance<Animal>("zoo::Dog");
  loader.createInstance<Animal>("zoo::Cat");
  EXPECT_TRUE(loader.isLibraryLoaded());
}

TEST(ClassLoaderTest, LoadingAThousandTimesFromSeveralThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 250; ++round) {
        ClassLoader loader(kPath, round % 2 == 0);
        auto dog = loader.createInstance<Animal>("zoo::Dog");
        EXPECT_STREQ(dog->says(), "wuff");
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST(MultiLibraryClassLoaderTest, FindsTheLibraryOfAClass) {
  for (const bool on_demand : {false, true}) {
    MultiLibraryClassLoader loader(on_demand);
    EXPECT_FALSE(loader.isLibraryAvailable(kPath));
    loader.loadLibrary(kPath);
    loader.loadLibrary(kPath);
    EXPECT_THAT(loader.getRegisteredLibraries(), ElementsAre(kPath));
    EXPECT_STREQ(loader.createInstance<Animal>("zoo::Dog")->says(), "wuff");
    EXPECT_STREQ(loader.createUniqueInstance<Animal>("zoo::Cat", kPath)->says(), "miau");
    const auto spade = loader.createInstance<Tool>("zoo::Spade");  // keeps it loaded
    EXPECT_EQ(loader.isClassAvailable<Animal>("zoo::Dog"), true);
    EXPECT_THAT(loader.getAvailableClassesForLibrary<Animal>(kPath), Contains("zoo::Cat"));
    EXPECT_GT(loader.unloadLibrary(kPath), 0);
  }
  MultiLibraryClassLoader loader(false);
  loader.loadLibrary(kPath);
  EXPECT_EQ(loader.unloadLibrary(kPath), 0);
  EXPECT_FALSE(loader.isLibraryAvailable(kPath));
  EXPECT_THAT(loader.getAvailableClasses<Animal>(), IsEmpty());
}

TEST(MultiLibraryClassLoaderTest, SaysWhatIsWrong) {
  MultiLibraryClassLoader loader(false);
  EXPECT_THAT(message_of<class_loader::NoClassLoaderExistsException>(
                  [&] { loader.createInstance<Animal>("zoo::Dog", kPath); }),
              HasSubstr("no ClassLoader in MultiLibraryClassLoader bound to library"));
  loader.loadLibrary(kPath);
  EXPECT_THAT(message_of<class_loader::CreateClassException>(
                  [&] { loader.createInstance<Animal>("zoo::Dodo"); }),
              HasSubstr("Could not create object of class type zoo::Dodo"));
}

TEST(ClassLoaderTest, LibraryNamesOfThisSystem) {
  EXPECT_EQ(class_loader::systemLibraryFormat("zoo"), "libzoo.so");
}

}  // namespace
