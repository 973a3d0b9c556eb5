#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "differential/programs/generate/mistakes.hpp"
#include "differential/programs/generate/mix.hpp"
#include "differential/programs/generate/profiles.hpp"
#include "isa/program.hpp"
#include "semantics/data_rules.hpp"

// Random programs for differential testing: the cases of a campaign.

namespace musimd::differential {

/// Every profile, in the order of Profile.
std::span<const ProfileInfo> profiles();
/// Those whose programs use nothing of section 11 of the semantics: all before `blocks`.
std::span<const ProfileInfo> profiles_without_blocks();
std::optional<Profile> find_profile(std::string_view name);
std::string_view to_string(Profile profile);

/// What a generated program may be; the defaults are a good mix.
struct Shape {
    int size = 30;                         ///< about as many statements, from 1
    int depth = 5;                         ///< the most compound statements around a statement
    std::optional<std::uint32_t> threads;  ///< N; default: mostly 1 to 8, sometimes up to 70
    std::optional<std::uint32_t> warps;    ///< W; default: mostly 1, up to 5
    std::optional<Mix> mix;                ///< instead of the profile's, if it is made of trees
    std::uint64_t max_steps = 2'000;       ///< the limit of a run, for each warp
};

/// The mix of the profile's trees; the default mix for those that have none.
Mix mix_of(Profile profile);

/// A program, and how to run it; the program's own `.order` is that of the options.
struct Case {
    Program program;
    MachineOptions options;
};

/// A pure function of its arguments: the same on every machine, whatever the number of jobs. The program
/// survives printing and reading: print and read_program are inverse on it.
Case generate(Profile profile, std::uint64_t seed, const Shape& shape = {});

/// The same, with what is known of a program of a profile with blocks.
struct KnownCase {
    Case run;
    std::vector<MistakeSite> sites;    ///< what could be wrong with it
    bool same_in_both_models = false;  ///< what it yields does not depend on the thread model
};
KnownCase generate_known(Profile profile, std::uint64_t seed, const Shape& shape = {});

}  // namespace musimd::differential
