# OGRE 1.12 by the names that RViz links to. Its plugins lie behind opt/rviz_ogre_vendor/lib/OGRE, where
# RViz loads them from.
include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
ranvier_find_system_library(OGRE 1.12 COMPONENTS Overlay DEBIAN libogre-1.12-dev)
if(OGRE_FOUND)
  ranvier_target_of(rviz_ogre_vendor::OgreMain OgreMain ${OGRE_INCLUDE_DIRS})
  ranvier_target_of(rviz_ogre_vendor::OgreOverlay OgreOverlay ${OGRE_INCLUDE_DIRS}
    ${OGRE_INCLUDE_DIRS}/Overlay)
  target_link_libraries(rviz_ogre_vendor::OgreOverlay INTERFACE rviz_ogre_vendor::OgreMain)
  find_package(OpenGL QUIET)
  find_package(X11 QUIET)
  target_link_libraries(rviz_ogre_vendor::OgreMain INTERFACE ${OPENGL_LIBRARIES} ${X11_LIBRARIES})
  list(APPEND rviz_ogre_vendor_TARGETS rviz_ogre_vendor::OgreMain rviz_ogre_vendor::OgreOverlay)
endif()
