#include <set>
#include <sstream>
#include <string>

#include "gpu_backend/interpreted/interpreter.hpp"
#include "gpu_backend/texts.hpp"

namespace musimd::gpu {
namespace {

// An enumeration of the first columns of a table.
std::string enumeration(const char* name, const char* macro, const char* file) {
    return std::string("enum class ") + name + " : std::uint8_t {\n#define " + macro + "(name, ...) name,\n" +
           codegen::pasted(texts(), file) + "};\n";
}

// The parts of the instruction set that the interpreter uses.
std::string instruction_set() {
    return "namespace musimd {\n" + enumeration("Opcode", "MUSIMD_INSTRUCTION", "isa/instructions.def") +
           enumeration("Operation", "MUSIMD_OPERATION", "isa/operations.def") +
           enumeration("Variant", "MUSIMD_VARIANT", "isa/variants.def") +
           "#define MUSIMD_PREDICATE MUSIMD_DEVICE constexpr bool\n" +
           codegen::pasted(texts(), "isa/typed_groups.def") +
           enumeration("FetchOperation", "MUSIMD_FETCH_OPERATION", "isa/fetch_operations.def") +
           "}  // namespace musimd\n" + codegen::pasted(texts(), "gpu_backend/interpreted/prelude/types.hpp");
}

bool is_text(std::string_view file) {
    for (const codegen::Text& text : texts()) {
        if (text.file == file) return true;
    }
    return false;
}

// A file with its includes expanded, each once, but tables each time; files that are not in `texts` are part
// of the text before it.
void paste(const std::string& file, std::set<std::string>& there, std::string& to) {
    const bool is_table = file.ends_with(".def");
    if (!is_text(file) || (!is_table && !there.insert(file).second)) return;
    for (const codegen::Text& text : texts()) {
        if (text.file != file) continue;
        std::istringstream lines{std::string(text.text)};
        for (std::string line; std::getline(lines, line);) {
            const std::string include = "#include \"";
            if (line.starts_with(include)) {
                paste(line.substr(include.size(), line.rfind('"') - include.size()), there, to);
            } else if (!line.starts_with("#pragma once")) {
                to += line + "\n";
            }
        }
    }
}

}  // namespace

std::string interpreter_source(const std::string& prelude) {
    std::string text = prelude + instruction_set();
    std::set<std::string> there = {"gpu_backend/device/prelude/warp_emulated.hpp", "isa/instruction.hpp"};
    paste("gpu_backend/interpreted/prelude/interpreter.hpp", there, text);
    return text;
}

}  // namespace musimd::gpu
