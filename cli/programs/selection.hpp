#pragma once

#include <vector>

#include "checking/conformance_level.hpp"
#include "cli/command/options.hpp"

namespace musimd::cli {

/// The programs that an implementation is asked: those that need no more than these levels, up to a tier.
struct Selection {
    std::vector<ConformanceLevel> levels;
    SizeTier tier = SizeTier::large;
};

/// Declare and read the options --levels and --tier; without them, all programs are selected.
void declare_selection_options(Options& options);
Selection read_selection_options(const Options& options);
bool is_selected(const Selection& selection, const std::vector<ConformanceLevel>& levels, SizeTier tier);

}  // namespace musimd::cli
