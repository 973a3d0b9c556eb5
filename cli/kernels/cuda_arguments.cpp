#include "cli/kernels/cuda_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "host/pattern.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::cli {
namespace {

using dsl::cuda::DeviceVariable;
using dsl::cuda::KernelFunction;
using dsl::openmp::Parameter;
using kernels::openmp::CallArguments;
using kernels::openmp::GivenArguments;

constexpr std::size_t kLongestForm = 300;  // a list of numbers may be longer
constexpr std::string_view kForms =
    "LENGTH, zeros:LENGTH, iota:LENGTH, random:LENGTH, random:LO..HI:LENGTH, numbers as in 1,2,3, or "
    "FILE.npy";

[[noreturn]] void refuse(std::string_view command, const std::vector<std::string>& errors) {
    std::string text;
    for (const std::string& error : errors) text += fmt::format("musimd {}: error: {}\n", command, error);
    throw InputError(text);
}

const DeviceVariable* device_variable(const KernelFunction& kernel, const Parameter& parameter) {
    for (const DeviceVariable& variable : kernel.variables) {
        if (&kernel.code.parameters[variable.parameter] == &parameter) return &variable;
    }
    return nullptr;
}

/// random:LENGTH and the like in the machine's words, which have the number of elements in brackets.
std::string in_brackets(const std::string& text) {
    static const host::Pattern kFilled("(zeros|iota):(\\d+)");
    static const host::Pattern kRandom("random(?::(\\d+))?");
    static const host::Pattern kRange("random:([^:]+?)\\.\\.([^:]+?)(?::(\\d+))?");
    if (text.size() > kLongestForm) return text;
    if (const auto found = kFilled.match(text))
        return fmt::format("{}[{}]", found->group(1), found->group(2));
    if (const auto found = kRandom.match(text)) return found->group(1);
    const auto found = kRange.match(text);
    if (!found) return text;
    const std::string length = found->has(3) ? fmt::format("[{}]", found->group(3)) : "";
    return fmt::format("between:{}:{}{}", found->group(1), found->group(2), length);
}

/// One number alone would be a number of elements.
std::string single_element(const std::string& number) {
    const bool is_length = number.find_first_not_of("0123456789") == std::string::npos;
    return is_length ? fmt::format("between:{0}:{0}:0[1]", number) : number;
}

/// A text of a pointer; empty: what is usual.
std::string text_of(const KernelFunction& kernel, const Parameter& parameter, const std::string& text) {
    if (!parameter.buffer) return text;
    const DeviceVariable* const variable = device_variable(kernel, parameter);
    if (variable == nullptr) return in_brackets(text);
    // A variable has as many elements as the text of the program says.
    const std::size_t elements = variable->initial.size();
    const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    if (elements == 1 && is_number) return single_element(text);
    std::string filled = in_brackets(text);
    if (text == "random") return std::to_string(elements);
    static const host::Pattern kCountless("(zeros|iota|random|between)(:[^\\[]*)?");
    const bool is_countless = filled.size() <= kLongestForm && kCountless.matches(filled);
    return is_countless ? fmt::format("{}[{}]", filled, elements) : filled;
}

std::string expected(const Parameter& parameter) {
    if (parameter.buffer) return std::string(kForms);
    if (parameter.boolean) return "0 or 1";
    if (is_float(parameter.type)) return "a number as in 1.5";
    const int width = width_of(parameter.type);
    const Integer most = (Integer{1} << (is_signed_integer(parameter.type) ? width - 1 : width)) - 1;
    const Integer least = is_signed_integer(parameter.type) ? -most - 1 : Integer{0};
    return fmt::format("an integer from {} to {}", static_cast<std::int64_t>(least),
                       static_cast<std::uint64_t>(most));
}

std::vector<std::string_view> names_of(const KernelFunction& kernel) {
    std::vector<std::string_view> names;
    for (const Parameter& parameter : kernel.code.parameters) names.push_back(parameter.name);
    return names;
}

std::string unknown_name(const KernelFunction& kernel, const std::string& name) {
    const std::vector<std::string_view> names = names_of(kernel);
    if (names.empty()) return fmt::format("--arg {}: {} has no parameters", shown(name), kernel.code.name);
    return fmt::format("--arg {}: {} has no parameter of this name; it has {}{}", shown(name),
                       kernel.code.name, fmt::join(names, ", "), did_you_mean(name, names));
}

}  // namespace

