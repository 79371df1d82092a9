# Compile settings that every part of gpuc shares.

# Warnings for gpuc's own code.
add_library(gpuc_warnings INTERFACE)
target_compile_options(gpuc_warnings INTERFACE -Wall -Wextra $<$<BOOL:${GPUC_WERROR}>:-Werror>)

# A library or program of the compiler: LLVM's flags and the shared libraries of LLVM and Clang.
add_library(gpuc_llvm INTERFACE)
target_include_directories(gpuc_llvm INTERFACE "${PROJECT_SOURCE_DIR}/include"
                                               "${PROJECT_BINARY_DIR}/include")
target_include_directories(gpuc_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_compile_options(gpuc_llvm INTERFACE -fno-rtti -fno-exceptions)
target_link_libraries(gpuc_llvm INTERFACE LLVM gpuc_warnings)

function(gpuc_add_library name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PUBLIC gpuc_llvm)
endfunction()
