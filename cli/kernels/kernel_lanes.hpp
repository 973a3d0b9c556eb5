#pragma once

#include "cli/kernels/source_lines.hpp"
#include "cli/programs/lanes.hpp"

namespace musimd::cli {

using views::places_in;
/// The user's lines of a kernel.
views::LanesView::PlaceOf places_in(const SourceLines& lines);

/// Shows a run of a kernel on standard output, by the user's lines.
class LanesOfKernel final : public views::LanesView {
  public:
    LanesOfKernel(const Options& options, const SourceLines& lines);
};

}  // namespace musimd::cli
