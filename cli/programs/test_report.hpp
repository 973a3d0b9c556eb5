#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checking/conformance.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {

/// A failed expectation; the line of its `.expect` is 0 if unknown.
struct TestFailure {
    std::uint32_t line = 0;
    std::string message;
};

/// One program on one engine, or a program that could not be read and ran on none.
struct TestRecord {
    enum class State { passed, failed, skipped, unreadable };
    std::string program;  ///< TestProgram::title
    std::string engine;   ///< empty if unreadable
    State state = State::passed;
    std::vector<TestFailure> failures;
    std::string reason = {};  ///< skipped: why
    std::string ran_on = {};  ///< the engine that ran it because the compiler of `engine` failed
};

/// All results of `musimd test`.
struct TestReport {
    std::uint64_t passed = 0;
    std::uint64_t failed = 0;     ///< including unreadable ones
    std::uint64_t skipped = 0;    ///< not supported by the engine
    std::uint64_t fallbacks = 0;  ///< run by fast because native's compiler failed on them
    std::vector<TestRecord> records;
    CoverageTable coverage;
    bool covers = false;  ///< --coverage was given
    bool interrupted = false;
};

/// The report in one of the formats, `text`, `json`, `tap` (version 14, readable as version 13) or `junit`.
std::string print_tests(const TestReport& report, std::string_view format);

}  // namespace musimd::cli
