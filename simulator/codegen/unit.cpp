#include "simulator/codegen/unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "simulator/codegen/texts.hpp"

namespace musimd::codegen {
namespace {

std::string_view text_of(std::string_view file) {
    for (const Text& text : texts()) {
        if (text.file == file) return text.text;
    }
    throw std::logic_error(std::string(file) + " is not embedded");
}

bool includes_project(std::string_view line) {
    return line.starts_with("#include \"") || line.starts_with("#pragma once");
}

// A file without the lines that make a header of it.
std::string pasted(std::string_view file) {
    std::string made;
    for (std::string_view rest = text_of(file); !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        if (!includes_project(rest)) made += rest.substr(0, end);
        rest.remove_prefix(end);
    }
    return made;
}

bool is_typed(const Program& program) {
    return std::ranges::any_of(program.instructions,
                               [](const Instruction& i) { return i.opcode == Opcode::typed; });
}

}  // namespace

std::string prelude(bool typed) {
    std::string text = pasted("simulator/codegen/prelude/interface.hpp");
    if (typed) {
        text +=
            "namespace musimd::native {\nenum class TypedOperation : std::uint8_t {\n"
            "#define MUSIMD_TYPED_OPERATION(name, operands, types, meaning) name,\n" +
            pasted("isa/typed_operations.def") +
            "#undef MUSIMD_TYPED_OPERATION\n};\n}  // namespace musimd::native\n";
        std::string lanes = pasted("simulator/codegen/prelude/typed.hpp");
        const std::string_view here = "// (the lanes stand here)\n";
        lanes.replace(lanes.find(here), here.size(), pasted("simulator/fast/typed_lanes.inc"));
        text += lanes;
    }
    return text + pasted("simulator/codegen/prelude/cpu.hpp");
}

Unit make_unit(std::span<const Program* const> programs, const TranslationOptions& options) {
    Unit unit;
    unit.source = prelude(std::ranges::any_of(programs, [](const Program* p) { return is_typed(*p); }));
    unit.source += "\nnamespace musimd::native {\n\n";
    std::string table;
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const std::string name = fmt::format("Program{}", i);
        Translation made = translate(*programs[i], options, name);
        unit.source += made.source + "\n";
        made.source.clear();
        table += fmt::format("{}::run, ", name);
        unit.programs.push_back(std::move(made));
    }
    unit.source +=
        fmt::format("extern \"C\" const RunFunction {}[] = {{{}}};\n\n}}  // namespace musimd::native\n",
                    kTableName, table);
    return unit;
}

}  // namespace musimd::codegen
