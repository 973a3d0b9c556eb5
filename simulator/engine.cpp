#include "simulator/engine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "isa/printer.hpp"

namespace musimd {
namespace {

std::uint64_t host_memory() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long size = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || size <= 0) return UINT64_MAX;
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size);
}

double gibibytes(std::uint64_t bytes) {
    return static_cast<double>(bytes) / (1U << 30);
}

}  // namespace

void refuse_model(std::string_view engine, const Program& program) {
    if (program.model == ThreadModel::lockstep) return;
    throw Unsupported(fmt::format("engine '{}' does not run the model {}; use --engine {}\n", engine,
                                  to_string(program.model), has_groups(program.model) ? "rules" : "fast"));
}

void refuse_strength(std::string_view engine, const Program& program) {
    const auto found = std::ranges::find_if(program.instructions, orders_accesses);
    if (found == program.instructions.end()) return;
    const std::string where = found->line == 0 ? "" : fmt::format(" (line {})", found->line);
    throw Unsupported(
        fmt::format("engine '{}': '{}'{} {}; use --engine fast\n", engine, print(*found, program), where,
                    is_asynchronous(found->opcode) ? "is asynchronous" : "has an order or a scope"));
}

std::optional<std::string> too_large(const Engine& engine, const Program& program) {
    const std::uint64_t needed = engine.estimated_bytes(program);
    static const std::uint64_t there = host_memory();  // asked once: short runs would notice it
    if (needed <= there / 10 * 9) return std::nullopt;
    return fmt::format(
        "{} threads × {} warps × {} variables need {:.1f} GiB, and this machine has {:.1f} GiB",
        program.threads, program.warps, program.variables.size(), gibibytes(needed), gibibytes(there));
}

}  // namespace musimd
