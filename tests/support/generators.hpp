#pragma once

#include <rapidcheck.h>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "differential/programs/generate/generator.hpp"
#include "differential/programs/generate/tree.hpp"
#include "differential/random/dice.hpp"
#include "isa/program.hpp"
#include "isa/reader.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/result.hpp"

// Random programs, options to run them, and texts for the readers. print and read_program are inverses on all
// programs.

namespace musimd {

/// How counterexamples are printed.
void showValue(const Program& program, std::ostream& out);
void showValue(const MachineOptions& options, std::ostream& out);
void showValue(const Result& result, std::ostream& out);
namespace differential {
void showValue(const Tree& tree, std::ostream& out);
}

namespace tests {

using namespace musimd::differential;

/// Trees of statements; see structured.
rc::Gen<Tree> trees(const Mix& mix = {});

/// Programs of conditionals, loops and `everywhere` blocks that are properly nested, with one `sync` for each
/// branch. Most end in `stop`. They are shrunk by removing statements and by replacing statements with their
/// bodies.
rc::Gen<Program> structured(const Mix& mix = {});

/// Programs of any instructions with any targets: random ones, modified structured ones, or straight-line
/// ones, with barriers. Many trap.
rc::Gen<Program> soup();

/// Grids whose phases end with a barrier, and whose threads do not race within a phase.
rc::Gen<Program> phases();

/// Programs of a profile, as campaigns of differential testing run them.
rc::Gen<Program> of_profile(Profile profile);

/// Programs of all profiles.
rc::Gen<Program> any_program();

/// The program with expectations, `.covers`, buffers and unused labels: everything that a text may contain.
rc::Gen<Program> program_with_directives();

/// The same programs for ordinary tests: a pure function of the seed.
Program structured_program(std::uint64_t seed, int size, const Mix& mix = {});
Program soup_program(std::uint64_t seed, int size);

/// Orders, seeds and, sometimes, a low highest address; at most `max_steps` steps.
rc::Gen<MachineOptions> machine_options(std::uint64_t max_steps);

/// The program in another initial state: another Θ, other words in Σ, the other mode of registers.
Program in_another_state(Program program, std::uint64_t seed);

/// The program in another spelling: the paper's forms, blanks, comments, constants.
std::string spell_freely(const Program& program, std::uint64_t seed);

/// Texts of all kinds, mostly wrong: random bytes, random tokens, modified programs.
rc::Gen<std::string> text(Language language);

}  // namespace tests
}  // namespace musimd
