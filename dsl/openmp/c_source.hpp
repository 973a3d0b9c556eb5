#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/lowering/lowering.hpp"
#include "dsl/openmp/loop_function.hpp"

// Functions of parallel loops as C.

namespace musimd::dsl::openmp {

/// The order in which the machine computes: that of C, but reductions have partial values as the lanes do.
struct MachineOrder {
    LoopModel model = LoopModel::spmd;
    std::uint32_t width = 16;  ///< the lanes of a warp under SPMD
};

struct CStyle {
    std::string name = {};  ///< name of the function; empty: its own
    /// Calls are those of functions, where they read nothing but their parameters. Otherwise they are blocks.
    bool functions = false;
    /// If set, loops have no directives.
    std::optional<MachineOrder> order = {};
    /// Directives of the parallel loops, in the order of the text, with clauses that do not change the tree;
    /// `parallel for`, if there are fewer. The printer adds `simd`, `collapse`, `private`, `firstprivate` and
    /// `reduction`, and the same for simd loops in `simd_clauses`.
    std::vector<std::string> directives = {};
    std::vector<std::string> simd_clauses = {};
};

/// Whether it can be printed: it has no structures, no arrays of iterations, no pointers that are addresses,
/// no teams of threads, and no operations on the bits of floating numbers.
bool can_print_c(const LoopFunction& function);

/// The function in C, if that can be printed. Read by the front end, what it has written comes back with
/// other names and lines.
std::string print_c(const LoopFunction& function, const CStyle& style = {});

}  // namespace musimd::dsl::openmp
