#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/diagnostic.hpp"
#include "simulator/conformance.hpp"

namespace musimd::cli {

/// What a program did not do as expected; the line of the `.expect` is 0 where none says it.
struct TestFailure {
    std::uint32_t line = 0;
    std::string message;
};

/// One program on one engine; or a program that could not be read, and so on none.
struct TestRecord {
    enum class State { passed, failed, skipped, unreadable };
    std::string program;  ///< TestProgram::title
    std::string engine;   ///< empty: unreadable
    State state = State::passed;
    std::vector<TestFailure> failures;
    std::string reason = {};  ///< skipped: why
    std::string ran_on = {};  ///< the engine that ran it in place of `engine`, whose compiler failed
};

/// Everything that `musimd test` has found out.
struct TestReport {
    std::uint64_t passed = 0;
    std::uint64_t failed = 0;     ///< unreadable ones too
    std::uint64_t skipped = 0;    ///< that the engine does not run
    std::uint64_t fallbacks = 0;  ///< that native left to fast, as the compiler failed on them
    std::vector<TestRecord> records;
    CoverageTable coverage;
    bool covers = false;  ///< the coverage has been asked for
    bool interrupted = false;
};

/// The report in one of the formats, `text`, `json`, `tap` (version 14, and what version 13 reads of it) or
/// `junit`.
std::string print_tests(const TestReport& report, std::string_view format);

}  // namespace musimd::cli
