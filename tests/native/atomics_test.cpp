// Atomics of several warps on one word: the native engine agrees with the fast engine, and runs them itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "simulator/codegen/host_settings.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/native/batch.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

using testing::IsEmpty;

// What atomics yield is read by nobody: such atomics are logged.
Program with_unread_results(Program program) {
    const auto unread = static_cast<Variable>(program.variables.size());
    program.variables.emplace_back("unread");
    for (Instruction& i : program.instructions) {
        if (info(i.opcode).memory == MemoryUse::updates) i.destination = unread;
    }
    return program;
}

// MUSIMD_NATIVE_SEEDS grids (default 25) of each profile, in every order, with results that are read and not.
TEST(NativeAtomics, AgreeWithFastOnRandomGrids) {
    const char* const count = std::getenv("MUSIMD_NATIVE_SEEDS");
    const std::uint64_t seeds = count == nullptr ? 25 : std::strtoull(count, nullptr, 10);
    differential::Shape shape;
    shape.warps = 3;
    shape.threads = 5;
    std::vector<NativeCase> cases;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        for (const auto profile : {differential::Profile::atomics, differential::Profile::grids}) {
            differential::Case each = differential::generate(profile, seed, shape);
            each.options.order = static_cast<Order>(seed % 3);
            each.program.order = each.options.order;
            const std::string title =
                std::string(differential::to_string(profile)) + ", seed " + std::to_string(seed);
            cases.push_back({title + ", unread", with_unread_results(each.program), each.options});
            cases.push_back({title, std::move(each.program), each.options});
        }
    }
    EXPECT_THAT(differences_from_fast(cases), IsEmpty());
}

struct Division {
    const char* what;
    bool compiled;  ///< runs as compiled code to its end
    std::string text;
};

std::string loop(int times, const std::string& body) {
    return "i = 0\nl: " + body + "i = i + 1\nc = i < " + std::to_string(times) + "\nbnz c, l\nsync\n";
}

const Division kDivisions[] = {
    {"a count that nobody reads", true,
     ".threads 4\n.warps 3\n.memory 0: 0\n" + loop(50, "n = atomic_inc [0]\n") + "stop\n"},
    {"more than a log holds", true,
     ".threads 4\n.warps 2\n.memory 0: 0\n" + loop(20000, "n = fetch_add [0], tid\n") + "stop\n"},
    {"a count that is read after a barrier", true,
     ".threads 4\n.warps 3\n.memory 0: 0\nn = atomic_inc [0]\nbarrier\nx = [0]\nbarrier\nbnz wid, "
     "e\n[0] = 7\ne: sync\nbarrier\nn = atomic_inc [0]\nstop\n"},
    {"warps that are not in step", true,
     ".threads 4\n.warps 3\n.memory 0: 0\ni = wid\nl: i = i - 1\nc = i > 0\nbnz c, l\nsync\n"
     "n = fetch_exch [0], wid\nbarrier\nn = fetch_exch [0], tid\nstop\n"},
    {"a count that its warp reads again", true,
     ".threads 4\n.warps 3\n.memory 0: 0 0 0\nn = atomic_inc [wid]\nx = [wid]\nstop\n"},
    {"tickets", true,
     ".threads 4\n.warps 3\n.memory 0: 0\nn = atomic_inc [0]\nm = n + 100\n[m] = wid\nn = fetch_add [0], "
     "n\nstop\n"},
    {"operations whose order shows", true,
     ".threads 4\n.warps 3\n.memory 0: 5 1\nn = fetch_cas [0], 5, wid\nm = fetch_exch [1], n\nk = fetch_sub "
     "[1], m\nstop\n"},
    {"tickets in blocks of code that restore variables", true,
     ".threads 4\n.warps 3\n.registers restore\n.memory 0: 0\nm = 1\neverywhere\nm = atomic_inc [0]\nm = "
     "fetch_add [0], m\nend_everywhere\nstop\n"},
    {"a count that another warp reads", false,
     ".threads 4\n.warps 2\n.memory 0: 0\nbnz wid, e\nn = atomic_inc [0]\ne: sync\nx = [0]\nstop\n"},
    {"a count that overflows", false,
     ".threads 4\n.warps 2\n.word 8\n.memory 0: 120\n" + loop(2, "n = atomic_inc [0]\n") + "stop\n"},
    {"a trap between two updates", false,
     ".threads 4\n.warps 2\n.memory 0: 0\nn = atomic_inc [0]\nx = 1 / wid\nn = atomic_inc [0]\nstop\n"},
};

TEST(NativeAtomics, RunAtTheirTurns) {
    std::vector<Program> programs;
    for (const Division& each : kDivisions) programs.push_back(support::read(each.text));
    std::vector<const Program*> pointers;
    for (const Program& program : programs) pointers.push_back(&program);
    for (const bool checks : {true, false}) {
        const auto compiled = native::compile(pointers, {.checks = checks}, quick_settings());
        ASSERT_TRUE(compiled) << codegen::error_text(compiled.error());
        for (std::size_t i = 0; i < programs.size(); ++i) {
            if (!checks && !kDivisions[i].compiled) continue;
            for (const Order order : {Order::ascending, Order::descending, Order::random}) {
                MachineOptions options;
                options.checks = checks;
                options.order = order;
                bool all = false;
                EXPECT_EQ(native::run(programs[i], options, (*compiled)[i], 3, &all),
                          fast::run_fast(programs[i], options))
                    << kDivisions[i].what;
                EXPECT_EQ(all, kDivisions[i].compiled) << kDivisions[i].what << (checks ? "" : ", unchecked");
            }
        }
    }
}

// At every step limit the result is the schedule's.
TEST(NativeAtomics, EndAtTheLimitOfTheSchedule) {
    const Program program = support::read(
        ".threads 2\n.warps 3\n.memory 0: 0\nn = atomic_inc [0]\nm = fetch_add [0], n\nn = atomic_inc "
        "[0]\nstop\n");
    const Program* const one = &program;
    const auto compiled = native::compile({&one, 1}, {}, quick_settings());
    ASSERT_TRUE(compiled) << codegen::error_text(compiled.error());
    for (std::uint64_t limit = 1; limit <= 5; ++limit) {
        MachineOptions options;
        options.max_steps = limit;
        EXPECT_EQ(native::run(program, options, compiled->front(), 2), fast::run_fast(program, options));
    }
}

}  // namespace
}  // namespace musimd::tests
