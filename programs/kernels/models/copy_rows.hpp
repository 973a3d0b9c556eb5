// The odd ones of some rows are copied. Thread i of the launch accesses element i of each array, and others at uniform
// distances from it: no thread can copy a row of its own. So a thread is a word.
//
// `word` has the number of each element, because the DSL has no name for it.

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(copy_rows, i32 *dest, i32 *src, i32 *word, i32 n)
  k_if (((k_load(word) / n) & 1) == 1)
    k_store(dest, k_load(src));
  k_endif
spmd_kernel_end
