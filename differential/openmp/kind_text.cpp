#include <fmt/format.h>

#include "differential/openmp/kind.hpp"
#include "dsl/openmp/c_expression.hpp"

// How a nest is printed: as a file, with a main function that calls it.

namespace musimd::differential::openmp {
namespace {

/// `static int a1[1536] = {[3] = 7, [4] = 1};`, without the elements that are 0.
std::string array_text(const dsl::KernelBuffer& buffer, const std::vector<std::uint64_t>& patterns) {
    std::string elements;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        if (patterns[i] == 0) continue;
        const dsl::Expr literal = dsl::literal(buffer.element, patterns[i]);
        elements +=
            fmt::format("{}[{}] = {}", elements.empty() ? "" : ", ", i, dsl::openmp::c_literal(*literal));
    }
    return fmt::format("static {} {}[{}] = {{{}}};\n", dsl::openmp::c_type(buffer.element), buffer.name,
                       patterns.size(), elements.empty() ? "0" : elements);
}

std::string call_text(const NestCase& nest) {
    std::string arguments;
    for (std::size_t p = 0; p < nest.function.parameters.size(); ++p) {
        const auto& parameter = nest.function.parameters[p];
        if (p != 0) arguments += ", ";
        arguments += parameter.buffer
                         ? parameter.name
                         : dsl::openmp::c_literal(*dsl::literal(parameter.type, nest.arguments.numbers[p]));
    }
    return fmt::format("    nest({});\n", arguments);
}

std::string print_text(const dsl::KernelBuffer& buffer, std::size_t size) {
    return fmt::format("    for (int i = 0; i < {}; i++) printf(\"{}[%d] = {}\\n\", i, {}{}[i]);\n", size,
                       buffer.name, is_float(buffer.element) ? "%a" : "%lld",
                       is_float(buffer.element) ? "" : "(long long)", buffer.name);
}

std::string main_text(const NestCase& nest) {
    std::string text = "\n#ifdef MAIN\n#include <stdio.h>\n";
    std::string prints;
    for (std::size_t b = 0; b < nest.function.buffers.size(); ++b) {
        text += array_text(nest.function.buffers[b], nest.arguments.buffers[b]);
        prints += print_text(nest.function.buffers[b], nest.arguments.buffers[b].size());
    }
    return text + fmt::format("int main(void) {{\n{}{}}}\n#endif\n", call_text(nest), prints);
}

}  // namespace

std::vector<std::string> NestKind::targets() const {
    std::vector<std::string> names;
    for (const PlannedTarget& planned : targets_) names.push_back(planned.target->name());
    return names;
}

void NestKind::add_shape(harness::CommandText& command) const {
    const NestShape usual;
    command.option("statements", shape_.statements, usual.statements)
        .option("loops", shape_.loops, usual.loops);
}

harness::Json NestKind::shape() const {
    return {{"statements", shape_.statements}, {"loops", shape_.loops}};
}

std::string NestKind::file_text(const harness::Finding<NestCase>& finding, const std::string& file) const {
    return fmt::format(
               "// With its arguments, and the arrays after it: cc -DMAIN -ffp-contract=off {} -lm && "
               "./a.out\n\n",
               file) +
           c_source(finding.smallest, "nest") + main_text(finding.smallest);
}

}  // namespace musimd::differential::openmp
