#include "kernels/compiled/error_bounds.hpp"

#include <cmath>

#include "kernels/spmd/comparison.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::openmp::LoopFunction;
using Patterns = std::vector<std::uint64_t>;

constexpr std::uint64_t kMoreSteps = 16;
// The bounds are rounded, too.
constexpr double kRoundedUp = 1 + 0x1p-20;

double number_of(std::uint64_t pattern) {
    return float_value(pattern, Type::f64);
}

// All errors are 0 at first. The arrays of the host code have no elements yet.
CallArguments with_errors(const LoopFunction& function, const BoundedFunction& bounded,
                          const CallArguments& arguments) {
    CallArguments result = arguments;
    result.numbers.resize(bounded.function.parameters.size());
    result.buffers.resize(bounded.function.buffers.size());
    for (const auto& parameter : function.parameters) {
        if (!parameter.buffer || !bounded.buffers[*parameter.buffer]) continue;
        const BufferBounds& bounds = *bounded.buffers[*parameter.buffer];
        const std::size_t elements = arguments.buffers[*parameter.buffer].size();
        for (std::size_t k = 0; k < 3; ++k) result.buffers[bounds.error + k].assign(elements, 0);
    }
    return result;
}

std::vector<double> bounds_of(const BufferBounds& bounds, const Patterns& values, Type type,
                              const std::vector<Patterns>& buffers) {
    std::vector<double> result;
    for (std::size_t i = 0; i < values.size(); ++i) {
        double bound = number_of(buffers[bounds.error][i]);
        if (bounds.terms) {
            const double all =
                std::fabs(float_value(values[i], type)) + 2 * number_of(buffers[*bounds.magnitudes][i]);
            bound += number_of(buffers[*bounds.terms][i]) * epsilon_of(type) * all;
        }
        result.push_back(bound * kRoundedUp);
    }
    return result;
}

}  // namespace

std::optional<ErrorBounds> error_bounds(const LoopFunction& function, const CallArguments& arguments,
                                        const ErrorSources& sources, const Configuration& configuration,
                                        const Engine& engine) {
    const auto bounded = with_error_bounds(function, sources);
    if (!bounded) return std::nullopt;
    Configuration longer = configuration;
    longer.max_steps = configuration.max_steps * kMoreSteps;
    longer.schedules = 1;
    const FunctionRun run =
        run_function(bounded->function, with_errors(function, *bounded, arguments), longer, engine);
    if (run.end != FunctionRun::End::stop) return std::nullopt;
    ErrorBounds result;
    for (std::size_t b = 0; b < function.buffers.size(); ++b) {
        const auto& buffer = bounded->buffers[b];
        result.buffers.push_back(
            buffer ? bounds_of(*buffer, run.buffers[b], function.buffers[b].element, run.buffers)
                   : std::vector<double>());
    }
    if (bounded->result_has_error && run.returned) result.returned = number_of(*run.returned) * kRoundedUp;
    return result;
}

}  // namespace musimd::kernels::openmp
