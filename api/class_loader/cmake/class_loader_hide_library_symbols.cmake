# class_loader_hide_library_symbols(<target>): a library of plugins shows no
# inline function of its own, so that two plugins never take each other's.
function(class_loader_hide_library_symbols target)
  set_target_properties(${target} PROPERTIES VISIBILITY_INLINES_HIDDEN ON)
endfunction()
