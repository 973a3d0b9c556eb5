#pragma once

#include <functional>
#include <string_view>

#include "cli/programs/fold.hpp"
#include "isa/program.hpp"
#include "semantics/result.hpp"

// The state at the end of a run, as text.

namespace musimd::cli {

using Write = std::function<void(std::string_view)>;

/// Θ and the variables of a warp: below a line that names the threads, a row for each variable and a column
/// for each thread. If that takes more than the layout's `lines`, each variable is folded to one line.
void write_warp(const WarpResult& warp, const Program& program, const Layout& layout, std::size_t lines,
                const Write& write);

/// Σ: lines `A: c c c …`, as --memory reads them. Long regular stretches are folded to one line, and after
/// some lines only the number of remaining words is printed.
void write_memory(const Memory& memory, const Layout& layout, const Write& write);

}  // namespace musimd::cli
