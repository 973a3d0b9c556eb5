#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace musimd {

/// The errata of kind B (docs/errata.md): the printed rule can be run and shown to fail.
enum class Erratum : std::uint8_t { E1, E2, E3, E4, E6, E7, E9, E18 };

/// Their names, in the order of the enumeration.
inline constexpr std::array<std::string_view, 8> kErrata = {"E1", "E2", "E3", "E4", "E6", "E7", "E9", "E18"};

constexpr std::string_view to_string(Erratum erratum) {
    return kErrata[static_cast<std::size_t>(erratum)];
}

/// A set of errata.
class Errata {
  public:
    constexpr void insert(Erratum erratum) { bits_ |= bit(erratum); }
    constexpr bool contains(Erratum erratum) const { return (bits_ & bit(erratum)) != 0; }
    constexpr bool empty() const { return bits_ == 0; }
    friend constexpr bool operator==(Errata, Errata) = default;

  private:
    static constexpr std::uint32_t bit(Erratum erratum) {
        return std::uint32_t{1} << static_cast<unsigned>(erratum);
    }
    std::uint32_t bits_ = 0;
};

}  // namespace musimd
