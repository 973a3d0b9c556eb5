#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/engine.hpp"
#include "simulator/expectations.hpp"

namespace musimd {

/// One program that says what it expects.
struct TestProgram {
    std::string file;
    std::string name;  ///< of a program in a Prolog file; empty for assembly
    std::string title() const { return name.empty() ? file : file + ":" + name; }
};

/// What became of one program on one engine.
struct TestOutcome {
    std::string engine;
    std::vector<Disappointment> misses;  ///< empty: it passed
    Coverage::Names covered;             ///< rules and traps that the run exercised
};

/// The files under the paths that may hold programs (*.asm, *.pl), each once, in order. A path that is a file
/// is taken whatever its name. Missing paths come back in `missing`.
std::vector<std::string> find_program_files(const std::vector<std::string>& paths,
                                            std::vector<std::string>& missing);

/// How a test runs a program: as its own directives say.
MachineOptions test_options(const Program& program);

/// Runs a program with its own directives and holds the run against its `.expect` lines; with `covers`,
/// against its `.covers` lines too.
TestOutcome run_test(const Program& program, const Engine& engine, bool covers);

/// For each rule and trap, by name, how many programs exercised it.
class CoverageTable {
  public:
    CoverageTable();
    void add(const Coverage::Names& covered);
    const std::vector<std::pair<std::string, std::uint64_t>>& rows() const { return rows_; }
    std::vector<std::string> never() const;

  private:
    std::vector<std::pair<std::string, std::uint64_t>> rows_;
};

}  // namespace musimd
