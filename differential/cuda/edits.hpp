#pragma once

#include <span>

#include "differential/cuda/tree.hpp"
#include "differential/harness/search.hpp"

namespace musimd::differential::cuda {

using DrawnSearch = harness::Search<Drawn>;

/// The ways in which a kernel can become simpler. Whether it stays without defects is for the judge to say.
std::span<const harness::Edit<DrawnSearch>> drawn_edits();

}  // namespace musimd::differential::cuda
