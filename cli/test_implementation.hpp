#pragma once

#include <string>
#include <vector>

#include "cli/conformance_report.hpp"
#include "cli/options.hpp"
#include "differential/foreign/implementation.hpp"

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

/// Runs the programs of the files that have `.expect` lines on an implementation by others, and compares each
/// result with musimd's.
ConformanceReport test_implementation(const std::vector<std::string>& files, const Selection& selection,
                                      const differential::ImplementationSetting& setting);

}  // namespace musimd::cli
