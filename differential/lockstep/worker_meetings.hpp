#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "differential/lockstep/plain_run.hpp"

namespace musimd::differential::lockstep {

enum class Use : std::uint8_t { read, write, atomic };

/// The accesses between two barriers of a block: which of them are of different workers depends on the shape.
class WorkerMeetings {
  public:
    explicit WorkerMeetings(const Drawn& kernel) : kernel_(kernel), found_(kernel.instances.size()) {}

    /// By an index of a domain, or, without one, by all workers.
    struct Who {
        std::optional<std::uint32_t> domain;
        std::uint32_t index = 0;
    };
    void access(std::uint32_t array, std::uint32_t element, const Who& who, Use use);
    void barrier();

    const std::vector<Meeting>& found() const { return found_; }

  private:
    /// Of an instance: the least and the greatest worker.
    struct Span {
        std::uint32_t least = UINT32_MAX;
        std::uint32_t greatest = 0;
        void add(std::uint32_t first, std::uint32_t last);
        bool is_empty() const { return least > greatest; }
    };
    using Accesses = std::array<Span, 3>;  ///< by use

    static bool meet(const Accesses& accesses, std::uint32_t per);

    const Drawn& kernel_;
    std::vector<Meeting> found_;
    std::unordered_map<std::uint64_t, std::vector<Accesses>> accesses_;  ///< by element: by instance
};

}  // namespace musimd::differential::lockstep
