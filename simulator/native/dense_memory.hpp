#pragma once

#include <cstddef>
#include <cstdint>

#include "host/arena.hpp"
#include "isa/program.hpp"
#include "semantics/memory.hpp"
#include "simulator/codegen/prelude/interface.hpp"

namespace musimd::native {

/// Σ for compiled programs: an array of the lowest addresses.
class DenseMemory {
  public:
    /// Higher addresses are left to other engines.
    static constexpr std::int64_t kMaxAddresses = std::int64_t{1} << 26;

    /// The shared memory of the blocks follows max_address. Claims have four bytes or eight, as in Target
    /// (simulator/codegen/prelude/cpu_memory.inc).
    DenseMemory(const Program& program, std::int64_t max_address);

    /// False if the host is out of memory, or the program preloads words, or has shared memory, past the end.
    bool good() const { return good_; }
    Sigma& sigma() { return sigma_; }

    /// At a barrier.
    void forget_claims() {
        arena_.forget_claims();
        find_claims();
    }

    Memory to_memory() const;

  private:
    void find_claims() {
        sigma_.claims = arena_.claims;
        if (arena_.short_claims != nullptr) sigma_.claims = arena_.short_claims;
        sigma_.phase = arena_.phase;
    }
    void put(std::int64_t address, Value word);
    void preload(const Program& program);

    bool wide_;         ///< eight-byte words
    std::int64_t end_;  ///< end of the addresses that have words
    host::Arena arena_;
    Sigma sigma_;
    bool good_;
};

/// Copies the defined words to Σ, from this address on; words of four bytes or of eight (`wide`).
void add_words(Memory& memory, std::int64_t address, std::int64_t count, const void* words, bool wide,
               const std::uint8_t* defined);

}  // namespace musimd::native
