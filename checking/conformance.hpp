#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "checking/expectations.hpp"
#include "simulator/engine.hpp"

namespace musimd {

/// A program with expectations.
struct TestProgram {
    std::string file;
    std::string name;        ///< program name in a Prolog file; empty for assembly
    std::string model = {};  ///< that it is run under, if its expectations name models
    std::string title() const {
        return (name.empty() ? file : file + ":" + name) + (model.empty() ? "" : " (" + model + ")");
    }
};

/// The outcome of one program on one engine.
struct TestOutcome {
    std::string engine;
    std::string unsupported = {};            ///< why the engine does not run it; then nothing below is set
    std::vector<ExpectationFailure> misses;  ///< empty: it passed
    Coverage::Names covered;                 ///< rules and traps that the run exercised
};

/// The files under the paths that may hold programs (*.asm, *.pl), without duplicates, sorted. A path that is
/// a file is included whatever its name. Missing paths are returned in `missing`.
std::vector<std::string> find_program_files(const std::vector<std::string>& paths,
                                            std::vector<std::string>& missing);

/// The thread models under which a test is run: those that its expectations name or, if none does, the
/// program's own.
std::vector<ThreadModel> test_models(const Program& program);

/// The thread models that, by its expectations, do not accept it.
std::vector<ThreadModel> refusing_models(const Program& program);

/// Runs a program with its own directives and checks its `.expect` lines; with `covers`, its `.covers` lines
/// too.
TestOutcome run_test(const Program& program, const Engine& engine, bool covers);

/// The same for the runs of one test, whose programs differ in their thread models. What `.covers` lines name
/// is exercised by one of the runs; it is not checked if the engine does not support all of them.
std::vector<TestOutcome> run_test_models(std::span<const Program* const> programs, const Engine& engine,
                                         bool covers);

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
