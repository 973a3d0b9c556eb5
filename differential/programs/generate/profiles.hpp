#pragma once

#include <array>
#include <cstdint>
#include <string_view>

// Nothing but the table: the options of `musimd fuzz` are declared where no generator is linked.

namespace musimd::differential {

/// A kind of random programs.
enum class Profile : std::uint8_t {
    structured,
    reconvergence,
    everywhere,
    shuffle,
    memory,
    atomics,
    loops,
    grids,
    unstructured,
    soup,
    typed,
    mixed,
    blocks,
    collectives,
    volta,
    messages,
    models,
};

struct ProfileInfo {
    Profile profile;
    std::string_view name;
    std::string_view meaning;  ///< one line of prose
};

inline constexpr std::array kProfiles = {
    ProfileInfo{Profile::structured, "structured", "nested conditionals, loops and everywhere blocks"},
    ProfileInfo{Profile::reconvergence, "reconvergence",
                "who is active after break, continue, return, switch, elect and calls"},
    ProfileInfo{Profile::everywhere, "everywhere", "everywhere blocks in everything, and branch_mask"},
    ProfileInfo{Profile::shuffle, "shuffle", "lanes that read one another"},
    ProfileInfo{Profile::memory, "memory", "loads and stores, buffers, races"},
    ProfileInfo{Profile::atomics, "atomics", "atomic_inc and fetch_OP, in every order of the threads"},
    ProfileInfo{Profile::loops, "loops", "loops in loops, of every form"},
    ProfileInfo{Profile::grids, "grids", "several warps, barriers, races of both modes"},
    ProfileInfo{Profile::unstructured, "unstructured", "well structured by the check, but not nested"},
    ProfileInfo{Profile::soup, "soup", "any instructions with any targets; most trap"},
    ProfileInfo{Profile::typed, "typed", "integers and floats of every width, at the edges of their ranges"},
    ProfileInfo{Profile::mixed, "mixed", "any of the above"},
    ProfileInfo{Profile::blocks, "blocks", "blocks, shared memory, block barriers, exits, locks; no races"},
    ProfileInfo{Profile::collectives, "collectives", "collectives with masks of every kind; no deadlocks"},
    ProfileInfo{Profile::volta, "volta", "both of these, with independent threads"},
    ProfileInfo{Profile::messages, "messages", "atomics and fences of all orders and scopes; many races"},
    ProfileInfo{Profile::models, "models", "those in lock step, under the models of section 12"},
};

}  // namespace musimd::differential
