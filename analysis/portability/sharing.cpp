#include "analysis/portability/sharing.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "analysis/lint/flow.hpp"
#include "analysis/portability/thread_flow.hpp"

namespace musimd {
namespace {

constexpr std::uint64_t kMostWork = 20'000'000;

/// Which threads a barrier is for, from the fewest.
enum class Reach : std::uint8_t { warp, block, grid };

/// Of an instruction that orders accesses of threads.
std::optional<Reach> reach_of(const Instruction& i) {
    if (i.opcode == Opcode::syncwarp) return Reach::warp;
    if (is_block_barrier(i.opcode)) return Reach::block;
    if (i.opcode == Opcode::barrier) return Reach::grid;
    return std::nullopt;
}

/// The instructions that control may reach from a label without passing a barrier that is for so many.
std::vector<bool> in_phase(const Program& program, Label from, Reach reach) {
    std::vector<bool> reached(program.end() + 1);
    std::vector<Label> waiting = {from};
    while (!waiting.empty()) {
        const Label pc = waiting.back();
        waiting.pop_back();
        if (pc >= program.end() || reached[pc]) continue;
        reached[pc] = true;
        const auto own = reach_of(program.at(pc));
        if (own && *own >= reach) continue;
        for (const Label next : successors(program, pc)) waiting.push_back(next);
    }
    return reached;
}

/// Parts of a run that barriers separate.
class Phases {
  public:
    Phases(const Program& program, Reach reach) {
        add(program, 1, reach);
        for (Label pc = 1; pc < program.end(); ++pc) {
            const auto own = reach_of(program.at(pc));
            if (own && *own >= reach) add(program, pc + 1, reach);
        }
    }
    bool have_both(Label a, Label b) const {
        return std::ranges::any_of(phases_,
                                   [&](const std::vector<bool>& phase) { return phase[a] && phase[b]; });
    }

  private:
    void add(const Program& program, Label from, Reach reach) {
        phases_.push_back(in_phase(program, from, reach));
    }
    std::vector<std::vector<bool>> phases_;
};

/// What a thread does at an access.
struct AddressUse {
    std::uint32_t warp = 0;
    Thread lane = 0;
    std::optional<Value> address;
};

bool may_race(MemoryUse a, MemoryUse b) {
    if (a == MemoryUse::updates && b == MemoryUse::updates) return false;
    return a != MemoryUse::reads || b != MemoryUse::reads;
}

class Sharing {
  public:
    explicit Sharing(const Program& program)
        : program_(program),
          phases_{Phases(program, Reach::warp), Phases(program, Reach::block), Phases(program, Reach::grid)} {
        for (Label pc = 1; pc < program.end(); ++pc)
            if (info(program.at(pc).opcode).memory != MemoryUse::none) accesses_.push_back(pc);
        uses_.resize(accesses_.size());
        for (std::uint32_t warp = 0; warp < program.warps; ++warp)
            for (Thread lane = 0; lane < program.lanes_of(warp); ++lane) add_uses(warp, lane);
    }

    std::vector<SharedUse> find() const {
        std::vector<SharedUse> found;
        for (std::size_t a = 0; a < accesses_.size(); ++a)
            for (std::size_t b = a; b < accesses_.size(); ++b)
                if (const auto use = compare(a, b)) found.push_back(*use);
        return found;
    }

  private:
    MemoryUse use_at(std::size_t access) const { return info(program_.at(accesses_[access]).opcode).memory; }

    void add_uses(std::uint32_t warp, Thread lane) {
        const ThreadFlow flow(program_, warp, lane);
        for (std::size_t a = 0; a < accesses_.size(); ++a)
            if (flow.may_reach(accesses_[a])) uses_[a].push_back({warp, lane, flow.address(accesses_[a])});
    }

    bool are_ordered(std::size_t a, std::size_t b, const AddressUse& x, const AddressUse& y) const {
        const bool in_block = program_.block_of(x.warp) == program_.block_of(y.warp);
        const Reach reach = x.warp == y.warp ? Reach::warp : in_block ? Reach::block : Reach::grid;
        return !phases_[static_cast<std::size_t>(reach)].have_both(accesses_[a], accesses_[b]);
    }

    bool may_meet(std::size_t a, std::size_t b, const AddressUse& x, const AddressUse& y) const {
        return (x.warp != y.warp || x.lane != y.lane) && !are_ordered(a, b, x, y);
    }

    std::optional<SharedUse> compare(std::size_t a, std::size_t b) const {
        if (!may_race(use_at(a), use_at(b))) return std::nullopt;
        const bool is_first = use_at(a) != MemoryUse::reads;  // that writes
        SharedUse found{accesses_[is_first ? a : b], accesses_[is_first ? b : a]};
        std::map<Value, std::vector<const AddressUse*>> by_address;
        std::vector<const AddressUse*> unknown;
        for (const AddressUse& use : uses_[b])
            use.address ? by_address[*use.address].push_back(&use) : unknown.push_back(&use);
        bool is_open = false;
        for (const AddressUse& x : uses_[a]) {
            const auto meets = [&](const AddressUse* y) { return may_meet(a, b, x, *y); };
            is_open = is_open || std::ranges::any_of(unknown, meets);
            if (!x.address) {
                is_open =
                    is_open || std::ranges::any_of(uses_[b], [&](const AddressUse& y) { return meets(&y); });
                continue;
            }
            const auto same = by_address.find(*x.address);
            found.is_known = same != by_address.end() && std::ranges::any_of(same->second, meets);
            if (found.is_known) return found;
        }
        return is_open ? std::optional(found) : std::nullopt;
    }

    const Program& program_;
    std::array<Phases, 3> phases_;
    std::vector<Label> accesses_;
    std::vector<std::vector<AddressUse>> uses_;  ///< by access
};

}  // namespace

std::vector<SharedUse> shared_uses(const Program& program) {
    const auto writes = [](const Instruction& i) {
        const MemoryUse use = info(i.opcode).memory;
        return use != MemoryUse::none && use != MemoryUse::reads;
    };
    const auto first = std::ranges::find_if(program.instructions, writes);
    if (first == program.instructions.end()) return {};
    const std::uint64_t threads = std::uint64_t{program.threads} * program.warps;
    if (threads * ThreadFlow::work(program) > kMostWork) {
        const auto pc = static_cast<Label>(first - program.instructions.begin()) + 1;
        return {{pc, pc}};
    }
    return Sharing(program).find();
}

}  // namespace musimd
