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

// Random programs, ways to run them, and texts for the readers. All programs are as their own text gives
// them: print and read_program are inverse on them.

namespace musimd {

/// How counterexamples are shown.
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
/// branch. Most end in `stop`. They are shrunk by leaving out statements and by putting what is in a
/// statement in its place.
rc::Gen<Program> structured(const Mix& mix = {});

/// Programs of any instructions with any targets: at random, or a structured one that was changed somewhere,
/// or straight-line ones, with barriers. Many trap.
rc::Gen<Program> soup();

/// Grids of which every phase ends with a barrier, and whose threads do not race within a phase.
rc::Gen<Program> phases();

/// Programs of a profile, as campaigns of differential testing run them.
rc::Gen<Program> of_profile(Profile profile);

/// Programs of all profiles.
rc::Gen<Program> any_program();

/// The program with expectations, `.covers`, buffers and labels that nothing goes to: all that a text may
/// say.
rc::Gen<Program> program_with_directives();

/// The same programs for plain tests: a pure function of the seed.
Program structured_program(std::uint64_t seed, int size, const Mix& mix = {});
Program soup_program(std::uint64_t seed, int size);

/// Orders, seeds and, now and then, a low highest address; at most `max_steps` steps.
rc::Gen<MachineOptions> machine_options(std::uint64_t max_steps);

/// The program in another initial state: another Θ, other words in Σ, the other mode of registers.
Program in_another_state(Program program, std::uint64_t seed);

/// A spelling of the program that its own text does not have: the paper's forms, blanks, comments, constants.
std::string spell_freely(const Program& program, std::uint64_t seed);

/// Texts of all kinds, mostly wrong: random bytes, random tokens, programs that were changed somewhere.
rc::Gen<std::string> text(Language language);

}  // namespace tests
}  // namespace musimd
