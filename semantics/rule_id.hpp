#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace musimd {

/// The rules of RULES.md, by their names there.
enum class RuleId : std::uint8_t {
#define MUSIMD_RULE(name) name,
#include "isa/names.def"
};

/// The traps of RULES.md: the states in which no rule applies. The last one is not a trap of the machine: it
/// means that a rule as printed (printed_rules.hpp) has no derivation, and directives cannot name it.
enum class TrapKind : std::uint8_t {
#define MUSIMD_TRAP(enumerator, name) enumerator,
#include "isa/names.def"
    stuck,
};

/// What a run warns of, although it goes on.
enum class WarningKind : std::uint8_t {
#define MUSIMD_WARNING(enumerator, name) enumerator,
#include "isa/names.def"
};

constexpr std::size_t kRuleCount = 0
#define MUSIMD_RULE(name) +1
#include "isa/names.def"
    ;

constexpr std::size_t kTrapCount = 0
#define MUSIMD_TRAP(enumerator, name) +1
#include "isa/names.def"
    ;

constexpr std::string_view to_string(RuleId rule) {
    constexpr std::string_view kNames[] = {
#define MUSIMD_RULE(name) #name,
#include "isa/names.def"
    };
    return kNames[static_cast<std::size_t>(rule)];
}

constexpr std::string_view to_string(TrapKind kind) {
    constexpr std::string_view kNames[] = {
#define MUSIMD_TRAP(enumerator, name) name,
#include "isa/names.def"
        "stuck",
    };
    return kNames[static_cast<std::size_t>(kind)];
}

constexpr std::string_view to_string(WarningKind kind) {
    constexpr std::string_view kNames[] = {
#define MUSIMD_WARNING(enumerator, name) name,
#include "isa/names.def"
    };
    return kNames[static_cast<std::size_t>(kind)];
}

/// The rule of that name, or RuleId{kRuleCount}.
constexpr RuleId rule_named(std::string_view name) {
    std::size_t rule = 0;
    while (rule < kRuleCount && to_string(static_cast<RuleId>(rule)) != name) ++rule;
    return static_cast<RuleId>(rule);
}

/// A set of rules.
class RuleSet {
  public:
    constexpr void insert(RuleId rule) { bits_ |= std::uint64_t{1} << static_cast<unsigned>(rule); }
    constexpr bool contains(RuleId rule) const { return ((bits_ >> static_cast<unsigned>(rule)) & 1U) != 0; }
    constexpr RuleSet& operator|=(RuleSet other) {
        bits_ |= other.bits_;
        return *this;
    }
    friend constexpr bool operator==(RuleSet, RuleSet) = default;

  private:
    static_assert(kRuleCount <= 64);
    std::uint64_t bits_ = 0;
};

}  // namespace musimd
