#include "cli/kernels/cuda_prove_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "cli/command/failure.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_launch.hpp"

namespace musimd::cli {
namespace {

constexpr std::int64_t kLimitOfObligation = 10, kLimitInAll = 60;

/// NAME=VALUE.
std::pair<std::string, std::string> halves_of(const std::string& option, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError(fmt::format("'--{} {}': expected NAME=VALUE", option, text));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

/// One, or two that must agree.
std::vector<std::string> solvers_of(const Options& options) {
    const std::string given = options.choice("solver").value_or("");
    std::vector<std::string> names;
    for (const std::string& name : prove::Solver::installed()) {
        if (given.empty() || given == "both" || given == name) names.push_back(name);
    }
    if (given.empty() && names.size() > 1) names.pop_back();
    const std::string needed = given == "both" ? "the solvers z3 and cvc5"
                               : given.empty() ? "the solver z3 or cvc5"
                                               : given;
    if (names.size() < (given == "both" ? 2U : 1U))
        throw InputError(fmt::format("musimd {}: error: {}needs {}; Debian has packages of these names\n",
                                     options.command(), options.command() == "equivalent" ? "" : "--prove ",
                                     needed));
    return names;
}

}  // namespace

std::map<std::string, std::string> lengths_of(const Options& options) {
    std::map<std::string, std::string> result;
    for (const std::string& text : options.texts("length")) result.insert(halves_of("length", text));
    return result;
}

prove::Premises premises_of(const Options& options, const dsl::cuda::KernelFunction& kernel) {
    prove::Premises premises;
    premises.assumptions = options.texts("assume");
    premises.asks_arithmetic = options.has("arithmetic");
    premises.lengths = lengths_of(options);
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
    return solvers_of(options).front();
}

prove::Solver solver_of(const Options& options, const CudaRequest& request) {
    const std::vector<std::string> names = solvers_of(options);
    const std::string& kernel = request.kernel.code.name;
    prove::Solver::Setting setting;
    setting.limit = std::chrono::seconds(
        static_cast<std::int64_t>(options.integer("limit", 1, 86'400).value_or(kLimitOfObligation)));
    if (names.size() > 1) setting.second = names[1];
    setting.interrupt = &interruption();
    if (!options.has("no-cache")) {
        std::error_code ignored;
        const std::string file = std::filesystem::absolute(request.source.file, ignored).string();
        setting.cache = prove::AnswerCache(host::Cache::of_user(), file + " " + kernel,
                                           fmt::format("{}", fmt::join(names, " ")));
    }
    if (const auto folder = options.text("questions"))
        setting.files = prove::QuestionFiles(*folder, fmt::format("{}: {}", request.source.file, kernel));
    return prove::Solver(names[0], std::move(setting));
}

std::chrono::seconds proof_limit(const Options& options) {
    return std::chrono::seconds(
        static_cast<std::int64_t>(options.integer("prove-limit", 1, 86'400).value_or(kLimitInAll)));
}

std::optional<std::int64_t> attack_count(const Options& options) {
    const auto count = options.integer("attack", 1, 1'000'000);
    return count ? std::optional(static_cast<std::int64_t>(*count)) : std::nullopt;
}

}  // namespace musimd::cli
