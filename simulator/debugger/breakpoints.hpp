#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "simulator/debugger/expression.hpp"
#include "simulator/debugger/history.hpp"

namespace musimd::debugger {

/// What a breakpoint stops for.
enum class BreakKind : std::uint8_t {
    location,    ///< before a step of one of the instructions
    rule,        ///< before a step that uses the rule
    divergence,  ///< before a branch at which threads disagree
    thread,      ///< after a step in which the thread falls asleep, wakes or exits
    change,      ///< after a step that changes a variable of a thread, or a word of Σ
    condition,   ///< after a step with which the condition begins to hold
    trap,        ///< at a trap, where every run stops
};

struct Breakpoint {
    std::uint32_t number = 0;
    BreakKind kind = BreakKind::trap;
    std::string text = {};                 ///< as the user wrote it
    std::vector<Label> pcs = {};           ///< for location
    RuleId rule = RuleId::IT;              ///< for rule
    ThreadName thread = {};                ///< for thread
    std::optional<Expression> value = {};  ///< for change and condition
    std::optional<Expression> only_if = {};
    std::uint64_t hits = 0;
};

/// Why a run stopped.
struct Stop {
    enum class Reason : std::uint8_t { arrived, breakpoint, ended, start, interrupted };
    Reason reason = Reason::arrived;
    std::uint32_t breakpoint = 0;  ///< its number
};

/// The breakpoints of a session.
class Breakpoints {
  public:
    /// Returns its number.
    std::uint32_t add(Breakpoint breakpoint);
    bool remove(std::uint32_t number);
    void clear() { list_.clear(); }
    const std::vector<Breakpoint>& list() const { return list_; }

    /// Runs until a breakpoint, the end, or the first position for which `arrived` holds. `goes_on` as for
    /// History::go_to.
    using Arrived = std::function<bool(const Execution&)>;
    Stop run(History& history, const History::GoesOn& goes_on = {}, const Arrived& arrived = {});
    /// Runs back to the last position before this one at which run would stop, or to the start. If it is
    /// interrupted, it stays where it was.
    Stop reverse(History& history, const History::GoesOn& goes_on = {});

  private:
    class Watch;

    std::vector<Breakpoint> list_;
    std::uint32_t last_number_ = 0;
};

}  // namespace musimd::debugger
