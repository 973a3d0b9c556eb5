#include "differential/programs/generate/generator.hpp"

#include <fmt/format.h>

// The mixes of the profiles that are made of trees. Omitted members have the defaults of Mix.

namespace musimd::differential {
namespace {

constexpr Mix kReconvergence = {.conditionals = 10,
                                .endless_loops = 1,
                                .switches = 2,
                                .calls = 2,
                                .everywhere = 1,
                                .compute = 6,
                                .store = 2,
                                .load = 2,
                                .atomic = 1,
                                .shuffle = 2,
                                .barrier = 0,
                                .lanes = 4,
                                .data = 3,
                                .masks = 4,
                                .uniform = 2,
                                .counters = 2,
                                .elected = 2,
                                .compound = 45,
                                .leaves = 22,
                                .observed = 40,
                                .clones = 15,
                                .faults = 2,
                                .dormant = 25,
                                .thread_races = 0};

}  // namespace

std::span<const MixMember> mix_members() {
    static constexpr MixMember kMembers[] = {{"conditionals", &Mix::conditionals},
                                             {"top_loops", &Mix::top_loops},
                                             {"bottom_loops", &Mix::bottom_loops},
                                             {"endless_loops", &Mix::endless_loops},
                                             {"switches", &Mix::switches},
                                             {"calls", &Mix::calls},
                                             {"everywhere", &Mix::everywhere},
                                             {"masked", &Mix::masked},
                                             {"compute", &Mix::compute},
                                             {"assign", &Mix::assign},
                                             {"store", &Mix::store},
                                             {"load", &Mix::load},
                                             {"atomic", &Mix::atomic},
                                             {"shuffle", &Mix::shuffle},
                                             {"ballot", &Mix::ballot},
                                             {"barrier", &Mix::barrier},
                                             {"stop", &Mix::stop},
                                             {"typed", &Mix::typed},
                                             {"assertion", &Mix::assertion},
                                             {"lanes", &Mix::lanes},
                                             {"data", &Mix::data},
                                             {"masks", &Mix::masks},
                                             {"uniform", &Mix::uniform},
                                             {"counters", &Mix::counters},
                                             {"elected", &Mix::elected},
                                             {"loaded", &Mix::loaded},
                                             {"compound", &Mix::compound},
                                             {"leaves", &Mix::leaves},
                                             {"observed", &Mix::observed},
                                             {"clones", &Mix::clones},
                                             {"shared", &Mix::shared},
                                             {"faults", &Mix::faults},
                                             {"dormant", &Mix::dormant},
                                             {"buffers", &Mix::buffers},
                                             {"thread_races", &Mix::thread_races},
                                             {"wide", &Mix::wide}};
    return kMembers;
}

std::string mix_differences(const Mix& mix, const Mix& usual) {
    std::string text;
    for (const MixMember& m : mix_members()) {
        if (mix.*m.member == usual.*m.member) continue;
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", m.name, mix.*m.member);
    }
    return text;
}

Mix mix_of(Profile profile) {
    switch (profile) {
        case Profile::reconvergence:
            return kReconvergence;
        case Profile::everywhere:
            return {.conditionals = 4,
                    .switches = 1,
                    .everywhere = 8,
                    .masked = 6,
                    .stop = 1,
                    .elected = 1,
                    .leaves = 5,
                    .observed = 15,
                    .dormant = 60};
        case Profile::shuffle:
            return {.everywhere = 3, .shuffle = 16, .ballot = 8, .elected = 2, .faults = 8, .dormant = 50};
        case Profile::memory:
            return {.compute = 4,
                    .store = 14,
                    .load = 14,
                    .atomic = 3,
                    .loaded = 5,
                    .shared = 55,
                    .buffers = 40,
                    .thread_races = 15,
                    .most_warps = 2};
        case Profile::atomics:
            return {.store = 2, .atomic = 18, .loaded = 4, .shared = 50, .thread_races = 30, .most_warps = 3};
        case Profile::loops:
            return {.conditionals = 4,
                    .top_loops = 6,
                    .bottom_loops = 6,
                    .endless_loops = 2,
                    .everywhere = 1,
                    .counters = 4,
                    .compound = 50,
                    .leaves = 12,
                    .observed = 10};
        case Profile::grids:
            return {.barrier = 4, .compound = 30, .shared = 25, .thread_races = 25, .most_warps = 4};
        case Profile::unstructured:
            return {
                .conditionals = 12, .switches = 1, .barrier = 0, .compound = 60, .leaves = 4, .dormant = 15};
        case Profile::typed:
            return {.compute = 2, .atomic = 1, .shuffle = 2, .typed = 40, .compound = 30, .faults = 6};
        case Profile::structured:
        case Profile::soup:
        case Profile::mixed:
        case Profile::blocks:
        case Profile::collectives:
        case Profile::volta:
        case Profile::messages:
        case Profile::models:
            return {};
    }
    return {};
}

}  // namespace musimd::differential
