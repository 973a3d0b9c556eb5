#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace musimd::host {

/// Storage for the words of Σ at the addresses 0 … limit − 1, and for what engines store beside each word:
/// arrays whose pages the system maps on first touch. A released arena is kept for the next runs, unless it
/// is large: most of the time of a short run would go into mapping fresh pages.
class Arena {
  public:
    /// A block of lanes may start this many addresses before the first, and end this many past the last.
    static constexpr std::size_t kAround = 64;
    /// Addresses per byte of `used`.
    static constexpr std::int64_t kPage = 4096;
    /// The unit of `phase`. A claim is less than the phase in which it was made plus this.
    static constexpr std::uint64_t kPhase = std::uint64_t{1} << 46;
    static constexpr std::uint64_t kShortPhase = std::uint64_t{1} << 24;  ///< the same for short claims

    /// What is stored beside the words.
    enum class Kind : std::uint8_t {
        words,             ///< whether they are defined
        words_and_claims,  ///< and claims
        words_and_short_claims,
        cells,  ///< nothing: what `words` has are cells of their user, initially zeros
    };
    /// The bytes of a word, or of a cell.
    static constexpr std::size_t kWordBytes = 8;

    Arena(std::int64_t limit, Kind kind);
    Arena(std::int64_t limit, bool has_claims)
        : Arena(limit, has_claims ? Kind::words_and_claims : Kind::words) {}
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// False if the host is out of memory.
    bool good() const { return parts_ != nullptr; }

    /// So many words will be touched. Where they are many, mapping their pages takes most of a run's time.
    void expect(std::int64_t count);

    /// Makes all claims less than `phase`.
    void forget_claims();

    /// The first byte of `used` from this one on that is 1, or null.
    std::uint8_t* next_used(std::uint8_t* from) const;

    void* words = nullptr;            ///< eight bytes each; unspecified where Σ is not defined
    std::uint8_t* defined = nullptr;  ///< initially 0; 1 where Σ is defined; null with cells
    /// Initially less than `phase`; null in arenas of another kind.
    std::uint64_t* claims = nullptr;
    std::uint32_t* short_claims = nullptr;
    std::uint8_t* used = nullptr;  ///< initially 0; per kPage addresses: whether any was ever defined
    std::uint64_t phase = kPhase;

  private:
    struct Parts;
    struct Kept;
    std::uint64_t phase_unit() const { return short_claims == nullptr ? kPhase : kShortPhase; }
    bool has_next_phase() const;
    static Kept& kept();

    std::unique_ptr<Parts> parts_;
};

}  // namespace musimd::host
