#pragma once

#include <cstdint>
#include <map>
#include <string>

// Device memory that a program has freed: no address is used again.

namespace musimd::kernels::cuda {

class FreedMemory {
  public:
    /// A call that has freed memory.
    struct Call {
        std::string function;
        std::uint64_t bytes = 0;
        std::string file;        ///< of machine code
        std::uint64_t code = 0;  ///< the address of the call in it
    };

    void add(std::uint64_t address, Call call) { calls_.insert_or_assign(address, std::move(call)); }

    /// `memory freed by cudaFree on line 10`; empty if none was freed there. `source`: the file whose
    /// lines need no name.
    std::string text_of(std::uint64_t address, const std::string& source) const;

  private:
    std::map<std::uint64_t, Call> calls_;  ///< by address of the memory
};

}  // namespace musimd::kernels::cuda
