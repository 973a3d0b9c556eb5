#pragma once

#include <cstdint>
#include <optional>
#include <tl/expected.hpp>
#include <vector>

#include "semantics/data_rules.hpp"

namespace musimd {

/// A thread at a collective: the next instruction of its machine.
struct Participant {
    Thread lane = 0;
    const Warp* machine = nullptr;
};

/// What a collective does: for each participant the new value of its v, in their order.
struct CollectiveEffects {
    std::vector<RegisterWrite> registers;  ///< none of `syncwarp`
    std::vector<ThreadSet> groups;         ///< P(m) of each group, by its lowest thread
    ThreadSet named;                       ///< the lanes that the masks name, whether they have exited or not
    RuleSet rules;
};

/// Why a collective does not step: a check of this participant fails.
struct CollectiveFailure {
    std::size_t participant = 0;
    Failure failure;
};

/// The mask of the thread, its operand m as lanes; nothing if the operand is undefined.
std::optional<ThreadSet> mask_of(const Participant& t, const Program& program);

/// P(m): the lanes of m that exist and have not exited.
ThreadSet present_in(const ThreadSet& mask, const ThreadSet& present);

/// Whether threads t and s meet: they are at the same operation, with the same width, variant, type and mask.
bool meets(const Participant& t, const Participant& s, const Program& program);

/// The checks that concern the thread alone: its operands other than x, and its mask but for who meets it.
std::optional<Failure> own_checks(const Participant& t, const Program& program, RuleSet& rules);

/// A collective of these threads, ascending, with all of its checks: under `lockstep` Θ, in groups; under
/// `volta` one complete group. `present`: the lanes of the warp that exist and have not exited.
tl::expected<CollectiveEffects, CollectiveFailure> collective(const std::vector<Participant>& threads,
                                                              const ThreadSet& present,
                                                              const Program& program);

}  // namespace musimd
