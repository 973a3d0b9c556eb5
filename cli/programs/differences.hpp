#pragma once

#include <string>
#include <string_view>

#include "semantics/result.hpp"

namespace musimd::cli {

/// How a run ended: `stop`, `limit`, or `trap race`.
std::string ending_of(const Result& result);

/// A result under a model.
struct UnderModel {
    const Result& result;
    std::string_view model;
};

/// The first part in which two results differ: `x[3] of warp 0 is 1 under lockstep, 5 under volta`, or how
/// they end.
std::string difference_of(const UnderModel& a, const UnderModel& b, const Program& program);

}  // namespace musimd::cli
