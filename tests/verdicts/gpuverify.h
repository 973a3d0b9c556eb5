// What the CUDA files of GPUVerify's suite take from its own headers. Annotations of proofs say nothing about one run: they are
// read as true. An assertion is one; an assumption ends the kernels of threads for which it is false.
#pragma once
#include <assert.h>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>

#define __assert(...) assert(__VA_ARGS__)
#define __assume(...) \
    if (!(__VA_ARGS__)) return
#define __requires(...) ((void)0)
#define __ensures(...) ((void)0)
#define __invariant(...) ((void)0)
#define __global_invariant(...) ((void)0)
#define __requires_fresh_array(...) ((void)0)
#define __axiom(...) static_assert(true)

#define __implies(a, b) (!(a) || (b))
#define __enabled() true
#define __no_read(p) true
#define __no_write(p) true
#define __all(x) (x)
// Of another thread, which is any other number.
#define __other_int(x) (~(x))
