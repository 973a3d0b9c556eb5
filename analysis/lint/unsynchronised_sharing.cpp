#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/lint/divergence.hpp"
#include "analysis/lint/lint.hpp"

namespace musimd {
namespace {

/// A load, a store or an increment whose threads and addresses are known.
struct KnownAccess {
    std::uint32_t node = 0;
    Label pc = 0;
    LinearValue address;
    const ThreadSet* threads = nullptr;
};

/// Two threads, and the address that the first uses in one access and the second in another.
struct Meeting {
    Thread earlier = 0;
    Thread later = 0;
    Integer address = 0;
};

/// Compares the accesses of a program with each other.
class Sharing {
  public:
    Sharing(const Program& program, const ControlGraph& graph);

    Warnings find();

  private:
    bool is_access(const ControlNode& node) const;
    Opcode opcode(const KnownAccess& access) const { return program_.at(access.pc).opcode; }
    bool conflict(const KnownAccess& a, const KnownAccess& b) const;
    std::optional<Thread> other_user(const KnownAccess& access, Integer address, Thread u) const;
    std::optional<Meeting> meet(const KnownAccess& earlier, const KnownAccess& later);
    void follow(const KnownAccess& earlier);
    void compare(const KnownAccess& earlier, const KnownAccess& later);

    const Program& program_;
    const ControlGraph& graph_;
    const ThreadSet all_;
    std::vector<KnownAccess> accesses_;
    std::vector<std::uint32_t> access_at_;  ///< by node: the number of its access, from 1; 0 if it has none
    std::set<std::pair<Label, Label>> compared_;
    std::vector<bool> reported_;  ///< by pc of the later access
    std::uint64_t work_left_ = 100'000'000;
    Warnings warnings_;
};

// Of a copy, the address that it writes.
MemoryUse use_of(Opcode opcode) {
    const MemoryUse use = info(opcode).memory;
    return use == MemoryUse::copies ? MemoryUse::writes : use;
}

Sharing::Sharing(const Program& program, const ControlGraph& graph)
    : program_(program),
      graph_(graph),
      all_(ThreadSet::all(program.lanes_of(0))),
      access_at_(graph.nodes.size()),
      reported_(program.end()) {
    const Divergence divergence(program, graph);
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
        const ControlNode& node = graph.nodes[n];
        if (!is_access(node)) continue;
        const OpenEntries& open = graph.context_of(node);
        const bool in_block = innermost_block(program, open) != open.size();
        // Outside blocks Θ is the initial one, unless it has been divided.
        if (divergence.is_divided(open)) continue;
        const auto address = divergence.linear_value(n, program.at(node.point.pc).operands[0]);
        if (!address) continue;
        const bool by_all = in_block || program.has_blocks();
        accesses_.push_back({n, node.point.pc, *address, by_all ? &all_ : &program.active});
        access_at_[n] = static_cast<std::uint32_t>(accesses_.size());
    }
}

bool Sharing::is_access(const ControlNode& node) const {
    if (node.flow != Flow::data) return false;
    return info(program_.at(node.point.pc).opcode).memory != MemoryUse::none;
}

bool Sharing::conflict(const KnownAccess& a, const KnownAccess& b) const {
    const MemoryUse use = use_of(opcode(a));
    const bool may_meet = use == use_of(opcode(b)) && use != MemoryUse::writes;
    return !may_meet && a.address.per_warp == b.address.per_warp;
}

/// The lowest thread other than u that uses the address.
std::optional<Thread> Sharing::other_user(const KnownAccess& access, Integer address, Thread u) const {
    std::optional<Thread> other;
    const LinearValue& a = access.address;
    if (a.per_thread == 0) {  // all threads use one address
        if (a.base != address) return std::nullopt;
        access.threads->all_of([&](Thread t) {
            if (t != u) other = t;
            return t == u;
        });
        return other;
    }
    const Integer t = (address - a.base) / a.per_thread;
    const bool is_thread = (address - a.base) % a.per_thread == 0 && t >= 0 && t < program_.threads && t != u;
    if (is_thread && access.threads->contains(static_cast<Thread>(t))) other = static_cast<Thread>(t);
    return other;
}

/// Two different threads of one warp that use the same address.
std::optional<Meeting> Sharing::meet(const KnownAccess& earlier, const KnownAccess& later) {
    std::optional<Meeting> found;
    later.threads->all_of([&](Thread u) {
        if (work_left_ == 0) return false;
        --work_left_;
        const Integer address = later.address.base + later.address.per_thread * u;
        if (const auto t = other_user(earlier, address, u)) found = Meeting{*t, u, address};
        return !found;
    });
    return found;
}

// Compares the access with all that may follow it without a barrier, `syncwarp` or fence in between.
void Sharing::follow(const KnownAccess& earlier) {
    compare(earlier, earlier);
    std::vector<bool> seen(graph_.nodes.size());
    std::vector<std::uint32_t> waiting{graph_.nodes[earlier.node].next};
    while (!waiting.empty() && work_left_ > 0) {
        const std::uint32_t n = waiting.back();
        waiting.pop_back();
        if (seen[n]) continue;
        seen[n] = true;
        --work_left_;
        const ControlNode& node = graph_.nodes[n];
        if (access_at_[n] != 0) compare(earlier, accesses_[access_at_[n] - 1]);
        if (node.flow == Flow::barrier || node.flow == Flow::stop || node.flow == Flow::leave) continue;
        const Opcode opcode = program_.at(node.point.pc).opcode;
        if (opcode == Opcode::syncwarp || opcode == Opcode::fence) continue;
        waiting.push_back(node.next);
        if (has_two_ways(node.flow)) waiting.push_back(node.target);
    }
}

std::string_view verb(Opcode opcode) {
    if (opcode == Opcode::atomic_inc) return "increments";
    const MemoryUse use = use_of(opcode);
    return use == MemoryUse::writes ? "stores to" : use == MemoryUse::reads ? "loads from" : "updates";
}

std::string place_of(const Program& program, Label pc) {
    const std::uint32_t line = program.at(pc).line;
    return line == 0 ? fmt::format("in instruction {}", pc) : fmt::format("on line {}", line);
}

void Sharing::compare(const KnownAccess& earlier, const KnownAccess& later) {
    if (reported_[later.pc] || !conflict(earlier, later)) return;
    if (!compared_.insert(std::minmax(earlier.pc, later.pc)).second) return;
    const auto meeting = meet(earlier, later);
    if (!meeting) return;
    reported_[later.pc] = true;
    const Instruction& i = program_.at(later.pc);
    const std::string address = fmt::format("{}", static_cast<std::int64_t>(meeting->address));
    const std::string message =
        earlier.pc == later.pc
            ? fmt::format("threads {} and {} both store to address {}",
                          std::min(meeting->earlier, meeting->later),
                          std::max(meeting->earlier, meeting->later), address)
            : fmt::format("thread {} {} address {}, and thread {} {} it {}, without a 'barrier' in between",
                          meeting->later, verb(opcode(later)), address, meeting->earlier,
                          verb(opcode(earlier)), place_of(program_, earlier.pc));
    warnings_.push_back({"unsynchronised-sharing",
                         later.pc,
                         {i.line, i.column},
                         message + "; only lock-step execution orders them"});
}

Warnings Sharing::find() {
    for (const KnownAccess& access : accesses_) follow(access);
    return std::move(warnings_);
}

}  // namespace

Warnings find_unsynchronised_sharing(const Program& program) {
    // After an `exit`, the threads that are active are not known.
    if (std::ranges::count(program.instructions, Opcode::exit, &Instruction::opcode) != 0) return {};
    const ControlGraph graph(program, kMaxLintedPoints);
    if (!is_lintable(program, graph)) return {};
    return Sharing(program, graph).find();
}

}  // namespace musimd
