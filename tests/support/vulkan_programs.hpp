#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Random structured programs with ballots. The kinds of statements are those of Vulkan's conformance tests,
// written anew: external/vulkancts/modules/vulkan/reconvergence/vktReconvergenceTests.cpp of
// KhronosGroup/VK-GL-CTS.

namespace musimd::tests::vulkan {

inline constexpr std::uint32_t kLanes = 5;
inline constexpr std::uint32_t kAll = (1U << kLanes) - 1;
inline constexpr std::size_t kMostBallots = 4'000;  // of a lane

struct Statement {
    enum class Kind : std::uint8_t {
        ballot,
        if_mask,   // if ((1 << lane) & number), and else
        if_count,  // if (lane == the innermost loop's counter), and else
        elect,     // if the lane is the lowest that takes part
        loop,      // `number` rounds
        loop_var,  // lane + 1 rounds
        loop_all,  // for (;;), in which an elected lane leaves in each round
        select,    // switch (lane & 3), whose case k is body k
        call,      // a function's body
        break_,
        continue_,
        return_,
    };
    Kind kind = Kind::ballot;
    std::uint32_t number = 0;  // of ifs the mask, of ballots their place
    std::vector<std::vector<Statement>> bodies = {};
};
using Kind = Statement::Kind;
using Body = std::vector<Statement>;

/// The body of `main`.
Body random_body(std::uint64_t seed);

/// The program in assembly. Lane t stores its n-th ballot at t · kMostBallots + n: the place, and who takes
/// part as the low kLanes bits.
std::string assembly_of(const Body& body);

}  // namespace musimd::tests::vulkan
