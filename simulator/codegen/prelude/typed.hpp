#pragma once

#include "simulator/codegen/prelude/interface.hpp"

// Operations on typed words, for programs that use any. This file is put in front of the prelude's Target, as
// text, after the enumeration TypedOperation, which is generated from isa/typed_operations.def. The
// arithmetic of a lane is that of the fast engine.

namespace musimd::native {

#include "simulator/codegen/prelude/types.inc"

using Word64 = std::int64_t;
using Bits64 = std::uint64_t;

#include "simulator/fast/typed_lanes.inc"

template <TypedOperation kOp, Type kType>
MUSIMD_DEVICE inline Word64 typed_lane(Word64 a, Word64 b, Word64 c) {
    if constexpr (kOp == TypedOperation::select) {
        return pattern_word<kType>(static_cast<Bits64>(a != 0 ? b : c));
    } else if constexpr (is_comparison(kOp)) {
        return comparison_lane<kOp, kType>(a, b);
    } else if constexpr (is_float(kType)) {
        return float_lane<kOp, kType>(a, b, c);
    } else {
        return integer_lane<kOp, kType>(a, b);
    }
}

template <TypedOperation kOp, Type kType>
MUSIMD_DEVICE inline bool typed_lane_fails(Word64 a, Word64 b) {
    if constexpr (!is_float(kType) && can_fail_on_integers(kOp)) return integer_lane_fails<kOp, kType>(a, b);
    return false;
}

}  // namespace musimd::native

#define MUSIMD_TYPED 1
