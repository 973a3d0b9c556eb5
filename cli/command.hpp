#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace musimd::cli {

/// Exit statuses of every command.
enum ExitStatus : int {
    kOk = 0,        ///< the run ended in `stop`, the check or every test passed
    kFailed = 1,    ///< a trap, a failed check or a failed test
    kBadInput = 2,  ///< the input or the command line is bad: nothing on standard output
    kLimit = 3,     ///< the step limit
    kInterrupted = 130,
};

using Arguments = std::vector<std::string>;

/// A subcommand of `musimd`.
struct Command {
    std::string_view name;
    std::string_view summary;  ///< one line for `musimd --help`
    int (*run)(const Arguments& arguments);
};

int run(const Arguments& arguments);
int check(const Arguments& arguments);
int compile(const Arguments& arguments);
int explore(const Arguments& arguments);
int test(const Arguments& arguments);
int format(const Arguments& arguments);
int fuzz(const Arguments& arguments);
int fuzz_dsl(const Arguments& arguments);  ///< `musimd fuzz --dsl`
int reduce(const Arguments& arguments);
int spmd(const Arguments& arguments);
int doctor(const Arguments& arguments);
int cache(const Arguments& arguments);
int isa(const Arguments& arguments);

}  // namespace musimd::cli
