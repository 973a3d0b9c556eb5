#pragma once

#include <pmacc/types.hpp>

namespace pmacc::memory::shared {

/// A type by a name of one token, as a declaration needs it: `float[16]` too.
template <typename T_Type>
struct Named {
    using type = T_Type;
};

}  // namespace pmacc::memory::shared

/// Declares a variable that the workers of a block share. It has no value before one of them writes it. Once
/// per name: PMACC_SMEM(name, type), where the type may have commas. Not for a function that is called twice
/// with different meanings: both calls have the same variable.
#ifdef PMACC_ON_HOST
#define PMACC_SMEM(varName, ...) auto& varName = ::pmacc::host::allocateShared<__COUNTER__, __VA_ARGS__>()
#else
#define PMACC_SMEM(varName, ...) __shared__ typename ::pmacc::memory::shared::Named<__VA_ARGS__>::type varName
#endif
