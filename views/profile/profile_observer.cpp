#include "views/profile/profile_observer.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "isa/printer.hpp"
#include "simulator/observers/memory_requests.hpp"

namespace musimd::views {
namespace {

/// Whether counts by instruction can be summed: launches of a kernel differ in constants.
bool have_same_code(const Program& a, const Program& b) {
    return std::ranges::equal(a.instructions, b.instructions, [](const Instruction& x, const Instruction& y) {
        return x.opcode == y.opcode && x.line == y.line && x.target == y.target;
    });
}

/// What is needed to print its instructions.
Program code_of(const Program& program) {
    Program code;
    code.threads = program.threads;
    code.word = program.word;
    code.instructions = program.instructions;
    code.variables = program.variables;
    code.labels = program.labels;
    code.shared = program.shared;
    return code;
}

}  // namespace

void ProfileObserver::begin(const std::string& name, const std::vector<ProfileSource>& sources,
                            CallsOf calls) {
    const auto known = std::ranges::find(kernels_, name, &Kernel::name);
    kernel_ = known == kernels_.end() ? &kernels_.emplace_back(Kernel{name, sources, 0, {}}) : &*known;
    calls_ = std::move(calls);
}

void ProfileObserver::start_run(const Program& program) {
    if (kernel_ == nullptr) begin({}, {});
    kernel_->runs += 1;
    auto known = std::ranges::find_if(
        kernel_->programs, [&](const Counted& one) { return have_same_code(one.program, program); });
    if (known == kernel_->programs.end()) {
        kernel_->programs.push_back(
            {code_of(program), calls_, std::vector<ProfileCounts>(program.instructions.size())});
        known = std::prev(kernel_->programs.end());
    }
    counts_ = &known->counts;
    threads_ = program.model == ThreadModel::volta ? 1 : program.threads;
    has_shared_ = program.has_blocks() || !program.shared.empty();
    max_address_ = memory_.max_address;
    for (const Buffer& buffer : program.buffers)
        max_address_ = std::max(max_address_, buffer.address + buffer.count - 1);
}

void ProfileObserver::on_step(const StepEvent& e) {
    if (e.number == 1) start_run(e.program);
    ProfileCounts& counts = (*counts_)[e.pc - 1];
    counts.steps += 1;
    counts.lanes_used += e.active.size();
    counts.lanes_available += threads_;
    const bool diverges = e.rule == RuleId::BD;
    counts.branches += diverges || e.rule == RuleId::BT || e.rule == RuleId::BF ? 1 : 0;
    counts.divergent += diverges ? 1 : 0;
    if (!e.accesses.empty()) count_accesses(e, counts);
}

void ProfileObserver::count_accesses(const StepEvent& e, ProfileCounts& counts) {
    const auto use_banks = [&] {
        counts.bank_requests += 1;
        counts.conflicts += count_passes(words_, memory_.banks) - 1;
    };
    take_addresses(e, max_address_, words_);
    if (words_.size() < e.accesses.size()) {
        take_shared_offsets(e, max_address_, words_);
        use_banks();
        take_addresses(e, max_address_, words_);
    }
    if (words_.empty()) return;
    counts.requests += 1;
    if (memory_.memory_has_banks && !has_shared_) {
        use_banks();
        take_addresses(e, max_address_, words_);
    }
    counts.transactions += count_segments(words_, memory_.segment);
}

void ProfileObserver::add_executed(const Counted& counted, bool with_frames, ProfiledKernel& kernel) {
    std::optional<Frames> frames;
    if (with_frames) frames.emplace(counted.program, counted.calls);
    for (Label pc = 1; pc <= counted.counts.size(); ++pc) {
        const ProfileCounts& counts = counted.counts[pc - 1];
        if (counts.steps == 0) continue;
        const Instruction& instruction = counted.program.at(pc);
        ProfiledInstruction one{pc, instruction.line, {}, {}, {}, counts};
        if (kernel.source_of(one.line) == nullptr) one.text = print(instruction, counted.program);
        if (counted.calls) {
            std::vector<ProfileCall> around = counted.calls(pc);
            if (!around.empty()) one.function = std::move(around.back().function);
        }
        if (frames) one.frames = frames->around(pc);
        kernel.instructions.push_back(std::move(one));
    }
}

Profile ProfileObserver::profile(bool with_frames) const {
    Profile profile{memory_, {}};
    for (const Kernel& kernel : kernels_) {
        ProfiledKernel& result =
            profile.kernels.emplace_back(ProfiledKernel{kernel.name, kernel.sources, kernel.runs, {}});
        for (const Counted& one : kernel.programs) add_executed(one, with_frames, result);
    }
    return profile;
}

}  // namespace musimd::views
