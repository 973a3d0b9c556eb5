#pragma once

#include <pmacc/types.hpp>

namespace pmacc::mappings::threads {

/// A constant index domain, and who works on it.
///
/// @tparam T_domainSize number of indices in the domain
/// @tparam T_workerSize number of workers (physical threads) that share the domain
/// @tparam T_simdSize number of neighbouring indices that a worker processes at a time
template <uint32_t T_domainSize, uint32_t T_workerSize, uint32_t T_simdSize = 1u>
struct IdxConfig {
    static_assert(T_domainSize > 0u, "IdxConfig: T_domainSize is 0; a domain needs at least one index");
    static_assert(T_workerSize > 0u, "IdxConfig: T_workerSize is 0; a domain needs at least one worker");
    static_assert(T_workerSize <= 1024u,
                  "IdxConfig: T_workerSize is more than 1,024; a block has at most 1,024 threads");
    static_assert(T_simdSize > 0u, "IdxConfig: T_simdSize is 0; without SIMD it is 1");
    static_assert((uint64_t{T_domainSize} + uint64_t{T_workerSize} * T_simdSize) >> 32u == 0u,
                  "IdxConfig: the indices of the last collective iteration do not fit in 32 bits");

    static constexpr uint32_t domainSize = T_domainSize;
    static constexpr uint32_t workerSize = T_workerSize;
    static constexpr uint32_t simdSize = T_simdSize;

    /// How many times the workers together must pass the functor to reach every index.
    static constexpr uint32_t numCollIter = (domainSize + simdSize * workerSize - 1u) /
                                            (simdSize * workerSize != 0u ? simdSize * workerSize : 1u);
};

}  // namespace pmacc::mappings::threads
