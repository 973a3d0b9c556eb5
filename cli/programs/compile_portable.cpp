// musimd compile FILE --to opencl|glsl|spirv|hlsl|ispc

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/programs/compile.hpp"
#include "gpu_backend/languages/comparable.hpp"
#include "gpu_backend/languages/test_source.hpp"
#include "gpu_backend/portable/glsl.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::cli {
namespace {

/// Of a shader, a device whose sub-groups are as wide as the warps, if that can be.
languages::Target target_of(const std::string& language, std::uint32_t lanes) {
    constexpr std::uint32_t kWidestSubgroup = 128;  // the most that Vulkan and Direct3D allow
    if (language == "opencl")
        return {.language = languages::Language::opencl, .subgroup = 0, .max_threads = 4096};
    if (language == "ispc") return {.language = languages::Language::ispc, .subgroup = 64, .max_threads = 64};
    // Waves of Direct3D have at least four lanes.
    if (language == "hlsl")
        return {.language = languages::Language::hlsl,
                .subgroup = std::clamp(std::bit_ceil(lanes), 4U, kWidestSubgroup),
                .max_threads = 1024};
    return {.language = languages::Language::glsl,
            .subgroup = std::has_single_bit(lanes) ? std::min(lanes, kWidestSubgroup) : kWidestSubgroup,
            .max_threads = 1024};
}

std::string assembled(const std::string& shader) {
    const auto words = portable::compile_glsl(shader);
    if (!words) throw InputError(fmt::format("musimd compile: error: --to spirv: {}\n", words.error()));
    return {reinterpret_cast<const char*>(words->data()), words->size() * sizeof(std::uint32_t)};
}

std::string with_test(const Program& program, const languages::ProgramSource& source,
                      languages::Language language, languages::Form form, const std::string& file,
                      std::int64_t max_address) {
    MachineOptions machine;
    machine.order = program.order;
    machine.seed = program.seed;
    machine.max_address = max_address;
    const Result expected = fast::run_fast(program, machine, nullptr);
    if (expected.outcome != Outcome::stop)
        throw InputError(file, fmt::format("the run ends with {}, so a test has no expected result",
                                           to_string(expected.outcome)));
    const languages::Comparable comparable =
        languages::what_to_compare(program, source, form, expected, machine);
    if (!comparable.why_not.empty())
        throw InputError(file, fmt::format("a test has no expected result: {}{}", comparable.why_not,
                                           form == languages::Form::natural ? "; try --form explicit" : ""));
    const auto test = languages::test_source(program, source, language, expected, comparable.unordered);
    if (!test) throw InputError(file, test.error());
    return *test;
}

}  // namespace

std::string portable_source(const Options& options, const Program& program, std::int64_t max_address) {
    const std::string& file = options.operands()[0];
    if (options.has("checks")) throw UsageError("'--checks' is for --to c++ and --to cuda");
    if (options.has("main") && options.has("bare")) throw exclusive("main", "bare");
    const std::string to = options.choice("to").value_or("");
    const bool is_binary = to == "spirv";
    if (is_binary && !options.has("output")) throw UsageError("'--to spirv' is binary: name a file with -o");
    if (is_binary && options.has("main")) throw UsageError("'--main' is for the text of --to glsl");
    const languages::Target target = target_of(to, program.threads);
    const languages::Form form = options.choice("form").value_or("natural") == "natural"
                                     ? languages::Form::natural
                                     : languages::Form::explicit_;
    const auto source = languages::program_source(program, target, form, max_address);
    if (!source) throw InputError(file, source.error());
    if (options.has("main")) return with_test(program, *source, target.language, form, file, max_address);
    if (options.has("bare")) return source->text.substr(source->prelude);
    return is_binary ? assembled(source->text) : source->text;
}

}  // namespace musimd::cli
