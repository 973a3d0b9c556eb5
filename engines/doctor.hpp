#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "host/doctor/probe.hpp"
#include "simulator/vector_extension.hpp"

// Which of the tools and libraries that musimd can use are installed on this machine.

namespace musimd::doctor {

using host::doctor::Probe;

struct ProbeGroup {
    std::string name;   ///< `cuda`
    std::string title;  ///< in the report
    std::vector<Probe> probes;
};

struct Host {
    std::string processor;                                ///< its own name; empty if unknown
    std::vector<VectorExtension> vector_extensions;       ///< that it has
    VectorExtension vectors = VectorExtension::baseline;  ///< the one in use: MUSIMD_ISA's or the widest
    bool vectors_requested = false;                       ///< by MUSIMD_ISA
    unsigned processors = 0;
    std::uint64_t memory_bytes = 0;
};

struct Diagnosis {
    Host host;
    std::vector<ProbeGroup> groups;
};

/// Probes what programs of the machine use; a program or library that does not answer within the limit is
/// faulty.
Diagnosis diagnose(std::chrono::milliseconds limit);

}  // namespace musimd::doctor
