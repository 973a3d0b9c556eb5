// A kernel written for NSIMD: how many steps each number needs to reach 1. It runs unchanged on NSIMD's
// targets.

// clang-format off
spmd_dev_func(k_int collatz_step, k_int x)
    k_if ((x & 1) == 0)
        k_set(x, x / 2);
    k_else
        k_set(x, 3 * x + 1);
    k_endif
    return x;
spmd_dev_func_end

spmd_kernel_1d(collatz, int *steps, int *numbers)
    k_int x, count(0);
    k_set(x, k_load(numbers));
    k_while (x != 1)
        k_set(x, spmd_call_dev_func(collatz_step, x));
        k_set(count, count + 1);
    k_endwhile
    k_store(steps, count);
spmd_kernel_end
    // clang-format on
