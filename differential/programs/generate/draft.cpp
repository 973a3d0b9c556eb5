#include "differential/programs/generate/draft.hpp"

#include <utility>

#include "differential/programs/generate/block_maker.hpp"
#include "differential/programs/generate/crossing.hpp"
#include "differential/programs/generate/grids.hpp"
#include "differential/programs/generate/instructions.hpp"
#include "differential/programs/generate/lowering.hpp"
#include "differential/programs/generate/messages.hpp"
#include "differential/programs/generate/soup.hpp"
#include "differential/programs/generate/tree_maker.hpp"
#include "differential/programs/generate/writer.hpp"

namespace musimd::differential {
namespace {

TreeSize tree_size(const Shape& shape) {
    return {shape.size, shape.depth, shape.threads, shape.warps};
}

// Every variable is initialized, so that skipped instructions leave nothing undefined.
void prepare_for_crossing(Tree& tree) {
    for (const Variable v : {kAddress, kCondition, kElected, kTest, kLane}) {
        tree.initial.push_back(copy(v, Operand::constant(0)));
    }
    for (Variable i = 0; i < kLoops; ++i) tree.initial.push_back(copy(kFuel + i, Operand::constant(2)));
    for (Variable i = 0; i < kLevels; ++i) {
        tree.initial.push_back(copy(kLeft + i, Operand::constant(0)));
        tree.initial.push_back(copy(kMatch + i, Operand::constant(0)));
    }
}

Label prologue_of(const Tree& tree) {
    return static_cast<Label>(tree.initial.size()) + (tree.initial_everywhere ? 2 : 0);
}

// The profiles of section 11 of the semantics.
bool is_of_blocks(Profile profile) {
    return profile == Profile::blocks || profile == Profile::collectives || profile == Profile::volta;
}

}  // namespace

Profile pick_profile(Profile profile, Dice& dice) {
    const auto before = static_cast<std::size_t>(Profile::mixed);
    if (profile == Profile::models && dice.chance(30))
        return dice.pick({Profile::blocks, Profile::collectives});
    const bool is_any = profile == Profile::mixed || profile == Profile::models;
    return is_any ? profiles()[dice.index(before)].profile : profile;
}

Draft make_draft(Profile profile, Dice& dice, const Shape& shape) {
    if (is_of_blocks(profile)) {
        BlockProgram blocks = make_block_program(profile, dice, shape);
        return {std::move(blocks.program), {}, std::move(blocks.sites), blocks.same_in_both_models};
    }
    const TreeSize size = tree_size(shape);
    if (profile == Profile::messages) return {make_messages(dice, size), {}};
    if (profile == Profile::soup) return {make_soup(dice, size), {}};
    if (profile == Profile::grids) {
        switch (dice.weighted({4, 2, 6})) {
            case 0:
                return {make_phases(dice, size, dice.chance(50) ? 100 : 92), {}};
            case 1:
                return {make_straight(dice, size), {}};
            default:
                break;
        }
    }
    Draft result{make_tree(dice, size, shape.mix ? *shape.mix : mix_of(profile)), {}};
    if (profile == Profile::unstructured) {
        prepare_for_crossing(std::get<Tree>(result.content));
        result.crossing = dice.bits();
    }
    return result;
}

Program finished(const Draft& draft) {
    const auto* const tree = std::get_if<Tree>(&draft.content);
    Program result = tree != nullptr ? lower(*tree) : std::get<Program>(draft.content);
    if (draft.crossing) {
        Dice dice(*draft.crossing);
        result = crossed(std::move(result), dice, tree != nullptr ? prologue_of(*tree) : 0);
    }
    if (tree == nullptr || draft.crossing) make_canonical(result);
    return result;
}

MachineOptions make_options(Profile profile, Dice& dice, const Shape& shape) {
    MachineOptions options;
    options.order = dice.pick({Order::ascending, Order::descending, Order::random});
    const std::uint64_t seed = dice.bits() >> 32;
    if (options.order == Order::random) options.seed = seed;
    options.max_steps = shape.max_steps;
    const bool low = profile == Profile::memory || profile == Profile::soup;
    if (low && dice.chance(5)) options.max_address = dice.between<std::int64_t>(0, 40);
    return options;
}

}  // namespace musimd::differential
