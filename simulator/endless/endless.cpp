#include "simulator/endless/endless.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/endless.hpp"
#include "analysis/loops.hpp"
#include "simulator/endless/parties.hpp"

namespace musimd {
namespace {

using endless::Parties;
using endless::Party;
using endless::Sleeper;
using endless::Spinner;

constexpr std::size_t kNamed = 3;  // of parties and of addresses

std::string listed(std::vector<std::string> parts, std::string_view more) {
    if (parts.size() > kNamed) {
        const std::size_t left = parts.size() - kNamed;
        parts.resize(kNamed);
        parts.push_back(fmt::format("{} more{}", left, more));
    }
    if (parts.size() < 2) return parts.empty() ? std::string() : parts[0];
    const std::string last = std::move(parts.back());
    parts.pop_back();
    return fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

class EndlessText {
  public:
    EndlessText(const endless::Repetition& repetition, const Parties& parties, std::uint64_t begin)
        : state_(*repetition.state),
          program_(state_.program()),
          shared_begin_(state_.options().max_address + 1),
          writers_(repetition.writers),
          parties_(parties),
          begin_(begin) {}

    Endless run() {
        Endless found;
        found.is_on_memory = !parties_.changes_memory && !addresses().empty();
        std::vector<std::string> parts = spinning();
        add_writers(parts);
        const std::size_t sleepers = std::min(parties_.sleepers.size(), kNamed);
        for (std::size_t i = 0; i < sleepers; ++i) parts.push_back(sleeping(parties_.sleepers[i]));
        found.text = fmt::format("{}", fmt::join(parts, "; "));
        for (const Spinner& spinner : parties_.spinners) add_edges(spinner, found.waits);
        for (const Sleeper& sleeper : parties_.sleepers) add_edge(sleeper, found.waits);
        constexpr std::size_t kLines = 10;
        if (found.waits.size() > kLines) found.waits.resize(kLines);
        return found;
    }

  private:
    std::string name(const Party& who) const {
        const std::string set = to_string(who.lanes);
        return fmt::format("lane{} {}{}", who.lanes.size() == 1 ? "" : "s", set.substr(1, set.size() - 2),
                           program_.warps == 1 ? std::string() : fmt::format(" of warp {}", who.warp));
    }

    std::string word(std::int64_t address) const {
        const std::int64_t words = program_.shared_words();
        if (address < shared_begin_ || words == 0) return fmt::format("[{}]", address);
        return fmt::format("shared word {}", (address - shared_begin_) % words);
    }

    std::string words(const std::set<std::int64_t>& addresses) const {
        std::vector<std::string> parts;
        for (const std::int64_t address : addresses) parts.push_back(word(address));
        return listed(std::move(parts), "");
    }

    static Loop loop_of(const Spinner& spinner) { return {spinner.pcs.begin(), spinner.pcs.end()}; }

    // Those in the same loop, on the same words, as one part.
    std::vector<std::string> spinning() const {
        std::map<std::pair<std::string, std::string>, std::vector<const Spinner*>> loops;
        for (const Spinner& spinner : parties_.spinners)
            loops[{words(spinner.addresses), where(loop_of(spinner), program_)}].push_back(&spinner);
        std::vector<std::string> parts;
        for (const auto& [loop, spinners] : loops) {
            const bool is_one = spinners.size() == 1 && spinners[0]->who.lanes.size() == 1;
            const bool spins = !loop.first.empty() && !parties_.changes_memory;
            std::vector<std::string> names;
            for (const Spinner* spinner : spinners) names.push_back(name(spinner->who));
            parts.push_back(fmt::format(
                "{} {} {}", listed(std::move(names), ""),
                spins ? fmt::format("{} on {}", is_one ? "spins" : "spin", loop.first)
                      : fmt::format("{} the loop", is_one ? "repeats" : "repeat"),
                loop.second + (spins ? std::string() : why_nobody_leaves(loop_of(*spinners[0]), program_))));
        }
        return parts;
    }

    std::set<std::int64_t> addresses() const {
        std::set<std::int64_t> all;
        for (const Spinner& spinner : parties_.spinners)
            all.insert(spinner.addresses.begin(), spinner.addresses.end());
        return all;
    }

    std::string it(std::int64_t address) const { return addresses().size() == 1 ? "it" : word(address); }

    const Spinner* spinner_of(const endless::Writer& writer) const {
        const auto found = std::ranges::find_if(parties_.spinners, [&](const Spinner& spinner) {
            return spinner.who.warp == writer.warp && spinner.who.lanes.contains(writer.lane);
        });
        return found == parties_.spinners.end() ? nullptr : &*found;
    }

    // Words that nobody has written, or that one who spins has written. Those who sleep say it themselves.
    void add_writers(std::vector<std::string>& parts) const {
        if (parties_.changes_memory) return;
        std::size_t count = 0;
        for (const std::int64_t address : addresses()) {
            const auto writer = writers_.find(address);
            if (writer != writers_.end() && spinner_of(writer->second) == nullptr) continue;
            if (++count > kNamed) return;
            parts.push_back(writer == writers_.end()
                                ? unseen(address)
                                : fmt::format("{} wrote {} last", lane(writer->second), it(address)));
        }
    }

    // A word that nobody has changed since the search began. An update that left it as it was counts as the
    // last write of `LastWrites`, and hides those before.
    std::string unseen(std::int64_t address) const {
        const std::uint64_t step = state_.last_writes().of_word(address).step;
        if (begin_ == 0 || step == 0) return fmt::format("nobody has written {}", it(address));
        if (step <= begin_) return fmt::format("step {} wrote {} last", step, it(address));
        return fmt::format("nobody has written {} since step {}", it(address), begin_);
    }

    std::string lane(const endless::Writer& writer) const {
        ThreadSet self;
        self.insert(writer.lane);
        return name({writer.warp, self});
    }

    std::string line(Label pc) const {
        if (pc == 0 || pc >= program_.end()) return "at the end of the program";
        const std::uint32_t line = program_.at(pc).line;
        return line == 0 ? fmt::format("at instruction {}", pc) : fmt::format("on line {}", line);
    }

    // Who keeps a sleeper at its branch: those of its warp that run.
    std::vector<const Spinner*> keepers(const Sleeper& sleeper) const {
        std::vector<const Spinner*> result;
        for (const Spinner& spinner : parties_.spinners)
            if (spinner.who.warp == sleeper.who.warp) result.push_back(&spinner);
        return result;
    }

    std::string leave(const Sleeper& sleeper) const {
        const std::vector<const Spinner*> keepers = this->keepers(sleeper);
        if (keepers.empty()) return {};
        const bool is_one = keepers.size() == 1 && keepers[0]->who.lanes.size() == 1;
        std::vector<std::string> names;
        for (const Spinner* keeper : keepers) names.push_back(name(keeper->who));
        const std::string who =
            parties_.spinners.size() == 1 ? (is_one ? "it" : "they") : listed(std::move(names), "");
        return fmt::format(" and {} only when {} {}", sleeper.who.lanes.size() == 1 ? "runs" : "run", who,
                           is_one ? "leaves" : "leave");
    }

    std::string sleeping(const Sleeper& sleeper) const {
        std::string text = name(sleeper.who);
        if (!sleeper.wrote.empty() && !parties_.changes_memory)
            text += fmt::format(", which wrote {} last,", it(sleeper.wrote.front()));
        const bool is_one = sleeper.who.lanes.size() == 1;
        const std::string_view wait = is_one ? "waits" : "wait";
        switch (sleeper.why) {
            case Sleeper::Why::branch:
                return fmt::format("{} {} at the branch {}{}", text, wait, line(sleeper.pc), leave(sleeper));
            case Sleeper::Why::meeting:
                return fmt::format("{} {} {} for others", text, wait, line(sleeper.pc));
            case Sleeper::Why::not_next:
                return fmt::format("{0} {1} {2} and {1} never the next to run", text, is_one ? "is" : "are",
                                   line(sleeper.pc));
            case Sleeper::Why::everywhere:
                return fmt::format("{} {}{}", text, is_one ? "sleeps" : "sleep", leave(sleeper));
            case Sleeper::Why::ended:
                return fmt::format("{} {} ended", text, is_one ? "has" : "have");
        }
        return text;
    }

    // ---- who waits for whom

    void add_edges(const Spinner& spinner, std::vector<std::string>& lines) const {
        if (parties_.changes_memory) return;
        for (const std::int64_t address : spinner.addresses) {
            const auto writer = writers_.find(address);
            if (writer == writers_.end() && begin_ != 0) continue;
            lines.push_back(fmt::format("{} → {} → {}", name(spinner.who), word(address),
                                        writer == writers_.end() ? "nobody" : lane(writer->second)));
        }
    }

    void add_edge(const Sleeper& sleeper, std::vector<std::string>& lines) const {
        if (sleeper.why != Sleeper::Why::branch) return;
        for (const Spinner* keeper : keepers(sleeper))
            lines.push_back(fmt::format("{} → the branch {} → {}", name(sleeper.who), line(sleeper.pc),
                                        name(keeper->who)));
    }

    const debugger::Execution& state_;
    const Program& program_;
    const std::int64_t shared_begin_;
    const std::map<std::int64_t, endless::Writer>& writers_;
    const Parties& parties_;
    const std::uint64_t begin_;  ///< steps before the search, whose writers are not known
};

}  // namespace

std::optional<Endless> why_endless(const debugger::Execution& begin, const endless::Budget& budget,
                                   const std::function<bool()>& goes_on) {
    const auto repetition = endless::find_repetition(begin, budget, goes_on);
    if (!repetition) return std::nullopt;
    const Parties parties = endless::parties_of(*repetition);
    Endless found = EndlessText(*repetition, parties, begin.steps()).run();
    found.steps = parties.steps;
    found.each = parties.each;
    found.most = parties.most;
    found.position = repetition->state->steps();
    return found;
}

std::optional<Endless> why_endless(const Program& program, MachineOptions options,
                                   const std::function<bool()>& goes_on) {
    constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
    if (options.order == Order::random || Machine::estimated_bytes(program) > kMostBytes) return std::nullopt;
    options.max_steps = UINT64_MAX;
    options.interrupt = nullptr;
    return why_endless(debugger::Execution(program, options), {}, goes_on);
}

std::optional<Endless> why_endless(const Program& program, const MachineOptions& options,
                                   const Result& result) {
    if (!result.limit || result.limit->reason != LimitReason::steps) return std::nullopt;
    return why_endless(program, options);
}

}  // namespace musimd
