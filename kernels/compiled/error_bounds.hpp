#pragma once

#include <optional>
#include <vector>

#include "kernels/compiled/bounded_function.hpp"
#include "kernels/openmp/run.hpp"

// How far the outputs of a call may be from those of another compiler. See docs/openmp.md, "The bound".

namespace musimd::kernels::openmp {

struct ErrorBounds {
    std::vector<std::vector<double>> buffers;  ///< by BufferId, the elements; an empty one: 0
    double returned = 0;
};

/// Runs the function on the machine once more, with its errors. nullopt if that is not known: see
/// with_error_bounds, or if the run does not end in the configuration's steps, of which it takes several
/// times as many.
std::optional<ErrorBounds> error_bounds(const dsl::openmp::LoopFunction& function,
                                        const CallArguments& arguments, const ErrorSources& sources,
                                        const Configuration& configuration, const Engine& engine);

}  // namespace musimd::kernels::openmp