GivenArguments cuda_arguments(const Options& options, const KernelFunction& kernel) {
    GivenArguments given;
    std::set<std::string> seen;
    std::vector<std::string> errors;
    for (const std::string& argument : options.texts("arg")) {
        const std::size_t at = argument.find('=');
        const std::string name = argument.substr(0, at);
        const auto parameter = std::ranges::find(kernel.code.parameters, name, &Parameter::name);
        if (at == std::string::npos) {
            errors.push_back(fmt::format("--arg {}: expected NAME=VALUE", shown(argument)));
        } else if (parameter == kernel.code.parameters.end()) {
            errors.push_back(unknown_name(kernel, name));
        } else if (parameter->buffer && argument.substr(at + 1) == "0" &&
                   device_variable(kernel, *parameter) == nullptr) {
            errors.push_back(
                fmt::format("--arg {0}=0 gives {0} no elements; one element that is 0 is {0}=zeros:1, none "
                            "is {0}=zeros:0",
                            name));
        } else if (!seen.insert(name).second) {
            errors.push_back(fmt::format("--arg {}: it is given twice", name));
        } else if (std::string text = text_of(kernel, *parameter, argument.substr(at + 1)); !text.empty()) {
            given.emplace(name, std::move(text));
        } else if (!parameter->buffer || at + 1 == argument.size()) {
            errors.push_back(
                fmt::format("--arg {}: it has no value; expected {}", name, expected(*parameter)));
        }
    }
    if (!errors.empty()) refuse(options.command(), errors);
    return given;
}

void add_device_variables(const KernelFunction& kernel, GivenArguments& given) {
    for (const DeviceVariable& variable : kernel.variables) {
        const Parameter& parameter = kernel.code.parameters[variable.parameter];
        const auto is_zero = [](std::uint64_t pattern) { return pattern == 0; };
        std::vector<std::string> texts;
        for (const std::uint64_t pattern : variable.initial)
            texts.push_back(kernels::value_text(pattern, parameter.type));
        std::string text = std::ranges::all_of(variable.initial, is_zero)
                               ? fmt::format("zeros[{}]", texts.size())
                               : fmt::format("{}", fmt::join(texts, ","));
        given.emplace(parameter.name, texts.size() == 1 ? single_element(text) : std::move(text));
    }
}

CallArguments read_cuda_arguments(const KernelFunction& kernel, const std::vector<std::string>& texts,
                                  std::string_view command) {
    CallArguments arguments;
    arguments.buffers.resize(kernel.code.buffers.size());
    std::vector<std::string> errors;
    for (std::size_t p = 0; p < texts.size(); ++p) {
        const Parameter& parameter = kernel.code.parameters[p];
        auto patterns = kernels::openmp::read_argument(parameter, texts[p], p * 0x9E3779B97F4A7C15);
        arguments.numbers.push_back(patterns && !parameter.buffer ? patterns->front() : 0);
        if (!patterns) {
            errors.push_back(fmt::format("--arg {}: {}; expected {}", parameter.name, patterns.error(),
                                         expected(parameter)));
            continue;
        }
        const DeviceVariable* const variable = device_variable(kernel, parameter);
        if (variable != nullptr && patterns->size() != variable->initial.size())
            errors.push_back(fmt::format("--arg {}: it has {} elements; {} are given", parameter.name,
                                         variable->initial.size(), patterns->size()));
        if (parameter.buffer) arguments.buffers[*parameter.buffer] = *std::move(patterns);
    }
    if (!errors.empty()) refuse(command, errors);
    return arguments;
}

}  // namespace musimd::cli
