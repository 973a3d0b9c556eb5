#include "views/trace/vcd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace musimd::views::trace {
namespace {

// Signals before those of the lanes.
enum : std::size_t { kPc, kLine, kRule, kSyncDepth, kContextDepth, kActive, kFirstLane };

// The short name of a signal: digits to the base 94, from '!' on.
std::string code_of(std::size_t signal) {
    std::string code;
    do {
        code += static_cast<char>('!' + signal % 94);
        signal /= 94;
    } while (signal > 0);
    return code;
}

std::string binary(std::uint64_t n) {
    return fmt::format("b{:b} ", n);
}

char level_of(LaneState state) {
    switch (state) {
        case LaneState::runs:
            return '1';
        case LaneState::woken:
            return 'z';
        case LaneState::waits:
        case LaneState::at_sync:
            return '0';
        case LaneState::absent:
        case LaneState::exited:
            break;
    }
    return 'x';
}

}  // namespace

ValueChanges::ValueChanges(const Program& program, std::uint32_t warp, Write write)
    : warp_(warp), write_(std::move(write)), lanes_(program.threads, 'x') {
    write_(fmt::format("$version musimd $end\n$timescale 1 ns $end\n$scope module warp{} $end\n", warp));
    declare("reg", 32, "pc");
    declare("reg", 32, "line");
    declare("string", 1, "rule");
    declare("reg", 32, "sync_depth");
    declare("reg", 32, "context_depth");
    declare("reg", program.threads, "active");
    for (Thread t = 0; t < program.threads; ++t) declare("wire", 1, fmt::format("lane{}", t));
    write_("$upscope $end\n$enddefinitions $end\n");
}

void ValueChanges::declare(std::string_view type, std::size_t bits, std::string_view name) {
    write_(fmt::format("$var {} {} {} {} $end\n", type, bits, code_of(values_.size()), name));
    values_.emplace_back();
}

void ValueChanges::set(std::size_t signal, std::string value) {
    if (values_[signal] == value) return;
    changes_ += value + code_of(signal) + '\n';
    values_[signal] = std::move(value);
}

void ValueChanges::on_step(const StepEvent& e) {
    if (e.warp != warp_) return;
    set(kPc, binary(e.pc));
    set(kLine, binary(e.instruction().line));
    set(kRule, fmt::format("s{} ", to_string(e.rule)));
    set(kSyncDepth, binary(e.sync_stack.size()));
    set(kContextDepth, binary(e.context_stack.size()));
    set_lanes(e);
    if (e.rule == RuleId::EX) exited_ |= e.active;
    last_ = e.number;
    if (!changes_.empty()) write_(fmt::format("#{}\n{}", e.number, std::exchange(changes_, {})));
}

void ValueChanges::set_lanes(const StepEvent& e) {
    const std::vector<Lane> lanes = lanes_of(e, exited_);
    const bool is_thread = e.program.model == ThreadModel::volta;  // the others are machines of their own
    std::string active(lanes.size(), '0');
    for (Thread t = 0; t < lanes.size(); ++t) {
        const bool runs = e.active.contains(t);
        if (runs) active[lanes.size() - 1 - t] = '1';
        const char level = level_of(lanes[t].state);
        lanes_[t] = is_thread && !runs && level != 'x'       ? '0'
                    : is_thread && !runs && lanes_[t] == '1' ? '0'
                                                             : level;
        set(kFirstLane + t, std::string(1, lanes_[t]));
    }
    set(kActive, "b" + active + ' ');
}

void ValueChanges::finish() {
    write_(fmt::format("#{}\n", last_ + 1));
}

}  // namespace musimd::views::trace
