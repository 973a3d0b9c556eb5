#pragma once

#include <span>

#include "differential/harness/search.hpp"
#include "differential/openmp/nest_case.hpp"

namespace musimd::differential::openmp {

using NestSearch = harness::Search<NestCase>;

/// The ways in which a nest can become simpler.
std::span<const harness::Edit<NestSearch>> nest_edits();

}  // namespace musimd::differential::openmp
