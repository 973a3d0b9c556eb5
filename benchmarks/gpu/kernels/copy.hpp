#pragma once

#include "benchmarks/gpu/kernels/hardware.hpp"

// Copies in a divergent kernel (docs/reports/everywhere-on-gpu.md): some of the 32 threads of a warp have a
// record of n words to copy.

namespace musimd::benchmarks {

/// Consecutive warps. Each has 32 words that say which threads have a record to copy, the word n, 31 unused
/// words, 32 records of n words, and memory for their copies: Σ of the programs in ../programs.
struct CopyJob {
    std::int32_t* words = nullptr;
    std::int64_t length = 0;  ///< n
    unsigned warps = 0;
    unsigned active = 0;  ///< threads of each warp that have a record to copy
};

inline constexpr std::int64_t kHeader = 64;
inline constexpr std::int64_t kRecords = 32;

MUSIMD_ANYWHERE inline std::int64_t words_of_warp(std::int64_t length) {
    return kHeader + 2 * kRecords * length;
}

/// Whether a thread has a record to copy: `active` of each warp's threads, different ones in each.
MUSIMD_ANYWHERE inline bool has_record(const CopyJob& job, std::int64_t warp, std::int64_t thread) {
    const std::uint64_t turn = (static_cast<std::uint64_t>(warp) * 2654435761U) >> 7;
    return (static_cast<std::uint64_t>(thread) * 13 + turn) % kRecords < job.active;
}

/// The value of word i of a warp before the copies.
MUSIMD_ANYWHERE inline std::int32_t word_before(const CopyJob& job, std::int64_t warp, std::int64_t i) {
    if (i < kRecords) return has_record(job, warp, i) ? 1 : 0;
    if (i == kRecords) return static_cast<std::int32_t>(job.length);
    if (i < kHeader) return 0;
    if (i >= kHeader + kRecords * job.length) return -1;
    return static_cast<std::int32_t>((warp * 1000003 + i * 7 + 1) & 0x7FFFFFFF);
}

/// And after them: the reference.
MUSIMD_ANYWHERE inline std::int32_t word_after(const CopyJob& job, std::int64_t warp, std::int64_t i) {
    const std::int64_t copies = kHeader + kRecords * job.length;
    const bool copied = i >= copies && has_record(job, warp, (i - copies) / job.length);
    return word_before(job, warp, copied ? i - kRecords * job.length : i);
}

/// (c) Each thread copies its own record with a plain loop.
MUSIMD_KERNEL(copy_by_thread) {
    const CopyJob job = *static_cast<const CopyJob*>(argument);
    std::int32_t* const mine = job.words + warp * words_of_warp(job.length);
    const unsigned t = hardware::lane();
    if (mine[t] == 0) return;
    const std::int32_t* __restrict__ from = mine + kHeader + t * job.length;
    std::int32_t* __restrict__ to = mine + kHeader + (kRecords + t) * job.length;
    for (std::int64_t i = 0; i < job.length; ++i) to[i] = from[i];
}

/// (d) `everywhere`, hand-written: the whole warp, including inactive threads, copies the record of one
/// thread after the other.
MUSIMD_KERNEL(copy_everywhere) {
    const CopyJob job = *static_cast<const CopyJob*>(argument);
    std::int32_t* const mine = job.words + warp * words_of_warp(job.length);
    const unsigned t = hardware::lane();
    const std::int64_t my_record = kHeader + t * job.length;
    for (std::uint32_t todo = hardware::ballot(mine[t] != 0); todo != 0; todo &= todo - 1) {
        const std::int64_t record = hardware::shuffle(my_record, first_of(todo));
        const std::int32_t* __restrict__ from = mine + record;
        std::int32_t* __restrict__ to = mine + record + kRecords * job.length;
        for (std::int64_t i = t; i < job.length; i += hardware::kLanes) to[i] = from[i];
    }
}

/// The same with eight words per thread in flight at once.
MUSIMD_KERNEL(copy_everywhere_8) {
    constexpr int kAtOnce = 8;
    const CopyJob job = *static_cast<const CopyJob*>(argument);
    std::int32_t* const mine = job.words + warp * words_of_warp(job.length);
    const unsigned t = hardware::lane();
    const std::int64_t my_record = kHeader + t * job.length;
    for (std::uint32_t todo = hardware::ballot(mine[t] != 0); todo != 0; todo &= todo - 1) {
        const std::int64_t record = hardware::shuffle(my_record, first_of(todo));
        const std::int32_t* __restrict__ from = mine + record;
        std::int32_t* __restrict__ to = mine + record + kRecords * job.length;
        std::int64_t i = t;
        for (; i + (kAtOnce - 1) * hardware::kLanes < job.length; i += kAtOnce * hardware::kLanes) {
            std::int32_t word[kAtOnce];
            for (int k = 0; k < kAtOnce; ++k) word[k] = from[i + k * hardware::kLanes];
            for (int k = 0; k < kAtOnce; ++k) to[i + k * hardware::kLanes] = word[k];
        }
        for (; i < job.length; i += hardware::kLanes) to[i] = from[i];
    }
}

}  // namespace musimd::benchmarks
