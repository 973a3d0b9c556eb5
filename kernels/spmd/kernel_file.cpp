#include "kernels/spmd/kernel_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "host/pattern.hpp"

namespace musimd::kernels {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The end of the comment, string or character that begins at `at`; else `at`.
std::size_t skip_quoted(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    const auto past = [&](std::string_view end, std::size_t from) {
        const std::size_t found = text.find(end, from);
        return found == std::string_view::npos ? text.size() : found + end.size();
    };
    if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
    if (rest.starts_with("/*")) return past("*/", at + 2);
    if (rest[0] != '"' && rest[0] != '\'') return at;
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != rest[0]) end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
}

// The text with its comments and strings replaced by blanks, so that everything else keeps its position.
std::string without_quoted(std::string_view text) {
    std::string code(text);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = skip_quoted(text, at);
        for (std::size_t i = at; i < end; ++i) {
            if (code[i] != '\n') code[i] = ' ';
        }
        at = std::max(end, at + 1);
    }
    return code;
}

// The texts between the commas of the parenthesis that opens at `open`; commas in other brackets are in them.
std::optional<std::vector<std::string>> split_arguments(std::string_view code, std::size_t open) {
    std::vector<std::string> parts;
    int depth = 0;
    std::size_t begin = open + 1;
    for (std::size_t at = open; at < code.size(); ++at) {
        const char c = code[at];
        if (c == '(' || c == '<' || c == '[') ++depth;
        if (c == ')' || c == '>' || c == ']') --depth;
        if ((c == ',' && depth == 1) || depth == 0) {
            parts.emplace_back(trimmed(code.substr(begin, at - begin)));
            begin = at + 1;
        }
        if (depth == 0) return parts;
    }
    return std::nullopt;
}

// `float *dst`
KernelParameter parameter_of(std::string_view declaration) {
    KernelParameter parameter;
    std::string_view rest = trimmed(declaration);
    std::size_t name = rest.size();
    while (name > 0 && is_word(rest[name - 1])) --name;
    parameter.name = rest.substr(name);
    rest = trimmed(rest.substr(0, name));
    parameter.pointer = rest.ends_with('*');
    if (parameter.pointer) rest = trimmed(rest.substr(0, rest.size() - 1));
    static const host::Pattern kDropped("\\bconst\\b|\\bstd::");
    static const host::Pattern kSpace("\\s+");
    const std::string words = kDropped.replace(rest, [](const auto&) { return ""; });
    parameter.type = trimmed(kSpace.replace(words, [](const auto&) { return " "; }));
    return parameter;
}

}  // namespace

