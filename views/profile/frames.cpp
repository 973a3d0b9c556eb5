#include "views/profile/frames.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/lint/flow.hpp"
#include "analysis/loops.hpp"

namespace musimd::views {
namespace {

std::string on_line(const Program& program, Label pc) {
    const std::uint32_t line = program.at(pc).line;
    return line == 0 ? fmt::format("at instruction {}", pc) : fmt::format("on line {}", line);
}

std::string name_of(const ProfileCall& call) {
    return call.line == 0 ? call.function : fmt::format("{}, called on line {}", call.function, call.line);
}

}  // namespace

Frames::Frames(const Program& program, const CallsOf& calls) : program_(program), calls_(calls) {
    find_blocks();
    if (calls_) find_calls();
}

std::vector<std::string> Frames::around(Label pc) const {
    std::vector<Frame> frames;
    add_loops(pc, frames);
    add_blocks(pc, frames);
    if (calls_) add_calls(pc, frames);
    std::ranges::stable_sort(frames, std::ranges::greater(), &Frame::size);
    std::vector<std::string> names;
    for (Frame& frame : frames) names.push_back(std::move(frame.name));
    return names;
}

/// Follows control from the beginning. In a program that passes the structure check, each path to an
/// instruction has the same blocks open.
void Frames::find_blocks() {
    const std::size_t size = program_.instructions.size();
    block_of_.assign(size + 1, 0);
    block_sizes_.assign(size + 1, 0);
    std::vector<bool> is_reached(size + 1);
    std::vector<Label> entered;  // those in `everywhere`s: outer ones first
    std::vector<Label> pending;
    const auto reach = [&](Label pc, Label block) {
        if (pc > size || is_reached[pc]) return;
        is_reached[pc] = true;
        block_of_[pc] = block;
        block_sizes_[block] += 1;
        pending.push_back(pc);
    };
    reach(1, 0);
    while (!pending.empty()) {
        const Label pc = pending.back();
        pending.pop_back();
        const Opcode opcode = program_.at(pc).opcode;
        Label block = block_of_[pc];
        if (opcode == Opcode::everywhere) entered.push_back(block = pc);
        if (opcode == Opcode::end_everywhere) block = block == 0 ? 0 : block_of_[block];
        for (const Label next : successors(program_, pc)) reach(next, block);
    }
    for (auto block = entered.rbegin(); block != entered.rend(); ++block)
        block_sizes_[block_of_[*block]] += block_sizes_[*block];
}

void Frames::find_calls() {
    for (Label pc = 1; pc <= program_.instructions.size(); ++pc) {
        std::vector<std::string> names;
        for (const ProfileCall& call : calls_(pc)) {
            names.push_back(name_of(call));
            call_sizes_[names] += 1;
        }
    }
}

void Frames::add_loops(Label pc, std::vector<Frame>& frames) const {
    if (program_.instructions.size() > kMaxWithLoops) return;
    for (const Loop& loop : loops_around(program_, pc))
        frames.push_back({fmt::format("loop {}", where(loop, program_)), loop.size()});
}

void Frames::add_blocks(Label pc, std::vector<Frame>& frames) const {
    const auto first = static_cast<std::ptrdiff_t>(frames.size());
    const std::size_t most = frames.size() + kMaxBlocks;
    for (Label block = block_of_[pc]; block != 0 && frames.size() < most; block = block_of_[block])
        frames.push_back({fmt::format("everywhere {}", on_line(program_, block)), block_sizes_[block]});
    std::reverse(frames.begin() + first, frames.end());
}

void Frames::add_calls(Label pc, std::vector<Frame>& frames) const {
    std::vector<std::string> names;
    for (const ProfileCall& call : calls_(pc)) {
        names.push_back(name_of(call));
        frames.push_back({names.back(), call_sizes_.at(names)});
    }
}

}  // namespace musimd::views
