// musimd as a library: programs from strings, run from memory. Each function below is one thing to know; main
// calls them in order.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>

// The headers are those of musimd's source tree: isa/ is programs, semantics/ what they mean, simulator/ what
// runs and watches them.
#include "isa/reader.hpp"
#include "simulator/engine.hpp"
#include "simulator/observers/statistics.hpp"

namespace {

// A step of Collatz's iteration in each thread: x becomes x / 2 where it is even, 3x + 1 where it is odd. The
// warp diverges at `bz` and is whole again behind `sync`.
constexpr std::string_view kCollatz = R"(
.threads 4
        x = [tid]
        odd = x % 2
        bz odd, even
        x = 3 * x
        x = x + 1
        jump join
even:   x = x / 2
join:   sync
        out = tid + 100
        [out] = x
        stop
)";

// Reading. The second argument is the file's name, for messages; a name that ends in .pl would be read as a
// Prolog list. ReadOptions say more than the text: here the number of threads, over its `.threads 4`.
musimd::Program read_collatz() {
    musimd::ReadOptions options;
    options.threads = 6;
    musimd::ReadResult read = musimd::read_program(kCollatz, "collatz.asm", options);
    if (!read) {  // the text is a constant of this file: only its author can have got it wrong
        std::cerr << read.errors;
        std::exit(1);
    }
    return *std::move(read.program);
}

// Diagnostics. A text with errors is no program, but a list of what is wrong, rendered as compilers do: every
// error at once, with its place, the line, and a caret.
void show_diagnostics() {
    const musimd::ReadResult read = musimd::read_program("  x = tid +\n  bz x, nowhere\n", "broken.asm");
    std::cout << "broken.asm is " << (read ? "fine" : "no program") << ":\n" << read.errors;
}

// Input. A Program is plain data; what it finds in the shared memory is a preload, as `.memory` makes one
// from the text: `count` words from `address` on.
void give_input(musimd::Program& program) {
    musimd::Preload input;
    input.address = 0;
    input.words = {7, 8, 9, 10, 11, 12};
    input.count = static_cast<std::int64_t>(input.words.size());
    program.preloads.push_back(input);
}

// Variables of a program are numbers, in the order in which its text names them first.
musimd::Variable variable(const musimd::Program& program, std::string_view name) {
    const auto found = std::find(program.variables.begin(), program.variables.end(), name);
    return static_cast<musimd::Variable>(found - program.variables.begin());
}

// Results. The outcome, the steps, for each warp Θ (`active`) and β (`bank`), and Σ (`memory`); find gives
// null where a word is undefined.
void show(const musimd::Result& result, const musimd::Program& program) {
    const musimd::WarpResult& warp = result.warps[0];
    std::cout << (result.outcome == musimd::Outcome::stop ? "stop" : "no stop") << " after " << result.steps
              << " steps, active " << to_string(warp.active) << '\n';
    const musimd::Variable x = variable(program, "x");
    for (musimd::Thread t = 0; t < program.threads; ++t) {
        if (const musimd::Value* word = warp.bank.find(t, x))
            std::cout << "x of thread " << t << " is " << *word << '\n';
    }
    if (const musimd::Value* word = result.memory.find(100)) std::cout << "memory 100: " << *word << '\n';
    std::cout << "memory 99: " << (result.memory.find(99) == nullptr ? "undefined" : "defined") << '\n';
}

// Running. A program does not change when it runs: run it as often as you like.
void run_collatz() {
    musimd::Program program = read_collatz();
    give_input(program);

    // An engine is a way to run programs: `fast` is what you want, `rules` goes by the semantics, rule by
    // rule. Both give the same result, traps included.
    const musimd::Engine& fast = *musimd::find_engine("fast");
    const musimd::Engine& rules = *musimd::find_engine("rules");

    // A program for a million warps is easily written: ask before you run a stranger's.
    if (const auto reason = musimd::too_large(fast, program)) {
        std::cerr << *reason << '\n';
        return;
    }
    // MachineOptions: the step limit of each warp, the order of threads in atomics, the highest address. An
    // endless program ends with Outcome::limit.
    musimd::MachineOptions options;
    options.max_steps = 1000;
    // An observer is told every step; this one counts. Null runs unobserved, and faster.
    musimd::StatisticsObserver watch(program, 32);
    const musimd::Result result = fast.run(program, options, &watch);
    show(result, program);

    std::cout << "SIMD efficiency " << watch.statistics().simd_efficiency() << '\n';
    const bool same = rules.run(program, options, nullptr) == result;
    std::cout << "by the rules it is " << (same ? "the same" : "other") << '\n';
}

// Traps. A program that goes wrong throws nothing: its result has the trap, with its kind, the rule that
// could not be applied, the place in the text, and the threads.
void show_trap() {
    const musimd::ReadResult read =
        musimd::read_program(".threads 4\n  d = tid - 2\n  q = 12 / d\n  stop\n", "divide.asm");
    const musimd::Result result = musimd::find_engine("fast")->run(*read.program, {}, nullptr);
    if (!result.trap) return;
    const musimd::Trap& trap = *result.trap;
    std::cout << "divide.asm:" << trap.line << ": " << to_string(trap.kind) << " in rule "
              << to_string(trap.rule) << ", thread " << trap.threads[0] << ": " << trap.message << '\n';
    // The state is that before the step: no thread has q.
    const bool has_q = result.warps[0].bank.find(0, variable(*read.program, "q")) != nullptr;
    std::cout << "q of thread 0 is " << (has_q ? "defined" : "undefined") << '\n';
}

}  // namespace

int main() {
    show_diagnostics();
    run_collatz();
    show_trap();
}
