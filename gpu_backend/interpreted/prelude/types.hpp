#pragma once

#include <cstdint>

// The parts of isa/type.hpp and isa/instruction.hpp that a device needs.

namespace musimd {

#include "simulator/codegen/prelude/types.inc"

struct Operand {
    enum class Kind : std::uint8_t { constant, variable, tid, wid, bid, btid, shared };
};

using Word64 = std::int64_t;
using Bits64 = std::uint64_t;

}  // namespace musimd
