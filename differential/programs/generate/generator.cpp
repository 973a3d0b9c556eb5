#include "differential/programs/generate/generator.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "differential/programs/generate/draft.hpp"
#include "differential/random/dice.hpp"
#include "semantics/models/accepted.hpp"

namespace musimd::differential {
std::span<const ProfileInfo> profiles() {
    return kProfiles;
}

std::span<const ProfileInfo> profiles_without_blocks() {
    return profiles().first(static_cast<std::size_t>(Profile::blocks));
}

std::optional<Profile> find_profile(std::string_view name) {
    const auto* const found = std::ranges::find(kProfiles, name, &ProfileInfo::name);
    return found == kProfiles.end() ? std::nullopt : std::optional(found->profile);
}

std::string_view to_string(Profile profile) {
    return kProfiles[static_cast<std::size_t>(profile)].name;
}

namespace {

// One of the models of section 12 that accept the program; `stack` accepts each.
void take_model(Program& program, Dice& dice) {
    do {
        program.model = dice.pick({ThreadModel::stack, ThreadModel::minpc, ThreadModel::masks,
                                   ThreadModel::maximal, ThreadModel::uniform, ThreadModel::barriers});
    } while (!models::unaccepted(program).empty());
}

}  // namespace

KnownCase generate_known(Profile profile, std::uint64_t seed, const Shape& shape) {
    // Neighbouring seeds of one profile, and one seed of two profiles, have nothing in common.
    Dice dice(Dice(seed).bits() + static_cast<std::uint64_t>(profile));
    const Profile picked = pick_profile(profile, dice);
    KnownCase result;
    Case& run = result.run;
    run.options = make_options(picked, dice, shape);
    Draft draft = make_draft(picked, dice, shape);
    run.program = finished(draft);
    if (profile == Profile::models) {
        take_model(run.program, dice);
        draft.same_in_both_models = false;
    }
    run.program.order = run.options.order;
    run.program.seed = run.options.seed;
    result.sites = std::move(draft.sites);
    result.same_in_both_models = draft.same_in_both_models;
    return result;
}

Case generate(Profile profile, std::uint64_t seed, const Shape& shape) {
    return generate_known(profile, seed, shape).run;
}

}  // namespace musimd::differential
