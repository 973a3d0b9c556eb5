#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

// The numbers of the trace format: docs/trace-format.md.

namespace musimd::views::trace {

/// A trace begins with a line of this text and its version.
inline constexpr std::string_view kMagic = "musimd trace ";
inline constexpr unsigned kVersion = 1;

/// Each block is a letter, its length, its contents and a checksum of them.
enum class Block : char {
    header = 'H',  ///< JSON
    steps = 'S',
    trap = 'T',  ///< JSON
    end = 'E',   ///< JSON
};

/// Limits of a block of steps: the writer begins another one there.
inline constexpr std::size_t kBlockBytes = std::size_t{1} << 16;
inline constexpr std::uint64_t kBlockSteps = std::uint64_t{1} << 20;

/// Codes of a block of steps. 0 begins one of the items below; 2n stands for n steps as predicted; 2d + 1 is
/// a step with description number d.
enum class Item : std::uint8_t {
    description = 1,  ///< the next description
    machine = 2,      ///< which machine steps, if it is not as predicted
    state = 3,        ///< Θ, Π and Λ of that machine, if they are not as predicted
    number = 4,       ///< the number of the next step, if it does not follow that of the last one
};

/// The description of a machine that has not stepped yet, and that of a turn at which one waits.
inline constexpr std::uint32_t kNoStep = 0;
inline constexpr std::uint32_t kWait = 1;

/// How many threads a step wakes (StepEvent::woken).
enum class Woken : std::uint8_t {
    none = 0,
    all_idle = 1,  ///< |Θ_all| − |Θ|
    given = 2,
};

/// Bits of a description.
inline constexpr unsigned kOpens = 1;
inline constexpr unsigned kHasAccesses = 2;
inline constexpr unsigned kGivesDepths = 4;  ///< the stack depths after the step are not as predicted
inline constexpr unsigned kWokenShift = 3;   ///< two bits: Woken
inline constexpr unsigned kFlagBits = 5;

/// Bits that begin the accesses of a step.
inline constexpr unsigned kOfOtherThreads = 1;    ///< than those of Θ
inline constexpr unsigned kAddressesInSteps = 2;  ///< a0 + k (t − t0)
inline constexpr unsigned kHasValues = 4;
inline constexpr unsigned kValuesInSteps = 8;
inline constexpr unsigned kSomeOnlyRead = 16;
inline constexpr unsigned kAccessBits = 5;

}  // namespace musimd::views::trace
