#pragma once

#include <string>
#include <tl/expected.hpp>

#include "isa/program.hpp"
#include "semantics/control_rules.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/errata.hpp"

/// The rules as the paper prints them, where they differ from RULES.md: the errata of kind B, for readers of
/// the paper. A rule that is not among the requested errata is the rule of RULES.md.
///
/// A set that a printed rule leaves unbound is taken to be empty. If only the rules of RULES.md have a
/// derivation of a state, and the printed ones have not, the trap is `stuck`.
namespace musimd::printed {

/// As musimd::control, with these errata as printed.
Step control(Errata errata, Warp& warp, const Program& program, const ThreadSet& all,
             const Instruction& instruction, RuleSet& rules);

/// As musimd::TL, with the errata of the options as printed.
tl::expected<void, Failure> TL(const Warp& warp, const Memory& memory, const Program& program,
                               const MachineOptions& options, const Instruction& instruction,
                               Effects& effects, std::span<const Thread> order = {});

/// Why the printed rules have no derivation: the message of a trap `stuck`.
std::string stuck_message(const Failure& failure, const Warp& warp, const Program& program);

}  // namespace musimd::printed
