// Prefixes with plugins in them, as packages install them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "covers.h"
#include "lamps.h"
#include "pluginlib/class_loader_imp.hpp"

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kLamps[] = R"(<library path="lamps">
  <class name="shop/Bulb" type="lamps::Bulb" base_class_type="Lamp">
    <description>Warm.</description>
  </class>
  <class type="lamps::Tube" base_class_type="Lamp"/>
  <class type="lamps::Candle" base_class_type="Lamp"/>
  <class type="lamps::Shade" base_class_type="Cover"/>
</library>)";

/// One prefix with the packages "house", which has the base class, and "shop".
class PluginTest : public testing::Test {
 protected:
  PluginTest() {
    prefix_ = fs::path(testing::TempDir()) / ("plugins" + std::to_string(::getpid()));
    fs::remove_all(prefix_);
    write("share/ament_index/resource_index/packages/house", "");
    write("share/ament_index/resource_index/packages/shop", "");
    write("share/shop/package.xml", "<package><name>shop</name></package>");
    fs::create_directories(prefix_ / "lib");
    fs::copy_file(TEST_LAMPS, prefix_ / "lib/liblamps.so");
    ::setenv("AMENT_PREFIX_PATH", prefix_.c_str(), 1);
  }
  ~PluginTest() override { fs::remove_all(prefix_); }

  void write(const std::string& path, const std::string& text) {
    fs::create_directories((prefix_ / path).parent_path());
    std::ofstream(prefix_ / path) << text;
  }
  /// As pluginlib_export_plugin_description_file() installs them.
  void export_descriptions(const std::vector<std::string>& texts) {
    std::string index;
    for (const auto& text : texts) {
      const std::string path = "share/shop/plugins" + std::to_string(index.size()) + ".xml";
      write(path, text);
      index += path + "\n";
    }
    write("share/ament_index/resource_index/house__pluginlib__plugin/shop", index);
  }
  static pluginlib::ClassLoader<Lamp> loader() { return {"house", "Lamp"}; }

  fs::path prefix_;
};

TEST_F(PluginTest, ClassesOfTheBaseAreDeclaredWithWhatIsSaidOfThem) {
  export_descriptions({kLamps});
  auto lamps = loader();
  EXPECT_THAT(lamps.getDeclaredClasses(), ElementsAre("lamps::Candle", "lamps::Tube", "shop/Bulb"));
  const std::string path = (prefix_ / "share/shop/plugins0.xml").string();
  EXPECT_THAT(lamps.getPluginXmlPaths(), ElementsAre(path));
  EXPECT_EQ(lamps.getClassType("shop/Bulb"), "lamps::Bulb");
  EXPECT_EQ(lamps.getClassDescription("shop/Bulb"), "Warm.");
  EXPECT_EQ(lamps.getClassDescription("lamps::Tube"), "");
  EXPECT_EQ(lamps.getClassPackage("shop/Bulb"), "shop");
  EXPECT_EQ(lamps.getPluginManifestPath("shop/Bulb"), path);
  EXPECT_EQ(lamps.getBaseClassType(), "Lamp");
  EXPECT_EQ(lamps.getName("shop/Bulb"), "Bulb");
  EXPECT_EQ(lamps.getName("lamps::Tube"), "Tube");
  EXPECT_EQ(lamps.getName("Bulb"), "Bulb");
  EXPECT_TRUE(lamps.isClassAvailable("shop/Bulb"));
  EXPECT_FALSE(lamps.isClassAvailable("lamps::Shade"));
  EXPECT_EQ(lamps.getClassType("lamps::Shade"), "");
}

