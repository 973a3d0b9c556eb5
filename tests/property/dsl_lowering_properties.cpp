// Kernels of the DSL: the lowered program does what each element does alone, on every engine.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

#include "dsl/portability.hpp"
#include "engines/engines.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "semantics/structure_check.hpp"
#include "tests/support/kernel_interpreter.hpp"
#include "tests/support/random_kernels.hpp"

namespace musimd::tests::dsl_lowering_properties {
namespace {

using dsl::Kernel;
using dsl::Launch;
using dsl::UnmaskedReading;
using End = ElementRun::End;

constexpr std::uint64_t kMaxStatements = 5000;

struct Elements {
    End end = End::done;  ///< the worst
    std::map<std::int64_t, Value> stored;
};

Elements one_by_one(const Kernel& kernel, const Launch& launch) {
    Elements all;
    for (std::int64_t i = 0; i < launch.elements; ++i) {
        ElementRun run = interpret(kernel, launch, i, kMaxStatements);
        if (run.end != End::done && all.end != End::too_long) all.end = run.end;
        all.stored.merge(run.stored);
    }
    return all;
}

/// Σ after the launch if each element does what it does alone.
std::map<std::int64_t, Value> memory_after(const Launch& launch, const Elements& elements) {
    std::map<std::int64_t, Value> memory = elements.stored;
    for (const dsl::Region& region : launch.regions) {
        for (std::size_t k = 0; k < region.words.size(); ++k) {
            memory.emplace(region.address + static_cast<std::int64_t>(k), region.words[k]);
        }
    }
    return memory;
}

/// Empty, or the first wrong word of Σ.
std::string difference(const Result& result, const std::map<std::int64_t, Value>& memory) {
    for (const auto& [address, word] : memory) {
        const Value* const found = result.memory.find(address);
        if (found != nullptr && *found == word) continue;
        return fmt::format("[{}] is {} and not {}", address, found != nullptr ? *found : 0, word);
    }
    return {};
}

MachineOptions options_of_a_run() {
    MachineOptions options;
    options.max_steps = 1'000'000;
    return options;
}

/// Empty, or the difference between the interpreter and an engine.
std::string wrong(const Kernel& kernel, const Launch& launch, int* ends) {
    const Program program = dsl::lower(kernel, launch);
    const std::string text = print(program);
    if (!check_structure(program).ok()) return "structure\n" + text;
    const Elements elements = one_by_one(kernel, launch);
    ++ends[static_cast<int>(elements.end)];
    if (elements.end == End::too_long) return {};
    const auto memory = memory_after(launch, elements);
    for (const Engine& engine : core_engines()) {
        const Result result = engine.run(program, options_of_a_run(), nullptr);
        const bool trapped = result.outcome == Outcome::trap;
        const std::string what = std::string(engine.name) + "\n" + text;
        if (result.outcome == Outcome::limit) return "limit, " + what;
        if (trapped != (elements.end == End::trapped)) {
            return (trapped ? "a trap, " + std::string(to_string(result.trap->kind)) + ", " : "no trap, ") +
                   what;
        }
        if (trapped) continue;
        if (const std::string found = difference(result, memory); !found.empty()) return found + what;
    }
    return {};
}

Launch any_launch(const Kernel& kernel, std::uint64_t seed) {
    const auto n = static_cast<std::int64_t>(1 + seed % 13);
    Launch launch = random_launch(kernel, n, seed);
    constexpr std::uint32_t kWidths[] = {0, 1, 4, 7, 16};
    launch.warp_width = kWidths[seed / 13 % 5];
    launch.unmasked = UnmaskedReading::active_lanes;
    return launch;
}

RC_GTEST_PROP(DslLowering, DoesInEachElementWhatTheKernelDoesInThatElementAlone, ()) {
    const auto seed = *rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>());
    const Kernel kernel = random_kernel(seed);
    int ends[3] = {};
    const std::string found = wrong(kernel, any_launch(kernel, seed), ends);
    if (!found.empty()) RC_FAIL(found);
}

// The same over consecutive seeds, and that it is not vacuous.
TEST(DslLowering, MostRandomKernelsStopAndSomeTrap) {
    int ends[3] = {};
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const Kernel kernel = random_kernel(seed);
        EXPECT_EQ(wrong(kernel, any_launch(kernel, seed), ends), "") << "seed " << seed;
    }
    EXPECT_GT(ends[static_cast<int>(End::done)], 250);
    EXPECT_GT(ends[static_cast<int>(End::trapped)], 8);
}

// If the portability analysis says that the two meanings of unmasked operations cannot be distinguished, the
// CPU's meaning yields what each element computes alone, unless a dormant lane traps in a computation that an
// active one would skip.
TEST(DslLowering, IndistinguishableMeaningsYieldTheSame) {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const Kernel kernel = random_kernel(seed);
        Launch launch = any_launch(kernel, seed);
        const auto is_unmasked = [](const dsl::Portability& place) {
            return place.kind == dsl::Portability::Kind::unmasked;
        };
        if (std::ranges::any_of(dsl::non_portable(kernel), is_unmasked)) continue;
        const Elements elements = one_by_one(kernel, launch);
        if (elements.end != End::done) continue;
        launch.unmasked = UnmaskedReading::every_lane;
        const Program program = dsl::lower(kernel, launch);
        const bool wakes =
            std::ranges::count(program.instructions, Opcode::everywhere, &Instruction::opcode) > 0;
        const Result result = run_rules(program, options_of_a_run());
        ASSERT_NE(result.outcome, Outcome::limit) << "seed " << seed;
        if (!wakes || result.outcome == Outcome::trap) continue;
        ++compared;
        EXPECT_EQ(difference(result, memory_after(launch, elements)), "") << "seed " << seed;
    }
    EXPECT_GT(compared, 50);
}

RC_GTEST_PROP(DslLowering, ProgramsReadBackTheSame, ()) {
    const auto seed = *rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>());
    const Kernel kernel = random_kernel(seed);
    Launch launch = any_launch(kernel, seed);
    if (seed % 2 == 0) launch.unmasked = UnmaskedReading::every_lane;
    const Program program = dsl::lower(kernel, launch);
    const ReadResult again = read_program(print(program), "k.asm");
    RC_ASSERT(again.errors == "");
    RC_ASSERT(*again.program == program);
    RC_ASSERT(check_structure(program).ok());
}

}  // namespace
}  // namespace musimd::tests::dsl_lowering_properties
