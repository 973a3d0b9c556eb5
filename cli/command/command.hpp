#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace musimd::cli {

/// Exit statuses of every command.
enum ExitStatus : int {
    kOk = 0,        ///< the run ended in `stop`, the check or every test passed
    kFailed = 1,    ///< a trap, a failed check or a failed test
    kBadInput = 2,  ///< bad input or command line: only --json writes to standard output
    kLimit = 3,     ///< the step limit
    kInterrupted = 130,
};

using Arguments = std::vector<std::string>;

class Options;

/// What has a command: the program itself, or a part of it (parts.hpp).
enum class Part { core, kernels, fuzz };

/// A subcommand of `musimd`, or a variant of one (`fuzz --dsl`), which the subcommand itself selects.
struct Command {
    std::string_view name;
    std::string_view summary;  ///< one line for `musimd --help`
    Options (*declare)();      ///< declares its options
    Part part = Part::core;
};

/// All commands, in the order of `musimd --help`.
std::span<const Command> commands();

/// What an executable runs for a command.
struct CommandFunction {
    std::string_view name;
    int (*run)(const Arguments& arguments);
};

/// The main function of musimd and of its parts: finds the command, runs it, or the part that has it, and
/// reports its errors. Returns the exit status.
int run_command_line(int argc, char** argv, std::span<const CommandFunction> functions);

// ---- the options of each command, and what runs it

Options declare_run();
int run(const Arguments& arguments);
Options declare_check();
int check(const Arguments& arguments);
Options declare_compile();
int compile(const Arguments& arguments);
Options declare_explore();
int explore(const Arguments& arguments);
Options declare_test();
int test(const Arguments& arguments);
Options declare_suite();
int suite(const Arguments& arguments);
Options declare_format();
int format(const Arguments& arguments);
Options declare_fuzz();
int fuzz(const Arguments& arguments);
Options declare_fuzz_dsl();
int fuzz_dsl(const Arguments& arguments);
Options declare_fuzz_omp();
int fuzz_omp(const Arguments& arguments);
Options declare_fuzz_cuda();
int fuzz_cuda(const Arguments& arguments);
Options declare_fuzz_lockstep();
int fuzz_lockstep(const Arguments& arguments);
Options declare_reduce();
int reduce(const Arguments& arguments);
Options declare_spmd();
int spmd(const Arguments& arguments);
Options declare_omp();
int omp(const Arguments& arguments);
Options declare_cuda();
int cuda(const Arguments& arguments);
Options declare_equivalent();
int equivalent(const Arguments& arguments);
Options declare_lockstep();
int lockstep(const Arguments& arguments);
Options declare_trace();
int trace(const Arguments& arguments);
Options declare_draw();
int draw(const Arguments& arguments);
Options declare_profile();
int profile(const Arguments& arguments);
Options declare_derive();
int derive(const Arguments& arguments);
Options declare_debug();
int debug(const Arguments& arguments);
Options declare_web();
int web(const Arguments& arguments);
Options declare_grade();
int grade(const Arguments& arguments);
Options declare_serve();
int serve(const Arguments& arguments);
Options declare_analyze();
int analyze(const Arguments& arguments);
Options declare_doctor();
int doctor(const Arguments& arguments);
Options declare_cache();
int cache(const Arguments& arguments);
Options declare_isa();
int isa(const Arguments& arguments);
Options declare_completion();
int completion(const Arguments& arguments);
Options declare_man();
int man(const Arguments& arguments);

}  // namespace musimd::cli
