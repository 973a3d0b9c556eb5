#include "dsl/kernel_c/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/kernel_c/parser.hpp"
#include "dsl/kernel_c/translator.hpp"

namespace musimd::dsl::kernel_c {
namespace {

/// The kernel of this name; null after an error.
const FunctionDefinition* choose(const Unit& unit, std::string_view name, std::vector<std::string>& kernels,
                                 Diagnostics& errors) {
    const FunctionDefinition* found = nullptr;
    for (const FunctionDefinition& f : unit.functions) {
        if (!f.is_kernel) continue;
        kernels.push_back(f.name);
        if (found == nullptr && (name.empty() || f.name == name)) found = &f;
    }
    if (found == nullptr && kernels.empty())
        errors.error(0, 0, "the file has no kernel; write one: __global__ void k(int *a) { … }");
    else if (found == nullptr)
        errors.error(0, 0,
                     fmt::format("the file has no kernel '{}'; it has {}", name, fmt::join(kernels, ", ")));
    return found;
}

void refuse_twins(const Unit& unit, Diagnostics& errors) {
    for (auto f = unit.functions.begin(); f != unit.functions.end(); ++f) {
        const bool is_twin =
            std::any_of(unit.functions.begin(), f, [&](const auto& g) { return g.name == f->name; });
        if (is_twin)
            errors.error(f->at.line, f->at.column - 1,
                         fmt::format("'{}' is defined twice; give it another name", f->name));
    }
}

}  // namespace

Reading read_kernel(std::string_view text, const std::string& file, std::string_view name,
                    std::int64_t warp) {
    Reading result;
    Diagnostics errors;
    const Unit unit = parse(tokens_of(text, errors), errors);
    refuse_twins(unit, errors);
    if (errors.empty()) {
        if (const FunctionDefinition* f = choose(unit, name, result.kernels, errors)) {
            cuda::KernelFunction kernel;
            kernel.code.file = file;
            Translator(unit, kernel, warp, errors).kernel(*f);
            if (errors.empty()) result.kernel = std::move(kernel);
        }
    }
    errors.sort();
    result.errors = report_errors(file, lines_of(text), errors);
    return result;
}

}  // namespace musimd::dsl::kernel_c
