#pragma once

#include <cstdint>

#include "dsl/spmd/element.hpp"

// NSIMD's SPMD DSL on the machine: `#include <musimd/spmd.hpp>` in front of a kernel's file, or in it in
// place of NSIMD's header, and launching a kernel runs it on the machine over the caller's buffers.
// docs/spmd.md tells how.

#ifndef MUSIMD_SPMD_DROP_IN  // there NSIMD has defined them
using i8 = std::int8_t;
using u8 = std::uint8_t;
using i16 = std::int16_t;
using u16 = std::uint16_t;
using i32 = std::int32_t;
using u32 = std::uint32_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;
using f16 = musimd::spmd::Half;
using f32 = float;
using f64 = double;
#endif

#include "dsl/spmd/keywords.hpp"