std::vector<KernelSignature> find_kernels(std::string_view source) {
    static const host::Pattern kDefinition("\\bspmd_(tmpl_)?kernel_1d\\s*\\(");
    const std::string code = without_quoted(source);
    std::vector<KernelSignature> kernels;
    for (const host::Pattern::Match& found : kDefinition.search_all(code)) {
        const bool templated = found.has(1);
        const auto parts = split_arguments(code, found.end() - 1);
        const std::size_t head = templated ? 2 : 1;
        if (!parts || parts->size() < head) continue;
        KernelSignature kernel;
        kernel.name = parts->front();
        if (templated) kernel.template_parameter = (*parts)[1];
        for (std::size_t i = head; i < parts->size(); ++i)
            kernel.parameters.push_back(parameter_of((*parts)[i]));
        const std::string_view before = std::string_view(code).substr(0, found.begin());
        kernel.line = 1 + static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

std::optional<Type> type_of_spelling(std::string_view spelling) {
    static constexpr std::pair<std::string_view, Type> kSpellings[] = {
        {"float", Type::f32},
        {"double", Type::f64},
        {"signed char", Type::i8},
        {"unsigned char", Type::u8},
        {"char", Type::i8},
        {"short", Type::i16},
        {"unsigned short", Type::u16},
        {"int", Type::i32},
        {"unsigned", Type::u32},
        {"unsigned int", Type::u32},
        {"long", Type::i64},
        {"unsigned long", Type::u64},
        {"long long", Type::i64},
        {"unsigned long long", Type::u64},
        {"int8_t", Type::i8},
        {"uint8_t", Type::u8},
        {"int16_t", Type::i16},
        {"uint16_t", Type::u16},
        {"int32_t", Type::i32},
        {"uint32_t", Type::u32},
        {"int64_t", Type::i64},
        {"uint64_t", Type::u64},
    };
    if (const auto named = type_named(spelling)) return named;
    const auto* const found =
        std::ranges::find(kSpellings, spelling, &std::pair<std::string_view, Type>::first);
    return found == std::end(kSpellings) ? std::nullopt : std::optional(found->second);
}

tl::expected<KernelEntry, std::string> entry_of(const KernelSignature& kernel, int bits,
                                                const std::string& template_argument) {
    const auto fail = [](std::string text) { return tl::unexpected<std::string>(std::move(text)); };
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
        return fail(fmt::format("a launch must have 8, 16, 32 or 64 bits, not {}", bits));
    }
    if (kernel.template_parameter.empty() != template_argument.empty()) {
        return fail(template_argument.empty() ? fmt::format("kernel {} is a template: it needs a type for {}",
                                                            kernel.name, kernel.template_parameter)
                                              : fmt::format("kernel {} is not a template", kernel.name));
    }
    KernelEntry entry{kernel.name, bits, template_argument, {}};
    for (const KernelParameter& parameter : kernel.parameters) {
        const bool is_template = !parameter.type.empty() && parameter.type == kernel.template_parameter;
        const std::string spelling = is_template ? template_argument : parameter.type;
        const auto type = type_of_spelling(spelling);
        if (!type) {
            return fail(fmt::format("parameter {} of kernel {} has type '{}', which is not supported",
                                    parameter.name, kernel.name, spelling));
        }
        if (parameter.pointer && width_of(*type) != bits) {
            return fail(fmt::format("parameter {} of kernel {} points to elements of {} bits, not {}",
                                    parameter.name, kernel.name, width_of(*type), bits));
        }
        entry.arguments.push_back({parameter.name, parameter.pointer, *type, spelling});
    }
    return entry;
}

tl::expected<TestAnnotations, std::string> annotations_of(std::string_view source) {
    static const host::Pattern kLine("// (launch|compare|known nsimd|arg (\\w+)): *(.*\\S) *");
    static const host::Pattern kLaunch("(\\w+)(?:<([^>]+)>)? (\\d+)");
    static const host::Pattern kUlps("(\\d+) ulp");
    static const host::Pattern kNear("near ([0-9.]+)");
    TestAnnotations test;
    std::istringstream lines{std::string(source)};
    for (std::string line; std::getline(lines, line);) {
        const auto found = kLine.match(line);
        if (!found) continue;
        const std::string word = found->group(1);
        const std::string text = found->group(3);
        const auto launch = word == "launch" ? kLaunch.match(text) : std::nullopt;
        const auto ulps = word == "compare" ? kUlps.match(text) : std::nullopt;
        const auto near = word == "compare" ? kNear.match(text) : std::nullopt;
        if (found->has(2)) {
            test.arguments.emplace_back(found->group(2), text);
        } else if (launch) {
            test.launches.push_back({launch->group(1), launch->group(2), std::stoi(launch->group(3))});
        } else if (ulps) {
            test.ulps = std::stoull(ulps->group(1));
        } else if (near) {
            test.near = std::stod(near->group(1));
        } else if (word == "known nsimd") {
            test.known_nsimd = text;
        } else {
            return tl::unexpected<std::string>("not understood: " + line);
        }
    }
    if (test.launches.empty()) return tl::unexpected<std::string>("no line says `// launch: KERNEL BITS`");
    return test;
}

}  // namespace musimd::kernels
