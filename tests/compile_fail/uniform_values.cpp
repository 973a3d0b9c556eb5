// Uniform values that C++ computes with in another type than vectors do.

#include "dsl/spmd/spmd.hpp"

spmd_kernel_1d(integers_below_a_fraction, i32 *dst)
  k_if (k_load(dst) < 1.5)  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
    k_store(dst, 1);
  k_endif
spmd_kernel_end

spmd_kernel_1d(integers_below_a_whole_float, i32 *dst)
  k_if (k_load(dst) < 2.0)  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
    k_store(dst, 1);
  k_endif
spmd_kernel_end

spmd_kernel_1d(a_float_above_integers, i32 *dst)
  k_if (2.5f >= k_load(dst))  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
    k_store(dst, 1);
  k_endif
spmd_kernel_end

spmd_kernel_1d(integers_times_a_float, i32 *dst)
  k_store(dst, k_load(dst) * 0.5f);  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
spmd_kernel_end

spmd_kernel_1d(bytes_times_a_float, i8 *dst)
  k_store(dst, 0.5f * k_load(dst));  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
spmd_kernel_end

spmd_kernel_1d(floats_times_a_double, f32 *dst)
  k_store(dst, k_load(dst) * 2.0);  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
spmd_kernel_end

spmd_kernel_1d(integers_below_an_unsigned, i32 *dst)
  k_if (k_load(dst) < 5u)  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
    k_store(dst, 1);
  k_endif
spmd_kernel_end

spmd_kernel_1d(bytes_below_an_unsigned, i8 *dst)
  k_if (k_load(dst) < 5u)  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
    k_store(dst, 1);
  k_endif
spmd_kernel_end

spmd_kernel_1d(integers_and_an_unsigned, i32 *dst)
  k_store(dst, k_load(dst) & 0x80000000);  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
spmd_kernel_end

spmd_kernel_1d(integers_plus_a_long, i32 *dst)
  k_store(dst, k_load(dst) + 5ll);  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
spmd_kernel_end

spmd_kernel_1d(least_of_integers_and_a_float, i32 *dst)
  k_store(dst, k_min(k_load(dst), 1.5f));  // error: the_operands_of_a_function_are_of_one_type_use_k_cvt
spmd_kernel_end

spmd_kernel_1d(integers_k_lt_an_unsigned, i32 *dst)
  k_if (k_lt(k_load(dst), 5u))  // error: the_operands_of_a_function_are_of_one_type_use_k_cvt
    k_store(dst, 1);
  k_endif
spmd_kernel_end

spmd_kernel_1d(shifted_by_a_float, i32 *dst)
  k_store(dst, k_load(dst) << 2.5);  // error: the_count_of_a_shift_is_a_uniform_int
spmd_kernel_end

spmd_kernel_1d(k_shl_by_a_float, i32 *dst)
  k_store(dst, k_shl(k_load(dst), 2.5f));  // error: the_count_of_a_shift_is_a_uniform_int
spmd_kernel_end

spmd_kernel_1d(shifted_by_lanes, i32 *dst)
  k_int x = k_load(dst);
  k_store(dst, x >> x);  // error: the_count_of_a_shift_is_a_uniform_int
spmd_kernel_end

spmd_kernel_1d(a_fraction_as_condition, i32 *dst)
  k_bool c(true);
  k_set(c, 0.5);  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
  k_store(dst, k_to_mask(k_int, c));
spmd_kernel_end

spmd_kernel_1d(a_condition_of_a_fraction, i32 *dst)
  k_bool c(0.5);  // error: the_uniform_value_must_be_converted_to_the_type_of_the_lanes
  k_store(dst, k_to_mask(k_int, c));
spmd_kernel_end

void launch(i8* bytes, i32* ints, f32* floats) {
  spmd_launch_kernel_1d(integers_below_a_fraction, 32, 1, 10, ints);
  spmd_launch_kernel_1d(integers_below_a_whole_float, 32, 1, 10, ints);
  spmd_launch_kernel_1d(a_float_above_integers, 32, 1, 10, ints);
  spmd_launch_kernel_1d(integers_times_a_float, 32, 1, 10, ints);
  spmd_launch_kernel_1d(bytes_times_a_float, 8, 1, 10, bytes);
  spmd_launch_kernel_1d(floats_times_a_double, 32, 1, 10, floats);
  spmd_launch_kernel_1d(integers_below_an_unsigned, 32, 1, 10, ints);
  spmd_launch_kernel_1d(bytes_below_an_unsigned, 8, 1, 10, bytes);
  spmd_launch_kernel_1d(integers_and_an_unsigned, 32, 1, 10, ints);
  spmd_launch_kernel_1d(integers_plus_a_long, 32, 1, 10, ints);
  spmd_launch_kernel_1d(least_of_integers_and_a_float, 32, 1, 10, ints);
  spmd_launch_kernel_1d(integers_k_lt_an_unsigned, 32, 1, 10, ints);
  spmd_launch_kernel_1d(shifted_by_a_float, 32, 1, 10, ints);
  spmd_launch_kernel_1d(k_shl_by_a_float, 32, 1, 10, ints);
  spmd_launch_kernel_1d(shifted_by_lanes, 32, 1, 10, ints);
  spmd_launch_kernel_1d(a_fraction_as_condition, 32, 1, 10, ints);
  spmd_launch_kernel_1d(a_condition_of_a_fraction, 32, 1, 10, ints);
}
