# The linters that upstream's package of this name brings are not installed here: their
# functions do nothing, so that a package that calls one is built and tested without it.
foreach(_linter clang_format clang_tidy copyright cppcheck cpplint flake8 lint_cmake mypy pep257
    pycodestyle uncrustify xmllint)
  cmake_language(EVAL CODE "
    if(NOT COMMAND ament_${_linter})
      function(ament_${_linter})
      endfunction()
    endif()")
endforeach()
