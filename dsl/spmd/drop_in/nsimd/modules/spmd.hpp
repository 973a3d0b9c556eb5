#ifndef NSIMD_MODULES_SPMD_HPP
#define NSIMD_MODULES_SPMD_HPP

// Replaces NSIMD's header of this name if this folder precedes NSIMD's on the include path: kernels run on
// the machine, and everything else is NSIMD's, with its types i8 … f64 and f16. Without NSIMD, only kernels
// are available.

#if __has_include(<nsimd/nsimd-all.hpp>)
#include <nsimd/nsimd-all.hpp>

#include "dsl/spmd/element.hpp"

template <>
inline constexpr bool musimd::spmd::is_half<::f16> = true;

#define MUSIMD_SPMD_DROP_IN
#endif

#include "dsl/spmd/spmd.hpp"

#endif
