#pragma once

#include "cli/programs/lanes.hpp"
#include "kernels/findings/source_lines.hpp"

namespace musimd::cli {

using views::places_in;
/// The user's lines of a kernel.
views::LanesView::PlaceOf places_in(const kernels::SourceLines& lines);

/// Shows a run of a kernel on standard output, by the user's lines.
class LanesOfKernel final : public views::LanesView {
  public:
    LanesOfKernel(const Options& options, const kernels::SourceLines& lines);
};

}  // namespace musimd::cli
