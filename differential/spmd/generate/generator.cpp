#include "differential/spmd/generate/generator.hpp"

#include <algorithm>
#include <utility>

#include "differential/random/edges.hpp"
#include "differential/spmd/generate/scalars.hpp"
#include "differential/spmd/generate/statement_maker.hpp"

namespace musimd::differential::spmd {
namespace {

constexpr std::uint64_t kLaunchSeed =
    0x632BE59BD9B4E019U;  // so that launches draw other numbers than kernels
constexpr std::uint64_t kVarietySeed =
    0xD1B54A32D192ED03U;  // likewise, so that what is asked of it changes no other kernels
constexpr std::uint64_t kUnrollSeed = 0xA0761D6478BD642FU;  // likewise

constexpr std::int64_t kWidestVector = 512;  // bits
constexpr unsigned kUnrolled = 20;           // percent of the launches

void add_buffers(Draft& draft) {
    const auto add = [&](const char* name, Type element, bool written) {
        draft.kernel.buffers.push_back({name, element});
        draft.written.push_back(written);
    };
    add("out", draft.signed_type(), true);
    add("a", draft.signed_type(), false);
    add("b", draft.unsigned_type(), draft.dice.chance(30));
    if (!draft.has_floats()) return;
    add("fout", draft.float_type(), true);
    add("f", draft.float_type(), false);
}

// Lengths around those of vectors, or two of the widest, unrolled, and a tail.
std::int64_t random_length(int bits, int unroll, Dice& dice) {
    if (dice.chance(50)) return dice.pick<std::int64_t>({1, 7, 8, 9, 15, 16, 17, 31, 33, 63, 65, 100});
    const std::int64_t at_once = kWidestVector / bits * unroll;
    return 2 * at_once + dice.between<std::int64_t>(1, at_once - 1);
}

}  // namespace

dsl::Kernel random_kernel(std::uint64_t seed, const KernelShape& shape) {
    Draft draft(seed, shape);
    draft.kernel.name = "kernel";
    draft.kernel.bits = shape.bits.value_or(draft.dice.pick({8, 16, 32, 32, 32, 64}));
    add_buffers(draft);
    Dice variety(seed ^ kVarietySeed);
    if (variety.chance(shape.scalars)) add_scalars(draft.kernel, variety);
    draft.nested = variety.chance(shape.nested);
    draft.guarded = variety.chance(shape.guarded);
    if (draft.guarded && variety.chance(50)) add_far_count(draft.kernel, variety);
    const int budget = draft.dice.between(1, shape.statements);
    draft.kernel.body = StatementMaker(draft).body(budget);
    return std::move(draft.kernel);
}

kernels::KernelCase random_launch(dsl::Kernel kernel, std::uint64_t seed, const KernelShape& shape) {
    Dice dice(seed ^ kLaunchSeed);
    Dice unroll(seed ^ kUnrollSeed);
    kernels::KernelCase test;
    test.unroll = shape.unroll.value_or(unroll.chance(kUnrolled) ? unroll.between(2, 4) : 1);
    test.elements = shape.elements.value_or(random_length(kernel.bits, test.unroll, dice));
    const std::vector<kernels::Extent> all = kernels::extents(kernel, test.elements);
    for (std::size_t b = 0; b < kernel.buffers.size(); ++b) {
        kernels::Contents contents{std::min<std::int64_t>(all[b].first, 0), {}};
        // Some buffers hold few different values, so that lanes go together.
        const bool few = dice.chance(20);
        const std::uint64_t pattern = input_pattern(kernel.buffers[b].element, dice);
        const std::uint64_t other = input_pattern(kernel.buffers[b].element, dice);
        const std::int64_t last = std::max(all[b].last, test.elements - 1);
        for (std::int64_t i = contents.first; i <= last; ++i) {
            const std::uint64_t any = input_pattern(kernel.buffers[b].element, dice);
            contents.patterns.push_back(few ? (dice.chance(50) ? pattern : other) : any);
        }
        test.contents.push_back(std::move(contents));
    }
    test.kernel = std::move(kernel);
    return test;
}

kernels::KernelCase random_case(std::uint64_t seed, const KernelShape& shape) {
    return random_launch(random_kernel(seed, shape), seed, shape);
}

}  // namespace musimd::differential::spmd
