#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/vector_extension.hpp"

// What of the things that musimd can use is on this machine. Nothing that is asked here can make it crash or
// hang: programs are given up after a time limit, and libraries are loaded in a process of their own.

namespace musimd::differential::doctor {

/// Something that musimd uses where it is there.
struct Finding {
    enum class State : std::uint8_t {
        found,
        missing,
        faulty,  ///< it is there, but cannot be used: it hangs, fails or is of the wrong kind
    };
    std::string name;  ///< `nvcc`
    State state = State::missing;
    std::string what;     ///< its version and place; of one that is not found, why it cannot be used
    std::string enables;  ///< what musimd does with it
    std::string advice;   ///< what to do where it is not found: a Debian package, a variable
};

struct FindingGroup {
    std::string name;   ///< `cuda`
    std::string title;  ///< for people
    std::vector<Finding> findings;
};

struct Host {
    std::string processor;                                ///< as it names itself; empty if it does not
    std::vector<VectorExtension> vector_extensions;       ///< that it has
    VectorExtension vectors = VectorExtension::baseline;  ///< the one in use: MUSIMD_ISA's or the widest
    bool vectors_requested = false;                       ///< by MUSIMD_ISA
    unsigned processors = 0;
    std::uint64_t memory_bytes = 0;
};

struct Diagnosis {
    Host host;
    std::vector<FindingGroup> groups;
};

/// Looks at everything; each program or library is given up after the limit.
Diagnosis diagnose(std::chrono::milliseconds limit);

/// The words of Finding::State.
std::string_view to_string(Finding::State state);

}  // namespace musimd::differential::doctor
