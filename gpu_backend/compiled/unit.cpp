#include "gpu_backend/compiled/unit.hpp"

#include <fmt/format.h>

#include "gpu_backend/device/prelude/device_warp.hpp"
#include "gpu_backend/texts.hpp"
#include "isa/printer.hpp"
#include "simulator/native/native.hpp"

namespace musimd::gpu {
namespace {

// A thread has 255 registers of 32 bits: half of them are for rows.
constexpr std::size_t kMaxHeldBytes = std::size_t{32} * 128 * 4;

bool is_mathematical(const Instruction& i) {
    return i.opcode == Opcode::typed && is_float(i.type) && is_mathematical(i.typed_operation);
}

}  // namespace

codegen::TranslationOptions translation_options(bool checks) {
    return {.checks = checks,
            .max_held_bytes = kMaxHeldBytes,
            .resumable = true,
            .turns = false,
            .max_threads_with_bits = 64};
}

std::string kernel_name(std::size_t number) {
    return fmt::format("musimd_program_{}", number);
}

std::string prelude(bool typed) {
    return codegen::common_prelude(typed) +
           codegen::pasted(texts(), "gpu_backend/device/prelude/device_warp.hpp") +
           codegen::pasted(texts(), "gpu_backend/compiled/prelude/cuda.hpp");
}

codegen::Unit make_unit(std::span<const Program* const> programs, const codegen::TranslationOptions& options,
                        const std::string& warp_prelude) {
    codegen::Unit unit;
    unit.source = warp_prelude + prelude(codegen::are_typed(programs)) + "\nnamespace musimd::native {\n\n";
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const std::string name = fmt::format("Program{}", i);
        codegen::Translation translation = codegen::translate(*programs[i], options, name);
        unit.source += translation.source;
        unit.source +=
            fmt::format("MUSIMD_KERNEL({}) {{ run_warp<{}>(argument, warp); }}\n\n", kernel_name(i), name);
        translation.source.clear();
        unit.programs.push_back(std::move(translation));
    }
    unit.source += "}  // namespace musimd::native\n";
    return unit;
}

std::string unsupported(const Program& program) {
    if (program.threads > native::kMaxWarpThreads) {
        return fmt::format("{} threads are too many for a hardware warp; the maximum is {}\n",
                           program.threads, native::kMaxWarpThreads);
    }
    if (program.instructions.size() > native::kMaxInstructions) {
        return fmt::format("{} instructions are too many to compile; the maximum is {}\n",
                           program.instructions.size(), native::kMaxInstructions);
    }
    for (const Instruction& i : program.instructions) {
        if (!is_mathematical(i)) continue;
        const std::string where = i.line == 0 ? "" : fmt::format(" (line {})", i.line);
        return fmt::format(
            "'{}'{} needs a correctly rounded mathematical function, which devices lack; use another "
            "engine\n",
            print(i, program), where);
    }
    return {};
}

}  // namespace musimd::gpu
