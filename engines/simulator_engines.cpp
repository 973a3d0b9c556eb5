#include "engines/simulator_engines.hpp"

#include <algorithm>

#include "simulator/fast/grid.hpp"
#include "simulator/native/native.hpp"

namespace musimd {
namespace {

constexpr Engine kEngines[] = {
    {.name = "auto",
     .meaning = "fast; for long runs native, if there is a C++ compiler",
     .run = native::run_auto,
     .count = native::count_auto,
     .estimated_bytes = fast::estimated_bytes,
     .tallies = true,
     .leaves_zeros = true,
     .is_interruptible = false},
    {.name = "fast",
     .meaning = "lane arrays and masks, grids on all cores",
     .run = fast::run_fast,
     .run_in = fast::run_in,
     .estimated_bytes = fast::estimated_bytes,
     .tallies = true,
     .leaves_zeros = true},
    {.name = "rules",
     .meaning = "the rules of semantics/RULES.md, one rule per step",
     .run = run_rules,
     .estimated_bytes = Machine::estimated_bytes},
    {.name = "native",
     .meaning = "machine code from a C++ compiler, cached for the user",
     .run = native::run_native,
     .count = native::count_native,
     .estimated_bytes = native::estimated_bytes,
     .prepare = native::prepare,
     .shows_steps = false,
     .is_interruptible = false},
};

}  // namespace

std::span<const Engine> simulator_engines() {
    return kEngines;
}

std::span<const Engine> core_engines() {
    return std::span(kEngines).subspan(1, 2);
}

const Engine* find_engine(std::span<const Engine> engines, std::string_view name) {
    const auto found = std::ranges::find(engines, name, &Engine::name);
    return found == engines.end() ? nullptr : &*found;
}

}  // namespace musimd
