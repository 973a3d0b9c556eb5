#include "kernels/launch/thread_traces.hpp"

namespace musimd::kernels {
namespace {

bool is_work(const Instruction& i) {
    return i.opcode != Opcode::sync && i.opcode != Opcode::jump;
}

std::uint32_t mixed(std::uint32_t hash, std::uint64_t word) {
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
    return static_cast<std::uint32_t>(((hash ^ word) + kFactor) * kFactor >> 32);
}

std::uint32_t hash_of(const StepEvent& event, Thread thread) {
    std::uint32_t hash = 0;
    for (const Access& access : event.accesses) {
        if (access.thread != thread) continue;
        hash = mixed(hash, static_cast<std::uint64_t>(access.address));
        hash = mixed(hash, static_cast<std::uint64_t>(access.value));
    }
    return hash;
}

std::size_t number_of(const StepEvent& event, Thread thread) {
    return std::size_t{event.warp} * event.program.threads + thread;
}

}  // namespace

void ThreadTraces::on_step(const StepEvent& event) {
    if (!is_work(event.instruction())) return;
    event.active.for_each([&](Thread t) {
        if (is_full()) return;
        const std::size_t number = number_of(event, t);
        if (number >= threads_.size()) threads_.resize(number + 1);
        threads_[number].push_back({event.pc, hash_of(event, t)});
        ++count_;
    });
}

void TraceComparison::on_step(const StepEvent& event) {
    own_.on_step(event);
    if (different_ || first_.is_full() || own_.is_full() || !is_work(event.instruction())) return;
    event.active.for_each([&](Thread t) {
        if (different_) return;
        const std::size_t number = number_of(event, t);
        const auto& own = own_.threads()[number];
        const std::size_t at = own.size() - 1;
        const bool has_ended = number >= first_.threads().size() || at >= first_.threads()[number].size();
        if (!has_ended && first_.threads()[number][at] == own[at]) return;
        const bool goes_elsewhere = has_ended || first_.threads()[number][at].pc != own[at].pc;
        different_ = goes_elsewhere && at > 0 ? own[at - 1].pc : own[at].pc;
    });
}

}  // namespace musimd::kernels
