// What keywords and functions do not take: the error is at the line of the kernel, not of the macro.

#include "dsl/spmd/spmd.hpp"

spmd_kernel_1d(other_elements, i8 *dst)
  k_store(dst, k_load(dst));  // error: the_elements_of_the_pointer_have_not_the_width_of_the_launch
spmd_kernel_end

spmd_kernel_1d(float_of_8_bits, i8 *dst)
  k_float x(1.0f);  // error: types_of_a_launch<8>
  k_store(dst, k_load(dst));
spmd_kernel_end

spmd_kernel_1d(root_of_an_integer, i32 *dst)
  k_int x = k_load(dst);
  k_store(dst, k_sqrt(x));  // error: the_function_does_not_take_this_type
spmd_kernel_end

spmd_kernel_1d(mixed_lanes, i32 *dst)
  k_int x = k_load(dst);
  k_store(dst, k_add(x, k_cvt(k_float, x)));  // error: the_operands_of_a_function_are_of_one_type_use_k_cvt
spmd_kernel_end

spmd_kernel_1d(three_summands, i32 *dst)
  k_store(dst, k_add(k_load(dst), 1, 2));  // error: the_function_has_another_number_of_operands
spmd_kernel_end

spmd_kernel_1d(other_width, i32 *dst)
  k_store(dst, k_reinterpret(k_int, 1.5));  // error: k_reinterpret_keeps_the_width
spmd_kernel_end

spmd_kernel_1d(if_of_a_number, i32 *dst)
  k_int x = k_load(dst);
  k_if (x)  // error: k_if and k_while need a condition
    k_store(dst, 1);
  k_endif
spmd_kernel_end

spmd_kernel_1d(while_of_a_number, i32 *dst)
  k_int x = k_load(dst);
  k_while (x)  // error: k_if and k_while need a condition
    k_set(x, k_sub(x, 1));
  k_endwhile
spmd_kernel_end

spmd_kernel_1d(and_of_a_number, i32 *dst)
  k_int x = k_load(dst);
  k_if (x > 0 && x)  // error: the_operands_of_and_and_or_are_conditions
    k_store(dst, 1);
  k_endif
spmd_kernel_end

void launch(i8* bytes, i32* ints, f32* floats) {
  spmd_launch_kernel_1d(other_elements, 32, 1, 10, bytes);
  spmd_launch_kernel_1d(float_of_8_bits, 8, 1, 10, bytes);
  spmd_launch_kernel_1d(root_of_an_integer, 32, 1, 10, ints);
  spmd_launch_kernel_1d(mixed_lanes, 32, 1, 10, ints);
  spmd_launch_kernel_1d(three_summands, 32, 1, 10, ints);
  spmd_launch_kernel_1d(other_width, 32, 1, 10, ints);
  spmd_launch_kernel_1d(if_of_a_number, 32, 1, 10, ints);
  spmd_launch_kernel_1d(while_of_a_number, 32, 1, 10, ints);
  spmd_launch_kernel_1d(and_of_a_number, 32, 1, 10, ints);
}
