#include "simulator/codegen/unit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "simulator/codegen/texts.hpp"

namespace musimd::codegen {
namespace {

bool is_typed(const Program& program) {
    return std::ranges::any_of(program.instructions, [](const Instruction& i) {
        return i.opcode == Opcode::typed || i.opcode == Opcode::typed_fetch;
    });
}

}  // namespace

bool are_typed(std::span<const Program* const> programs) {
    return std::ranges::any_of(programs, [](const Program* p) { return is_typed(*p); });
}

std::string common_prelude(bool typed) {
    std::string text = pasted(texts(), "simulator/codegen/prelude/interface.hpp");
    if (typed) {
        text +=
            "namespace musimd::native {\n"
            "#define MUSIMD_PREDICATE MUSIMD_DEVICE constexpr bool\n" +
            pasted(texts(), "isa/typed_groups.def") + "}  // namespace musimd::native\n";
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
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const std::string name = fmt::format("Program{}", i);
        Translation translation = translate(*programs[i], options, name);
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
