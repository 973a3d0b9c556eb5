#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/program.hpp"
#include "semantics/memory.hpp"
#include "simulator/arena.hpp"
#include "simulator/codegen/prelude/interface.hpp"

namespace musimd::native {

/// Σ as compiled programs use it: an array of the lowest addresses.
class DenseMemory {
  public:
    /// What lies above is left to other engines.
    static constexpr std::int64_t kMostAddresses = std::int64_t{1} << 26;

    DenseMemory(const Program& program, std::int64_t max_address, bool claims);

    /// False where the host has no room for it, or the program puts words behind it.
    bool good() const { return good_; }
    Sigma& sigma() { return sigma_; }

    /// A barrier.
    void forget_claims() {
        arena_.phase += Arena::kPhase;
        sigma_.phase = arena_.phase;
    }

    Memory to_memory() const;

  private:
    void put(std::int64_t address, Value word);
    void preload(const Program& program);

    bool wide_;  ///< words of eight bytes
    Arena arena_;
    Sigma sigma_;
    bool good_;
};

/// Adds words to Σ, from this address on, as far as they are defined: of four bytes or of eight (`wide`).
void add_words(Memory& memory, std::int64_t address, std::int64_t count, const void* words, bool wide,
               const std::uint8_t* defined);

}  // namespace musimd::native
