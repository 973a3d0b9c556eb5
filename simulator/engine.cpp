#include "simulator/engine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "simulator/fast/grid.hpp"
#include "simulator/native/native.hpp"

namespace musimd {
namespace {

constexpr Engine kEngines[] = {
    {"fast", "lane arrays and masks, grids on all cores", fast::run_fast, fast::estimated_bytes},
    {"rules", "the rules of semantics/RULES.md, one rule per step", run_rules, Machine::estimated_bytes},
};

constexpr Engine kNamedEngines[] = {
    {"auto", "fast; for long runs native, if there is a C++ compiler", native::run_auto,
     fast::estimated_bytes, nullptr, 16, false, nullptr, true, false},
    kEngines[0],
    kEngines[1],
    {"native", "machine code from a C++ compiler, cached for the user", native::run_native,
     native::estimated_bytes, native::prepare, 16, false, nullptr, false, false},
};

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

std::span<const Engine> engines() {
    return kEngines;
}

std::span<const Engine> named_engines() {
    return kNamedEngines;
}

const Engine* find_engine(std::string_view name) {
    for (const Engine& engine : kNamedEngines) {
        if (engine.name == name) return &engine;
    }
    return nullptr;
}

std::optional<std::string> too_large(const Engine& engine, const Program& program) {
    const std::uint64_t needed = engine.estimated_bytes(program);
    const std::uint64_t there = host_memory();
    if (needed <= there / 10 * 9) return std::nullopt;
    return fmt::format(
        "{} threads × {} warps × {} variables need {:.1f} GiB, and this machine has {:.1f} GiB",
        program.threads, program.warps, program.variables.size(), gibibytes(needed), gibibytes(there));
}

}  // namespace musimd
