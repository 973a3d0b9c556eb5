#include "cli/kernels/cuda_prove_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/command/failure.hpp"
#include "cli/kernels/cuda_launch.hpp"

namespace musimd::cli {
namespace {

/// NAME=VALUE.
std::pair<std::string, std::string> halves_of(const std::string& option, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError(fmt::format("'--{} {}': expected NAME=VALUE", option, text));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

prove::Premises premises_of(const Options& options, const dsl::cuda::KernelFunction& kernel) {
    prove::Premises premises;
    premises.assumptions = options.texts("assume");
    for (const std::string& text : options.texts("length"))
        premises.lengths.insert(halves_of("length", text));
    for (const std::string& text : options.texts("arg")) {
        const auto [name, value] = halves_of("arg", text);
        const auto parameter = std::ranges::find(kernel.code.parameters, name, &dsl::openmp::Parameter::name);
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool is_number = error == std::errc() && end == value.data() + value.size();
        const bool is_integer =
            parameter != kernel.code.parameters.end() && parameter->variable && !is_float(parameter->type);
        if (!is_number || !is_integer)
            throw UsageError(fmt::format("'--arg {}': --prove takes values of integer parameters", text));
        premises.arguments[name] = number;
    }
    const kernels::cuda::LaunchConfiguration config = launch_configuration(options);
    premises.warp_threads = config.warp;
    if (options.has("block")) premises.block = config.block;
    if (options.has("grid")) premises.grid = config.grid;
    return premises;
}

std::string solver_of(const Options& options) {
    const auto given = options.choice("solver");
    for (const char* const name : {"z3", "cvc5"}) {
        if ((!given || *given == name) && prove::Solver::is_installed(name)) return name;
    }
    throw InputError(fmt::format("musimd cuda: error: --prove needs {}; Debian has packages of these names\n",
                                 given ? *given : "the solver z3 or cvc5"));
}

}  // namespace musimd::cli
