#include "simulator/codegen/unit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "simulator/codegen/texts.hpp"

namespace musimd::codegen {
namespace {

bool is_typed(const Program& program) {
    return std::ranges::any_of(program.instructions, [](const Instruction& i) {
        return i.opcode == Opcode::typed || i.opcode == Opcode::typed_fetch ||
               i.opcode == Opcode::typed_reduce;
    });
}

// What the prelude uses of isa/typed_groups.def, as short text: users read it in what `musimd compile`
// prints.
std::string typed_operations() {
    constexpr std::string_view kNames[] = {
#define MUSIMD_TYPED_OPERATION(name, ...) #name,
#include "isa/typed_operations.def"
    };
    const auto predicate = [&](std::string_view name, bool (*holds)(TypedOperation)) {
        std::string text = fmt::format(
            "MUSIMD_DEVICE constexpr bool {}(TypedOperation operation) {{\n    return false", name);
        for (const TypedOperationInfo& row : typed_operation_table()) {
            const std::string_view enumerator = kNames[static_cast<std::size_t>(row.operation)];
            if (holds(row.operation)) text += fmt::format(" || operation == TypedOperation::{}", enumerator);
        }
        return text + ";\n}\n";
    };
    return fmt::format("enum class TypedOperation : std::uint8_t {{{}}};\n", fmt::join(kNames, ", ")) +
           predicate("is_comparison", is_comparison) +
           predicate("can_fail_on_integers", can_fail_on_integers) + predicate("is_checked", is_checked);
}

}  // namespace

bool are_typed(std::span<const Program* const> programs) {
    return std::ranges::any_of(programs, [](const Program* p) { return is_typed(*p); });
}

std::string common_prelude(bool typed) {
    std::string text = pasted(texts(), "simulator/codegen/prelude/interface.hpp");
    if (typed) {
        text += "namespace musimd::native {\n" + typed_operations() + "}  // namespace musimd::native\n";
        text += pasted(texts(), "simulator/codegen/prelude/typed.hpp");
    }
    text +=
        "namespace musimd::native {\nenum class FetchOperation : std::uint8_t {\n"
        "#define MUSIMD_FETCH_OPERATION(name, ...) name,\n" +
        pasted(texts(), "isa/fetch_operations.def") + "};\n" +
        pasted(texts(), "simulator/fast/fetch_lanes.inc") + "}  // namespace musimd::native\n";
    return text + pasted(texts(), "simulator/codegen/prelude/config.hpp");
}

std::string prelude(bool typed) {
    return common_prelude(typed) + pasted(texts(), "simulator/codegen/prelude/cpu.hpp");
}

Unit make_unit(std::span<const Program* const> programs, const TranslationOptions& options) {
    Unit unit;
    unit.source = prelude(are_typed(programs));
    unit.source += "\nnamespace musimd::native {\n\n";
    std::string table;
    TranslationOptions of_processor = options;
    of_processor.for_processor = true;
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const std::string name = fmt::format("Program{}", i);
        Translation translation = translate(*programs[i], of_processor, name);
        unit.source += translation.source + "\n";
        translation.source.clear();
        table += fmt::format("{}::run, ", name);
        unit.programs.push_back(std::move(translation));
    }
    unit.source +=
        fmt::format("extern \"C\" const RunFunction {}[] = {{{}}};\n\n}}  // namespace musimd::native\n",
                    kTableName, table);
    return unit;
}

}  // namespace musimd::codegen
