#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "isa/program.hpp"

namespace musimd::models {

/// What distinguishes a model of section 12 from the others: a row of models.def.
struct Policy {
    /// Where the halves of a branch join.
    enum class JoinAt : std::uint8_t { none, post_dominator, declared } join;
    /// When a branch opens a join. Of a group that is not whole, none is opened under `if_split_and_whole`,
    /// and one that has lost a thread is void.
    enum class Opens : std::uint8_t { if_split, if_split_and_whole } opens;
    /// Which groups become one besides those that join: those with an equal pc, or those that leave one loop.
    enum class Unites : std::uint8_t { nobody, equal_pc, leavers } unites;
    /// Which group steps next: the first that can, the one with the lowest pc, or the first of those that can
    /// and have not yielded.
    enum class Next : std::uint8_t { first, lowest_pc, yielding } next;
    /// Which half of a branch is the first: the one at pc+1, either (`--side`), or the one that leads back.
    enum class FirstSide : std::uint8_t { next, free, loop_then_next } side;
    /// Who takes part in a collective: all that the mask names must be there, those that are, or it waits.
    enum class Meet : std::uint8_t { all, here, waits } meet;
    /// Whose registers a shuffle can read: those of who takes part, or of every lane.
    enum class Reads : std::uint8_t { group, warp } reads;
    /// Between whom races are: warps (and the threads under `.races thread`), or threads.
    enum class Agents : std::uint8_t { warp, thread } agents;
    /// Where a barrier may stand: where all threads of a warp are together; the same, and in all warps at one
    /// instruction, before any thread has ended; or anywhere.
    enum class Barrier : std::uint8_t { aligned, strict, waits } barrier;
};

/// The policy of a model that has_groups.
constexpr Policy policy_of(ThreadModel model) {
    switch (model) {
#define MUSIMD_MODEL(name, join, opens, unites, next, side, meet, reads, agents, barrier) \
    case ThreadModel::name:                                                               \
        return {Policy::JoinAt::join, Policy::Opens::opens,    Policy::Unites::unites,    \
                Policy::Next::next,   Policy::FirstSide::side, Policy::Meet::meet,        \
                Policy::Reads::reads, Policy::Agents::agents,  Policy::Barrier::barrier};
#include "semantics/models/models.def"
        case ThreadModel::lockstep:
        case ThreadModel::volta:
            break;
    }
    return {};
}

constexpr std::string_view to_string(Side side) {
    return side == Side::next ? "next" : "target";
}

constexpr std::string_view to_string(Within within) {
    constexpr std::string_view kNames[] = {"collective", "synchronous", "control"};
    return kNames[static_cast<std::size_t>(within)];
}

/// Between whom a program races under its model, which has_groups.
constexpr RaceMode races_of(const Program& program) {
    return policy_of(program.model).agents == Policy::Agents::thread ? RaceMode::thread : program.races;
}

/// Whether `--side` has an effect.
constexpr bool has_free_side(ThreadModel model) {
    return has_groups(model) && policy_of(model).side == Policy::FirstSide::free;
}

/// Whether any group of a warp that can step may be next.
constexpr bool has_free_groups(ThreadModel model) {
    return has_groups(model) && policy_of(model).agents == Policy::Agents::thread;
}

}  // namespace musimd::models
