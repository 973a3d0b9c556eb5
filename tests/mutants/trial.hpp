#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "checking/conformance.hpp"
#include "tests/mutants/mutant.hpp"

// Detecting a mutant. Each trial runs in a separate process: a mutant may crash or hang, which counts as
// detected.

namespace musimd::mutants {

/// The verdict of a trial.
struct Verdict {
    enum class Kind : std::uint8_t { survived, killed, crashed, hung };

    Kind kind = Kind::survived;
    std::uint64_t programs = 0;  ///< up to and including the one that detected it
    std::string killed_by;       ///< the conformance program; empty for a random one

    bool is_dead() const { return kind != Kind::survived; }
};

/// A program of the conformance suite.
struct ConformanceProgram {
    std::string title;  ///< its path below programs/, with the thread model if it names one
    Program program;
    bool covers;  ///< one run exercises what its .covers names
};

/// The conformance suite and the examples of models, in the order of their files.
std::vector<ConformanceProgram> conformance_programs();

/// Runs the suite on the mutant until a program fails its expectations. The programs that cover a rule or
/// trap of the mutant come first.
Verdict try_conformance(const Mutant& mutant, const std::vector<ConformanceProgram>& suite);

/// Runs up to `count` random programs, of every profile in turn, until one behaves differently on the mutant
/// than under the rules: another result, other statistics, or other rules exercised.
Verdict try_fuzzer(const Mutant& mutant, std::uint64_t seed, std::uint64_t count);

}  // namespace musimd::mutants
