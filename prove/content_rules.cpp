#include "prove/content_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "prove/tree_facts.hpp"

namespace musimd::prove {
namespace {

constexpr std::string_view kElements = "[*]";

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// `distinct(a)`: `a`; nothing if it is not this function.
std::optional<std::string> argument_of(std::string_view function, std::string_view text) {
    text = trimmed(text);
    if (!text.starts_with(function)) return std::nullopt;
    text = trimmed(text.substr(function.size()));
    if (!text.starts_with('(')) return std::nullopt;
    if (!text.ends_with(')')) return "";
    return std::string(trimmed(text.substr(1, text.size() - 2)));
}

/// `a[*]`: `a`.
std::optional<std::string> array_of(std::string_view text) {
    text = trimmed(text);
    if (!text.ends_with(kElements)) return std::nullopt;
    const std::string name(trimmed(text.substr(0, text.size() - kElements.size())));
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    return std::ranges::all_of(name, is_part) ? std::optional(name) : std::nullopt;
}

/// A parameter, or a variable of the device, of integers, that the kernel does not write.
dsl::BufferId readable(const dsl::cuda::KernelFunction& kernel, const std::string& part,
                       const std::string& name) {
    std::string known;
    for (const dsl::openmp::Parameter& parameter : kernel.code.parameters) {
        if (!parameter.buffer) continue;
        known += (known.empty() ? "" : ", ") + parameter.name;
        if (parameter.name != name) continue;
        if (parameter.of_structure)
            throw std::invalid_argument(fmt::format("'{}': {} is an array of structures", part, name));
        if (is_float(parameter.type))
            throw std::invalid_argument(fmt::format("'{}': the elements of {} are no integers", part, name));
        if (buffers_written(kernel.code.body).contains(*parameter.buffer))
            throw std::invalid_argument(fmt::format(
                "'{}': the kernel writes {}; contents are assumed of arrays that it only reads", part, name));
        return *parameter.buffer;
    }
    throw std::invalid_argument(fmt::format("'{}': the kernel has no array '{}' in global memory{}{}", part,
                                            name, known.empty() ? "" : "; it has ", known));
}

[[noreturn]] void refuse_form(const std::string& part) {
    throw std::invalid_argument(
        fmt::format("'{}': about contents, expected distinct(ARRAY), sorted(ARRAY), LOW <= ARRAY[*] or "
                    "ARRAY[*] < HIGH, also joined by &&",
                    part));
}

/// element OPERATOR bound.
void add_bound(Terms& terms, ContentRules& rules, std::string_view comparison, Term bound) {
    Term one = terms.number(1);
    if (comparison == "<") rules.most.push_back(terms.difference(bound, one));
    if (comparison == "<=" || comparison == "==") rules.most.push_back(bound);
    if (comparison == ">") rules.least.push_back(terms.sum(bound, one));
    if (comparison == ">=" || comparison == "==") rules.least.push_back(bound);
}

std::string_view mirrored(std::string_view comparison) {
    if (comparison == "<") return ">";
    if (comparison == "<=") return ">=";
    if (comparison == ">") return "<";
    return comparison == ">=" ? "<=" : "==";
}

void add_comparison(Terms& terms, const dsl::cuda::KernelFunction& kernel, const std::string& part,
                    LaunchTerms& launch) {
    for (const std::string_view comparison : {"<=", ">=", "==", "<", ">"}) {
        const std::size_t at = part.find(comparison);
        if (at == std::string::npos) continue;
        const std::string left = part.substr(0, at), right = part.substr(at + comparison.size());
        const auto of_left = array_of(left), of_right = array_of(right);
        if (of_left.has_value() == of_right.has_value()) refuse_form(part);
        const std::string& bound = of_left ? right : left;
        if (bound.find(kElements) != std::string::npos) refuse_form(part);
        ContentRules& rules = launch.contents[readable(kernel, part, of_left ? *of_left : *of_right)];
        add_bound(terms, rules, of_left ? comparison : mirrored(comparison),
                  read_number(terms, bound, launch.names));
        return;
    }
    refuse_form(part);
}

}  // namespace

bool is_about_contents(const std::string& part) {
    return part.find(kElements) != std::string::npos || argument_of("distinct", part) ||
           argument_of("sorted", part);
}

std::vector<std::string> parts_of_assumption(const std::string& text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')') --depth;
        const bool is_end = depth == 0 && text.compare(i, 2, "&&") == 0;
        if (is_end)
            parts.emplace_back();
        else
            parts.back() += text[i];
        if (is_end) ++i;
    }
    if (std::ranges::none_of(parts, is_about_contents)) return {text};
    for (std::string& part : parts) part = trimmed(part);
    return parts;
}

void add_content_rule(Terms& terms, const dsl::cuda::KernelFunction& kernel, const std::string& part,
                      LaunchTerms& launch) {
    if (const auto array = argument_of("distinct", part))
        launch.contents[readable(kernel, part, *array)].is_distinct = true;
    else if (const auto ascending = argument_of("sorted", part))
        launch.contents[readable(kernel, part, *ascending)].is_sorted = true;
    else
        add_comparison(terms, kernel, part, launch);
}

std::vector<Term> contents_are_possible(Terms& terms, const LaunchTerms& launch) {
    std::vector<Term> result;
    for (const auto& [buffer, rules] : launch.contents) {
        for (Term least : rules.least) {
            for (Term most : rules.most) result.push_back(terms.at_most(least, most));
        }
    }
    return result;
}

}  // namespace musimd::prove
