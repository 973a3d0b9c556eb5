#pragma once

#include <cstdint>

#include "dsl/spmd/element.hpp"

// NSIMD's SPMD DSL on the machine: with `#include <musimd/spmd.hpp>` before a kernel's file, or in it instead
// of NSIMD's header, launching a kernel runs it on the machine, on the caller's buffers. See docs/spmd.md.

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
