#include "kernels/launch/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>

#include "host/pattern.hpp"
#include "kernels/spmd/comparison.hpp"
#include "kernels/spmd/input.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::openmp::LoopFunction;
using dsl::openmp::Parameter;

constexpr std::size_t kLongestForm = 300;  // a list of numbers may be longer
constexpr std::size_t kDigits = 9;         // of a number of elements

// Small numbers, so that sums do not overflow.
std::string random_text(const Parameter& parameter, std::uint64_t seed, const std::string& count) {
    const std::string_view integers = is_signed_integer(parameter.type) ? "-100:100" : "0:100";
    const std::string_view range = parameter.boolean ? "0:1" : is_float(parameter.type) ? "-1:1" : integers;
    return fmt::format("between:{}:{}[{}]", range, seed, count);
}

// COUNT, COUNT:random, COUNT:zeros and COUNT:iota are short for others.
std::string text_of_elements(const std::string& text, const Parameter& parameter, std::uint64_t seed,
                             std::int64_t usual) {
    static const host::Pattern kShort("(\\d+)(?::(random|zeros|iota))?");
    static const host::Pattern kCountless("(zeros|iota|random|between|ascending)(:[^\\[]*)?");
    if (text.size() > kLongestForm) return text;
    if (kCountless.matches(text)) return fmt::format("{}[{}]", text, usual);
    const auto found = kShort.match(text);
    if (!found) return text;
    const std::string count = found->group(1).substr(0, kDigits);  // which are too many elements
    const std::string kind = found->has(2) ? found->group(2) : "random";
    return kind == "random" ? random_text(parameter, seed, count) : fmt::format("{}[{}]", kind, count);
}

std::vector<std::uint64_t> patterns_of(const std::vector<std::byte>& bytes, Type type) {
    std::vector<std::uint64_t> patterns;
    for (const auto& word : words_of_memory(bytes, type)) patterns.push_back(pattern_of_word(*word, type));
    return patterns;
}

// A _Bool that is neither 0 nor 1 has no meaning in C.
bool are_valid(const Parameter& parameter, const std::vector<std::uint64_t>& patterns) {
    return !parameter.boolean || std::ranges::all_of(patterns, [](std::uint64_t p) { return p <= 1; });
}

}  // namespace

std::vector<std::string> argument_texts(const LoopFunction& function, const GivenArguments& given,
                                        std::uint64_t seed, const UsualArguments& usual) {
    std::vector<std::string> texts;
    for (const Parameter& parameter : function.parameters) {
        const auto found = given.find(parameter.name);
        const bool is_given = found != given.end();
        if (parameter.buffer) {
            const std::string text = is_given ? found->second : std::to_string(usual.elements);
            texts.push_back(text_of_elements(text, parameter, seed++, usual.elements));
        } else {
            texts.push_back(is_given ? found->second : std::to_string(parameter.boolean ? 1 : usual.number));
        }
    }
    return texts;
}

tl::expected<std::vector<std::uint64_t>, std::string> read_argument(const Parameter& parameter,
                                                                    const std::string& text,
                                                                    std::uint64_t seed) {
    if (text.starts_with("alias:")) return tl::unexpected<std::string>("arrays may not overlap");
    KernelEntry entry;
    entry.arguments.push_back({parameter.name, parameter.buffer.has_value(), parameter.type});
    const auto launch = make_case(entry, 0, 0, {{parameter.name, text}}, seed);
    if (!launch) {
        const std::string prefix = fmt::format("argument {}: ", parameter.name);
        const bool has_it = launch.error().starts_with(prefix);
        return tl::unexpected(launch.error().substr(has_it ? prefix.size() : 0));
    }
    std::vector<std::uint64_t> patterns;
    if (parameter.buffer) {
        const auto& pointer = std::get<KernelLaunch::Pointer>(launch->arguments.front());
        patterns = patterns_of(launch->memory[pointer.block], parameter.type);
    } else {
        patterns = {std::get<std::uint64_t>(launch->arguments.front())};
    }
    if (!are_valid(parameter, patterns)) return tl::unexpected<std::string>("a _Bool is 0 or 1");
    return patterns;
}

tl::expected<CallArguments, std::string> read_arguments(const LoopFunction& function,
                                                        const std::vector<std::string>& texts) {
    CallArguments arguments;
    arguments.buffers.resize(function.buffers.size());
    std::vector<std::string> errors;
    for (std::size_t p = 0; p < texts.size(); ++p) {
        const Parameter& parameter = function.parameters[p];
        auto patterns = read_argument(parameter, texts[p], p * 0x9E3779B97F4A7C15);
        arguments.numbers.push_back(patterns && !parameter.buffer ? patterns->front() : 0);
        if (!patterns)
            errors.push_back(fmt::format("argument {}: {}", parameter.name, patterns.error()));
        else if (parameter.buffer)
            arguments.buffers[*parameter.buffer] = *std::move(patterns);
    }
    if (!errors.empty()) return tl::unexpected(fmt::format("{}", fmt::join(errors, "\n")));
    return arguments;
}

}  // namespace musimd::kernels::openmp
