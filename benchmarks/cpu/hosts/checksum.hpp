#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace musimd::benchmarks {

/// Identifies results: FNV-1a, a 32-bit word at a time. Every compared machine computes it from its own
/// result (benchmarks/peers/machine.pl too).
class Checksum {
  public:
    void add(std::int32_t word) { hash_ = (hash_ ^ static_cast<std::uint32_t>(word)) * 1099511628211U; }
    std::string text() const { return fmt::format("{:016x}", hash_); }

  private:
    std::uint64_t hash_ = 14695981039346656037U;
};

}  // namespace musimd::benchmarks
