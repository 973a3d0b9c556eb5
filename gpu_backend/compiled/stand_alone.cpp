#include "gpu_backend/compiled/stand_alone.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu_backend/compiled/unit.hpp"
#include "gpu_backend/texts.hpp"
#include "isa/printer.hpp"
#include "simulator/codegen/names.hpp"

namespace musimd::gpu {
namespace {

// A C++ literal.
std::string in_quotes(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

std::string preloads(const Program& program) {
    std::string arrays;
    std::string rows;
    for (const Preload& p : program.preloads) {
        std::string words = "nullptr";
        if (!p.words.empty()) {
            words = fmt::format("words_{}", p.address);
            words += fmt::format("_{}", arrays.size());
            arrays += fmt::format("const std::int64_t {}[] = {{", words);
            for (const Value c : p.words) arrays += codegen::literal(c) + ", ";
            arrays += "};\n";
        }
        rows += fmt::format("        {{{}, {}, {}, {}u, {}u}},\n", p.address, p.count, words,
                            static_cast<std::uint64_t>(p.start), static_cast<std::uint64_t>(p.step));
    }
    return arrays + "const std::vector<Preloaded> preloads = {\n" + rows + "    };\n";
}

std::string points(const Program& program, const codegen::Translation& translation) {
    std::string rows;
    for (const ProgramPoint& point : translation.points) {
        const bool is_end = point.pc >= program.end();
        const unsigned line = is_end ? 0 : program.at(point.pc).line;
        rows +=
            fmt::format("        {{{}, {}, {}}},\n", point.pc, line,
                        in_quotes(is_end ? "the end of the program" : print(program.at(point.pc), program)));
    }
    return "const std::vector<LeftAt> points = {\n" + rows + "    };\n";
}

std::string facts(const Program& program, const MachineOptions& options,
                  const codegen::Translation& translation) {
    std::int64_t limit = std::int64_t{1} << 16;
    for (const Buffer& b : program.buffers) limit = std::max(limit, b.address + b.count);
    for (const Preload& p : program.preloads) limit = std::max(limit, p.address + p.count);
    std::string names;
    for (const std::string& name : program.variables) names += in_quotes(name) + ", ";
    std::vector<std::uint64_t> active((program.threads + 63) / 64);
    program.active.for_each([&](Thread t) { active[t / 64] |= std::uint64_t{1} << (t % 64); });
    std::string words;
    for (const std::uint64_t w : active) words += fmt::format("{:#x}u, ", w);
    std::string text = "Facts facts() {\n    Facts result{};\n";
    const auto set = [&](std::string_view what, const std::string& value) {
        text += fmt::format("    result.{} = {};\n", what, value);
    };
    set("threads", std::to_string(program.threads));
    set("warps", std::to_string(program.warps));
    set("word_width", std::to_string(program.word.width));
    set("atomic_order", std::to_string(static_cast<int>(options.order)));
    set("claims", program.warps > 1 || program.races == RaceMode::thread ? "true" : "false");
    set("variables", "{" + names + "}");
    set("masks", std::to_string(translation.masks.count));
    set("first_defined", std::to_string(translation.masks.defined));
    set("room_rows", std::to_string(translation.room_rows));
    set("limit", std::to_string(limit));
    set("max_steps", fmt::format("{}u", options.max_steps));
    set("active", "{" + words + "}");
    set("preloads", "preloads");
    set("points", "points");
    set("launch",
        fmt::format("[](void* warps, unsigned count) {{ {}<<<(count + 3) / 4, 128>>>(warps, count); }}",
                    kernel_name(0)));
    return text + "    return result;\n}\n";
}

}  // namespace

std::string stand_alone(const Program& program, const MachineOptions& options,
                        const codegen::TranslationOptions& translation, const std::string& warp_prelude) {
    const Program* const one = &program;
    const codegen::Unit unit = make_unit({&one, 1}, translation, warp_prelude);
    return "// A program of musimd. To run it: nvcc -O3 THIS.cu -o program && ./program --help\n"
           "#pragma nv_diag_suppress 177  // unused functions and labels\n" +
           unit.source + "\n" + codegen::pasted(texts(), "gpu_backend/compiled/prelude/main.hpp") +
           "\nnamespace musimd::native {\nnamespace {\n\n" + preloads(program) +
           points(program, unit.programs[0]) + facts(program, options, unit.programs[0]) +
           "\n}  // namespace\n}  // namespace musimd::native\n\n"
           "int main(int argc, char** argv) {\n"
           "    return musimd::native::run_main(musimd::native::facts(), argc, argv);\n}\n";
}

}  // namespace musimd::gpu
