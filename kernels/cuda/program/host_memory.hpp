#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cuda/program/host_findings.hpp"

// The device memory that host code allocates and frees.

namespace musimd::kernels::cuda {

class HostMemory {
  public:
    void allocated(std::uint64_t address, std::uint64_t bytes, bool of_host, std::string function,
                   HostCall call);

    /// A call that frees memory; if it could not, what is wrong.
    std::optional<HostFinding> freed(std::uint64_t address, bool could, const std::string& function,
                                     const HostCall& call);

    /// What the program has not freed: of each call that allocates, once.
    std::vector<HostFinding> leaks() const;

    struct Block {
        std::uint64_t bytes = 0;
        bool of_host = false;  ///< pinned
        std::string function;  ///< that has allocated it
        HostCall call;
        std::string free_function = {};
        std::optional<HostCall> free_call = {};
    };
    /// The block with the address, freed or not, and where it begins.
    std::optional<std::pair<std::uint64_t, Block>> block_at(std::uint64_t address) const;

  private:
    std::map<std::uint64_t, Block> blocks_;  ///< addresses are not used twice
};

}  // namespace musimd::kernels::cuda
