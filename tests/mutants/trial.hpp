#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/conformance.hpp"
#include "tests/mutants/mutant.hpp"

// What it takes to tell a mutant from the machine. Each trial runs in a process of its own: a mutant may
// crash or never end, and that tells it too.

namespace musimd::mutants {

/// How a mutant fared in a trial.
struct Verdict {
    enum class Kind : std::uint8_t { survived, killed, crashed, hung };

    Kind kind = Kind::survived;
    std::uint64_t programs = 0;  ///< up to and with the one that told
    std::string told_by;         ///< the conformance program; empty where a random one did

    bool is_dead() const { return kind != Kind::survived; }
};

/// A program of the conformance suite.
struct ConformanceProgram {
    std::string title;  ///< its path below programs/conformance
    Program program;
};

/// The conformance suite, in the order of its files.
std::vector<ConformanceProgram> conformance_programs();

/// Runs the suite on the mutant until a program misses what it expects. The programs that cover a rule or
/// trap of the mutant come first.
Verdict try_conformance(const Mutant& mutant, const std::vector<ConformanceProgram>& suite);

/// Runs up to `count` random programs, of every profile in turn, until one gives on the mutant what it does
/// not give on the rules as they are: another result, other statistics, or other rules exercised.
Verdict try_fuzzer(const Mutant& mutant, std::uint64_t seed, std::uint64_t count);

}  // namespace musimd::mutants
