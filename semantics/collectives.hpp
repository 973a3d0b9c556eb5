#pragma once

#include <cstdint>
#include <optional>
#include <tl/expected.hpp>
#include <vector>

#include "semantics/data_rules.hpp"

namespace musimd {

/// A thread at a collective: the next instruction of its machine, or of its group (section 12).
struct Participant {
    Participant(Thread t, const Warp& warp) : Participant(t, warp, warp.pc) {}
    Participant(Thread t, const Warp& warp, Label next) : lane(t), machine(&warp), pc(next) {}

    Thread lane;
    const Warp* machine;
    Label pc;
};

/// Who takes part in a thread's group P(m), of the threads that are there.
enum class Meeting : std::uint8_t {
    all,   ///< all lanes of m that have not exited: one that is elsewhere is an error
    here,  ///< the lanes of m that are there with the same mask
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

/// How a collective is done.
struct CollectiveRules {
    Meeting meeting = Meeting::all;
    /// A shuffle reads x in each lane that exists, also if it takes no part.
    bool reads_all_lanes = false;
};

/// A collective of these threads, ascending, with all of its checks: under `lockstep` Θ, in groups; under
/// `volta` one complete group. `present`: the lanes of the warp that exist and have not exited.
tl::expected<CollectiveEffects, CollectiveFailure> collective(const std::vector<Participant>& threads,
                                                              const ThreadSet& present,
                                                              const Program& program,
                                                              CollectiveRules rules = {});

}  // namespace musimd
