#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace musimd {

/// Room for the words of Σ at the addresses 0 … limit − 1, and for what engines keep beside each of them:
/// arrays whose pages the system gives as they are touched. What a run gives back is kept for the next ones,
/// as most of what a short run takes is the time that the system needs for fresh pages; unless it is much.
class Arena {
  public:
    /// A block of lanes may begin so many addresses before the first, and end so many behind the last.
    static constexpr std::size_t kAround = 64;
    /// Addresses for each byte of `used`.
    static constexpr std::int64_t kPage = 4096;
    /// What `phase` counts by. A claim is less than the phase in which it was made plus this.
    static constexpr std::uint64_t kPhase = std::uint64_t{1} << 40;

    Arena(std::int64_t limit, bool claims);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// False where the host has no room for it.
    bool good() const { return parts_ != nullptr; }

    void* words = nullptr;            ///< eight bytes each; anything where Σ is not defined
    std::uint8_t* defined = nullptr;  ///< 0 at first; 1 where Σ is
    std::uint64_t* claims = nullptr;  ///< less than `phase` at first; null if there are none
    std::uint8_t* used =
        nullptr;  ///< 0 at first; for each kPage addresses: whether any of them was ever defined
    std::uint64_t phase = kPhase;

  private:
    struct Parts;
    struct Kept;
    static Kept& kept();

    std::unique_ptr<Parts> parts_;
};

}  // namespace musimd
