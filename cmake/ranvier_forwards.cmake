# Headers that only include others, from the rows of api/forwards.txt.

# ranvier_write_forwards()
#
# Writes <build>/forwards/<package>/<header> for each row, and removes files whose row went.
function(ranvier_write_forwards)
  set(table ${PROJECT_SOURCE_DIR}/api/forwards.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(GLOB_RECURSE gone ${PROJECT_BINARY_DIR}/forwards/*)
  file(READ ${table} text)
  string(REGEX REPLACE "\n +" " " text "${text}")
  string(REGEX MATCHALL "[^\n]+" rows "${text}")
  list(FILTER rows EXCLUDE REGEX "^#")
  foreach(row ${rows})
    if(NOT row MATCHES "^(([a-z_]+)/[a-z0-9_/.]+): ([a-z0-9_/. ]+)$")
      message(FATAL_ERROR "api/forwards.txt: '${row}' is not '<package>/<header>: <header>...'.")
    endif()
    set(name ${CMAKE_MATCH_1})
    set(header ${PROJECT_BINARY_DIR}/forwards/${CMAKE_MATCH_2}/${name})
    string(REGEX REPLACE "([^ ]+) ?" "#include \"\\1\"\n" includes "${CMAKE_MATCH_3}")
    set(about "/* ${name}: declared in what it includes (api/forwards.txt). */")
    file(CONFIGURE OUTPUT ${header} @ONLY CONTENT "${about}\n#pragma once\n\n${includes}")
    list(REMOVE_ITEM gone ${header})
  endforeach()
  if(gone)
    file(REMOVE ${gone})
  endif()
endfunction()

# ranvier_header_folders(<result> <package>)
#
# Where the headers of a package lie in this tree: those that it has, its forwards, and
# its version.h.
function(ranvier_header_folders result package)
  set(folders ${PROJECT_SOURCE_DIR}/api/${package}/include)
  if(IS_DIRECTORY ${PROJECT_BINARY_DIR}/forwards/${package})
    list(APPEND folders ${PROJECT_BINARY_DIR}/forwards/${package})
  endif()
  if(DEFINED RANVIER_VERSION_${package})
    ranvier_write_version_header(${package})
    list(APPEND folders ${PROJECT_BINARY_DIR}/versions/${package})
  endif()
  set(${result} ${folders} PARENT_SCOPE)
endfunction()
