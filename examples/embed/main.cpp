// musimd as a library: reading programs from strings and running them in memory. Each function below shows
// one aspect; main calls them in order.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>

// Headers have the paths of musimd's source tree: isa/ for programs, semantics/ for their meaning, engines/
// for the engines, simulator/ for observers.
#include "engines/engines.hpp"
#include "isa/reader.hpp"
#include "simulator/observers/statistics.hpp"

namespace {

// One step of the Collatz iteration in each thread: an even x becomes x / 2, an odd one 3x + 1. The warp
// diverges at `bz` and reconverges at `sync`.
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

// Reading. The second argument is the file's name, for messages; the text of a file named *.pl is read as a
// Prolog list. ReadOptions override directives: here the number of threads, `.threads 4`.
musimd::Program read_collatz() {
    musimd::ReadOptions options;
    options.threads = 6;
    musimd::ReadResult read = musimd::read_program(kCollatz, "collatz.asm", options);
    if (!read) {  // only a bug in this file can cause an error
        std::cerr << read.errors;
        std::exit(1);
    }
    return *std::move(read.program);
}

// Diagnostics. Reading a text with errors returns all of them, rendered as compilers do: with the location,
// the line and a caret.
void show_diagnostics() {
    const musimd::ReadResult read = musimd::read_program("  x = tid +\n  bz x, nowhere\n", "broken.asm");
    std::cout << "broken.asm " << (read ? "is correct" : "has errors") << ":\n" << read.errors;
}

// Input. A Program is plain data. A preload sets `count` words of the shared memory from `address` on, like
// the directive `.memory`.
void give_input(musimd::Program& program) {
    musimd::Preload input;
    input.address = 0;
    input.words = {7, 8, 9, 10, 11, 12};
    input.count = static_cast<std::int64_t>(input.words.size());
    program.preloads.push_back(input);
}

// Variables are numbered in the order of their first use in the text.
musimd::Variable variable(const musimd::Program& program, std::string_view name) {
    const auto found = std::find(program.variables.begin(), program.variables.end(), name);
    return static_cast<musimd::Variable>(found - program.variables.begin());
}

// Results. The outcome, the number of steps, Θ (`active`) and β (`bank`) of each warp, and Σ (`memory`).
// `find` returns null for an undefined word.
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

// Running. A run does not change the program, which may be run any number of times.
void run_collatz() {
    musimd::Program program = read_collatz();
    give_input(program);

    // An engine runs programs. `fast` is the usual choice; `rules` applies the semantics rule by rule. Both
    // return the same result, traps included.
    const musimd::Engine& fast = *musimd::find_engine("fast");
    const musimd::Engine& rules = *musimd::find_engine("rules");

    // A program may ask for a million warps: check its size before running one from an unknown source.
    if (const auto reason = musimd::too_large(fast, program)) {
        std::cerr << *reason << '\n';
        return;
    }
    // MachineOptions: the step limit of each warp, the order of threads in atomics, the highest address. A
    // program that exceeds the step limit ends with Outcome::limit.
    musimd::MachineOptions options;
    options.max_steps = 1000;
    // An observer is called for every step; this one counts. Running without one (null) is faster.
    musimd::StatisticsObserver watch(program, 32);
    const musimd::Result result = fast.run(program, options, &watch);
    show(result, program);

    std::cout << "SIMD efficiency " << watch.statistics().simd_efficiency() << '\n';
    const bool same = rules.run(program, options, nullptr) == result;
    std::cout << "the rules engine " << (same ? "agrees" : "differs") << '\n';
}

// Traps. A program that goes wrong throws nothing: its result has the trap, with its kind, the rule that
// could not be applied, the location in the text, and the threads.
void show_trap() {
    const musimd::ReadResult read =
        musimd::read_program(".threads 4\n  d = tid - 2\n  q = 12 / d\n  stop\n", "divide.asm");
    const musimd::Result result = musimd::find_engine("fast")->run(*read.program, {}, nullptr);
    if (!result.trap) return;
    const musimd::Trap& trap = *result.trap;
    std::cout << "divide.asm:" << trap.line << ": " << to_string(trap.kind) << " in rule "
              << to_string(trap.rule) << ", thread " << trap.threads[0] << ": " << trap.message << '\n';
    // The state is that before the step: q is undefined in every thread.
    const bool has_q = result.warps[0].bank.find(0, variable(*read.program, "q")) != nullptr;
    std::cout << "q of thread 0 is " << (has_q ? "defined" : "undefined") << '\n';
}

}  // namespace

int main() {
    show_diagnostics();
    run_collatz();
    show_trap();
}
