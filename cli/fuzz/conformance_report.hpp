#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checking/conformance_level.hpp"

namespace musimd::cli {

/// One program of the suite on another implementation.
struct ConformanceRecord {
    enum class State { passed, failed, skipped };
    std::string program;                   ///< TestProgram::title
    std::vector<ConformanceLevel> levels;  ///< levels_of
    SizeTier tier = SizeTier::small;
    std::vector<std::string> rules = {};  ///< rules and traps that its run by the rules exercises
    State state = State::passed;
    std::string details = {};  ///< failed: the differences, one per line; skipped: why
};

/// What `musimd test --impl …` found.
struct ConformanceReport {
    std::string implementation;  ///< its command
    std::vector<ConformanceRecord> records;
    bool interrupted = false;
};

/// The report in one of the formats: `text` (tables per level, tier and rule), `json`, `tap`, `junit`
/// (docs/conformance.md).
std::string print_conformance(const ConformanceReport& report, std::string_view format);

/// An SVG for a README: on how many levels every program passes.
std::string conformance_badge(const ConformanceReport& report);

}  // namespace musimd::cli
