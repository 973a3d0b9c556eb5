#include "tests/support/c_functions.hpp"

#include <fmt/format.h>

#include "engines/engines.hpp"
#include "kernels/launch/front_end.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::support {
namespace {

using dsl::openmp::LoopFunction;
using kernels::openmp::FunctionRun;
using kernels::openmp::GivenArguments;

std::string element_text(std::uint64_t pattern, Type type) {
    if (type == Type::f64) return fmt::format("{}", std::bit_cast<double>(pattern));
    if (type == Type::f32)
        return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(pattern)));
    return fmt::format("{}", word_of_pattern(pattern, type));
}

std::string result_of(const LoopFunction& function, const GivenArguments& given, dsl::LoopModel model) {
    namespace openmp = kernels::openmp;
    const auto arguments =
        kernels::openmp::read_arguments(function, kernels::openmp::argument_texts(function, given, 0));
    if (!arguments) return arguments.error();
    const FunctionRun run =
        kernels::openmp::run_function(function, *arguments, {.model = model}, *find_engine("fast"));
    if (run.end != FunctionRun::End::stop) return fmt::format("trap {} on line {}", run.trap, run.line);
    std::string text;
    std::size_t last = 0;
    for (const auto& parameter : function.parameters) {
        if (parameter.buffer) last = *parameter.buffer;
    }
    for (const std::uint64_t pattern : run.buffers[last])
        text += (text.empty() ? "" : " ") + element_text(pattern, function.buffers[last].element);
    return text;
}

std::string output_under(const LoopFunction& program, dsl::LoopModel model) {
    const FunctionRun run =
        kernels::openmp::run_function(program, {}, {.model = model}, *find_engine("fast"));
    return run.end == FunctionRun::End::stop ? run.output : fmt::format("line {}: {}", run.line, run.message);
}

std::string both(const std::string& simd, const std::string& spmd) {
    return simd == spmd ? simd : "simd " + simd + ", spmd " + spmd;
}

}  // namespace

std::string results_of(const std::string& text, const GivenArguments& given) {
    const auto reading =
        kernels::read_function({.file = "x.c", .text = text, .function = "f", .options = {}});
    if (!reading) return reading.error();
    if (!reading->function) return reading->messages;
    const std::string simd = result_of(*reading->function, given, dsl::LoopModel::simd);
    const std::string spmd = result_of(*reading->function, given, dsl::LoopModel::spmd);
    return both(simd, spmd);
}

std::string output_of(const std::string& text) {
    const auto reading =
        kernels::read_function({.file = "x.c", .text = text, .function = "main", .options = {}});
    if (!reading) return reading.error();
    if (!reading->function) return reading->messages;
    return both(output_under(*reading->function, dsl::LoopModel::simd),
                output_under(*reading->function, dsl::LoopModel::spmd));
}

}  // namespace musimd::support
