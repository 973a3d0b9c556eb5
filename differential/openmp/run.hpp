#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "differential/openmp/cost.hpp"
#include "dsl/lowering/lowering.hpp"
#include "dsl/openmp/loop_function.hpp"
#include "engines/engines.hpp"

// Runs a C function of parallel loops on the machine. See docs/openmp.md.

namespace musimd::differential::openmp {

/// A model, and its width: the lanes of a warp under SPMD.
struct Configuration {
    dsl::LoopModel model = dsl::LoopModel::spmd;
    std::uint32_t width = 16;              ///< of SPMD; the SIMD model takes that of each loop
    std::uint32_t native_lanes = 8;        ///< h
    std::uint64_t max_steps = 10'000'000;  ///< of a warp in a loop
};

/// The arguments of a call, as patterns of their types.
struct CallArguments {
    std::vector<std::vector<std::uint64_t>> buffers;  ///< the elements, by BufferId
    std::vector<std::uint64_t> numbers;               ///< by parameter; 0 for a pointer
};

/// The program of one loop, in the memory of the call.
struct LoopProgram {
    Program program;
    std::uint32_t outside = 1;                    ///< the lanes of an instruction outside of simd loops
    std::vector<std::uint32_t> simd_widths = {};  ///< of the `everywhere` blocks, in the order of the text
};

/// A run of the function: it ends early at a trap or a limit.
struct FunctionRun {
    enum class End : std::uint8_t { stop, trap, limit, refused };
    End end = End::stop;
    std::string trap;                                 ///< the kind's name
    std::string message;                              ///< of all but stop
    std::uint32_t line = 0;                           ///< of a trap
    std::int64_t iteration = -1;                      ///< of a trap: of the parallel loop, from 0
    std::vector<std::vector<std::uint64_t>> buffers;  ///< after the run, as in CallArguments
    std::uint32_t widest = 0;                         ///< the lanes of a warp, in the widest loop
    Cost cost;
};

/// One iteration of the loop, as a kernel.
dsl::Kernel kernel_of_loop(const dsl::openmp::LoopFunction& function, const dsl::Statement& loop);

/// The number of iterations of the loop, which the machine computes; an error message if it traps, or if the
/// machine has too few warps.
tl::expected<std::int64_t, std::string> count_of(const dsl::openmp::LoopFunction& function,
                                                 const dsl::Statement& loop, const CallArguments& arguments);

/// The program of the loop with so many iterations, at least 1.
LoopProgram program_of(const dsl::openmp::LoopFunction& function, const dsl::Statement& loop,
                       std::int64_t iterations, const CallArguments& arguments,
                       const Configuration& configuration);

FunctionRun run_function(const dsl::openmp::LoopFunction& function, const CallArguments& arguments,
                         const Configuration& configuration, const Engine& engine);

}  // namespace musimd::differential::openmp