TEST_F(PluginTest, ObjectsAreMadeInAllWaysAndOutliveTheLoader) {
  export_descriptions({kLamps});
  std::shared_ptr<Lamp> shared;
  pluginlib::UniquePtr<Lamp> unique;
  std::unique_ptr<Lamp> own;
  {
    auto lamps = loader();
    EXPECT_FALSE(lamps.isClassLoaded("shop/Bulb"));
    shared = lamps.createSharedInstance("shop/Bulb");
    EXPECT_TRUE(lamps.isClassLoaded("shop/Bulb"));
    unique = lamps.createUniqueInstance("lamps::Tube");
    own.reset(lamps.createUnmanagedInstance("lamps::Tube"));
    const std::string library = (prefix_ / "lib/liblamps.so").string();
    EXPECT_EQ(lamps.getClassLibraryPath("shop/Bulb"), library);
    EXPECT_THAT(lamps.getRegisteredLibraries(), ElementsAre(library));
  }
  EXPECT_EQ(shared->watts(), 60);
  EXPECT_EQ(unique->watts() + own->watts(), 36);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

TEST_F(PluginTest, TheOldNameOfAnUnmanagedInstanceLoadsIfItIsTold) {
  COVERS("pluginlib::ClassLoader", "createClassInstance");
  export_descriptions({kLamps});
  auto lamps = loader();
  EXPECT_THROW(lamps.createClassInstance("shop/Bulb", false), pluginlib::CreateClassException);
  EXPECT_FALSE(lamps.isClassLoaded("shop/Bulb"));
  EXPECT_THROW(lamps.createClassInstance("shop/None"), pluginlib::LibraryLoadException);
  const std::unique_ptr<Lamp> first(lamps.createClassInstance("shop/Bulb"));
  const std::unique_ptr<Lamp> second(lamps.createClassInstance("shop/Bulb", false));
  EXPECT_EQ(first->watts() + second->watts(), 120);
}

#pragma GCC diagnostic pop

TEST_F(PluginTest, LibrariesAreUnloadedWhenNoObjectLives) {
  export_descriptions({kLamps});
  auto lamps = loader();
  EXPECT_THROW(lamps.unloadLibraryForClass("shop/Bulb"), pluginlib::LibraryUnloadException);
  lamps.loadLibraryForClass("shop/Bulb");
  auto bulb = lamps.createSharedInstance("shop/Bulb");
  EXPECT_EQ(lamps.unloadLibraryForClass("shop/Bulb"), 1);
  bulb.reset();
  EXPECT_EQ(lamps.unloadLibraryForClass("shop/Bulb"), 0);
  EXPECT_FALSE(lamps.isClassLoaded("shop/Bulb"));
  EXPECT_EQ(lamps.unloadLibraryForClass("shop/Bulb"), 0) << "as in ROS 2: it was loaded once";
  EXPECT_EQ(lamps.createSharedInstance("shop/Bulb")->watts(), 60);
}

TEST_F(PluginTest, ALibraryThatWentWithOneOfItsClassesIsUnloadedByTheOthersToo) {
  export_descriptions({kLamps});
  auto lamps = loader();
  ASSERT_EQ(lamps.getClassLibraryPath("shop/Bulb"), lamps.getClassLibraryPath("lamps::Tube"));
  lamps.loadLibraryForClass("shop/Bulb");
  lamps.loadLibraryForClass("lamps::Tube");
  EXPECT_EQ(lamps.unloadLibraryForClass("shop/Bulb"), 0);
  EXPECT_EQ(lamps.unloadLibraryForClass("lamps::Tube"), 0);
  EXPECT_EQ(class_loader::MultiLibraryClassLoader(false).unloadLibrary("libnone.so"), 0);
  lamps.refreshDeclaredClasses();  // what is not loaded is read again
  EXPECT_EQ(lamps.createSharedInstance("lamps::Tube")->watts(), 18);
}

TEST_F(PluginTest, WhatIsMissingIsNamed) {
  export_descriptions({kLamps, R"(<library path="lib/libgone">
    <class type="lamps::Gone" base_class_type="Lamp"/></library>)"});
  auto lamps = loader();
  EXPECT_THROW(lamps.createSharedInstance("lamps::Candle"), pluginlib::CreateClassException);
  EXPECT_EQ(lamps.getClassLibraryPath("lamps::Gone"), "");
  try {
    lamps.loadLibraryForClass("lamps::Gone");
    FAIL();
  } catch (const pluginlib::LibraryLoadException& error) {
    EXPECT_THAT(error.what(), HasSubstr("'lamps::Gone': no library 'lib/libgone'"));
  }
  try {
    lamps.createSharedInstance("shop/Moon");
    FAIL();
  } catch (const pluginlib::LibraryLoadException& error) {
    EXPECT_THAT(error.what(), HasSubstr("class shop/Moon with base class type Lamp does not exist. "
                                        "Declared types are lamps::Candle"));
  }
  EXPECT_THROW(lamps.unloadLibraryForClass("shop/Moon"), pluginlib::LibraryUnloadException);
  EXPECT_THROW(pluginlib::ClassLoader<Lamp>("castle", "Lamp"), pluginlib::ClassLoaderException);
}

TEST_F(PluginTest, ALibraryThatIsNoneIsAnErrorOfLoading) {
  // Under a name of its own: a library that another test loaded stays in the process.
  export_descriptions({R"(<library path="broken">
    <class name="shop/Bulb" type="lamps::Bulb" base_class_type="Lamp"/></library>)"});
  write("lib/libbroken.so", "no library");
  auto lamps = loader();
  EXPECT_THROW(lamps.createSharedInstance("shop/Bulb"), pluginlib::LibraryLoadException);
}

TEST_F(PluginTest, DescriptionsThatCannotBeReadAreLeftOutAndLogged) {
  export_descriptions({"<library path=\"lamps\"><class", "<plugins/>", "",
                       "<library><class type=\"a\" base_class_type=\"Lamp\"/></library>",
                       "<library path=\"lamps\"><class base_class_type=\"Lamp\"/></library>",
                       std::string("<class_libraries>") + kLamps + "</class_libraries>"});
  testing::internal::CaptureStderr();
  auto lamps = loader();
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(lamps.getDeclaredClasses().size(), 3u);
  EXPECT_THAT(log, HasSubstr("begins with <plugins>; it must be <library>"));
  EXPECT_THAT(log, HasSubstr(":1: <library> without 'path' is left out"));
  EXPECT_THAT(log, HasSubstr(":1: <class> without 'type' and 'base_class_type' is left out"));
  EXPECT_EQ(lamps.createSharedInstance("shop/Bulb")->watts(), 60);
}

TEST_F(PluginTest, GivenDescriptionsAreReadAndNoOthers) {
  export_descriptions({kLamps});
  write("elsewhere.xml", "<library path=\"" + (prefix_ / "lib/liblamps.so").string() +
                             "\"><class type=\"lamps::Bulb\" base_class_type=\"Lamp\"/></library>");
  pluginlib::ClassLoader<Lamp> lamps("house", "Lamp", "plugin",
                                     {(prefix_ / "elsewhere.xml").string()});
  EXPECT_THAT(lamps.getDeclaredClasses(), ElementsAre("lamps::Bulb"));
  EXPECT_EQ(lamps.createSharedInstance("lamps::Bulb")->watts(), 60);
}

TEST_F(PluginTest, ReadingAgainKeepsWhatIsLoadedAndForgetsTheRest) {
  export_descriptions({kLamps});
  auto lamps = loader();
  const auto bulb = lamps.createSharedInstance("shop/Bulb");
  export_descriptions({R"(<library path="lamps">
    <class name="new" type="lamps::Tube" base_class_type="Lamp"/></library>)"});
  lamps.refreshDeclaredClasses();
  EXPECT_THAT(lamps.getDeclaredClasses(), ElementsAre("new", "shop/Bulb"));
  EXPECT_EQ(lamps.createSharedInstance("new")->watts(), 18);
}

TEST_F(PluginTest, OfTwoClassesOfOneNameTheFirstIsTaken) {
  export_descriptions({kLamps, R"(<library path="lamps">
    <class name="shop/Bulb" type="lamps::Tube" base_class_type="Lamp"/></library>)"});
  testing::internal::CaptureStderr();
  auto lamps = loader();
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("the first is taken"));
  EXPECT_EQ(lamps.createSharedInstance("shop/Bulb")->watts(), 60);
}

TEST_F(PluginTest, NothingExportedIsNothingDeclared) {
  EXPECT_THAT(loader().getDeclaredClasses(), IsEmpty());
}

}  // namespace
