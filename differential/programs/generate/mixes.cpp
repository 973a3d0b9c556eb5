#include "differential/programs/generate/generator.hpp"

#include <fmt/format.h>

#include <array>

// The mixes of the profiles that are made of trees. Omitted members have the defaults of Mix.

namespace musimd::differential {
namespace {

Mix reconvergence() {
    Mix mix;
    mix.conditionals = 10;
    mix.endless_loops = 1;
    mix.switches = 2;
    mix.calls = 2;
    mix.everywhere = 1;
    mix.compute = 6;
    mix.store = 2;
    mix.load = 2;
    mix.atomic = 1;
    mix.shuffle = 2;
    mix.barrier = 0;
    mix.lanes = 4;
    mix.data = 3;
    mix.masks = 4;
    mix.uniform = 2;
    mix.counters = 2;
    mix.elected = 2;
    mix.compound = 45;
    mix.leaves = 22;
    mix.observed = 40;
    mix.clones = 15;
    mix.faults = 2;
    mix.dormant = 25;
    mix.thread_races = 0;
    return mix;
}

Mix everywhere() {
    Mix mix;
    mix.conditionals = 4;
    mix.everywhere = 8;
    mix.masked = 6;
    mix.stop = 1;
    mix.switches = 1;
    mix.leaves = 5;
    mix.elected = 1;
    mix.observed = 15;
    mix.dormant = 60;
    return mix;
}

Mix shuffle() {
    Mix mix;
    mix.shuffle = 16;
    mix.ballot = 8;
    mix.everywhere = 3;
    mix.elected = 2;
    mix.dormant = 50;
    mix.faults = 8;
    return mix;
}

Mix memory() {
    Mix mix;
    mix.compute = 4;
    mix.store = 14;
    mix.load = 14;
    mix.atomic = 3;
    mix.loaded = 5;
    mix.shared = 55;
    mix.buffers = 40;
    mix.thread_races = 15;
    mix.most_warps = 2;
    return mix;
}

Mix atomics() {
    Mix mix;
    mix.atomic = 18;
    mix.store = 2;
    mix.loaded = 4;
    mix.shared = 50;
    mix.thread_races = 30;
    mix.most_warps = 3;
    return mix;
}

Mix loops() {
    Mix mix;
    mix.conditionals = 4;
    mix.top_loops = 6;
    mix.bottom_loops = 6;
    mix.endless_loops = 2;
    mix.everywhere = 1;
    mix.counters = 4;
    mix.leaves = 12;
    mix.compound = 50;
    mix.observed = 10;
    return mix;
}

Mix grids() {
    Mix mix;
    mix.barrier = 4;
    mix.most_warps = 4;
    mix.thread_races = 25;
    mix.shared = 25;
    mix.compound = 30;
    return mix;
}

Mix unstructured() {
    Mix mix;
    mix.conditionals = 12;
    mix.switches = 1;
    mix.leaves = 4;
    mix.barrier = 0;
    mix.compound = 60;
    mix.dormant = 15;
    return mix;
}

Mix typed() {
    Mix mix;
    mix.typed = 40;
    mix.compute = 2;
    mix.atomic = 1;
    mix.shuffle = 2;
    mix.faults = 6;
    mix.compound = 30;
    return mix;
}

}  // namespace

std::span<const MixMember> mix_members() {
    static constexpr std::array kMembers = {
        MixMember{"conditionals", &Mix::conditionals},
        MixMember{"top_loops", &Mix::top_loops},
        MixMember{"bottom_loops", &Mix::bottom_loops},
        MixMember{"endless_loops", &Mix::endless_loops},
        MixMember{"switches", &Mix::switches},
        MixMember{"calls", &Mix::calls},
        MixMember{"everywhere", &Mix::everywhere},
        MixMember{"masked", &Mix::masked},
        MixMember{"compute", &Mix::compute},
        MixMember{"assign", &Mix::assign},
        MixMember{"store", &Mix::store},
        MixMember{"load", &Mix::load},
        MixMember{"atomic", &Mix::atomic},
        MixMember{"shuffle", &Mix::shuffle},
        MixMember{"ballot", &Mix::ballot},
        MixMember{"barrier", &Mix::barrier},
        MixMember{"stop", &Mix::stop},
        MixMember{"typed", &Mix::typed},
        MixMember{"assertion", &Mix::assertion},
        MixMember{"lanes", &Mix::lanes},
        MixMember{"data", &Mix::data},
        MixMember{"masks", &Mix::masks},
        MixMember{"uniform", &Mix::uniform},
        MixMember{"counters", &Mix::counters},
        MixMember{"elected", &Mix::elected},
        MixMember{"loaded", &Mix::loaded},
        MixMember{"compound", &Mix::compound},
        MixMember{"leaves", &Mix::leaves},
        MixMember{"observed", &Mix::observed},
        MixMember{"clones", &Mix::clones},
        MixMember{"shared", &Mix::shared},
        MixMember{"faults", &Mix::faults},
        MixMember{"dormant", &Mix::dormant},
        MixMember{"buffers", &Mix::buffers},
        MixMember{"thread_races", &Mix::thread_races},
        MixMember{"wide", &Mix::wide},
    };
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
            return reconvergence();
        case Profile::everywhere:
            return everywhere();
        case Profile::shuffle:
            return shuffle();
        case Profile::memory:
            return memory();
        case Profile::atomics:
            return atomics();
        case Profile::loops:
            return loops();
        case Profile::grids:
            return grids();
        case Profile::unstructured:
            return unstructured();
        case Profile::typed:
            return typed();
        case Profile::structured:
        case Profile::soup:
        case Profile::mixed:
        case Profile::blocks:
        case Profile::collectives:
        case Profile::volta:
            return {};
    }
    return {};
}

}  // namespace musimd::differential
