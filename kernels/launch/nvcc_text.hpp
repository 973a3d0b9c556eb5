#pragma once

#include <string>

namespace musimd::kernels {

/// Text that nvcc accepts, as Clang accepts it, with all lines and columns as they were: `k << <1, 32 >> >
/// ()`, as editors format launches, becomes `k <<< 1, 32 >>>  ()`; `__shared__ alignas(16)`, which Clang
/// allows only at the beginning of a declaration, gets the macro `alignAs` of our headers; and `__device__
/// __managed__` loses the first word, with which Clang would omit the value of the host's variable.
std::string as_clang_accepts(std::string text);

}  // namespace musimd::kernels
