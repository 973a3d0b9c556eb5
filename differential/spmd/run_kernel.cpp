#include "differential/spmd/target.hpp"
#include "dsl/lowering/lowering.hpp"
#include "engines/engines.hpp"
#include "semantics/rule_id.hpp"

namespace musimd::differential::spmd {
namespace {

constexpr std::uint64_t kMaxSteps = 200'000;

}  // namespace

Run run_kernel(const kernels::KernelCase& test, const Engine& engine) {
    const dsl::Launch launch = kernels::launch_of(test);
    MachineOptions options;
    options.max_steps = kMaxSteps;
    const Result result = engine.run(dsl::lower(test.kernel, launch), options, nullptr);
    if (result.outcome == Outcome::limit)
        return {Run::Kind::trap,
                result.limit->reason == LimitReason::stacks ? "the stack limit" : "the step limit",
                {}};
    if (result.trap) return {Run::Kind::trap, std::string(to_string(result.trap->kind)), {}};
    Run run;
    for (std::size_t b = 0; b < test.contents.size(); ++b) {
        auto& patterns = run.memory.emplace_back();
        for (std::size_t i = 0; i < test.contents[b].patterns.size(); ++i) {
            const Value* word = result.memory.find(launch.regions[b].address + static_cast<std::int64_t>(i));
            patterns.push_back(pattern_of_word(word == nullptr ? 0 : *word, test.kernel.buffers[b].element));
        }
    }
    return run;
}

const Engine& reference_engine() {
    return *find_engine("fast");
}

std::vector<Run> run_in_child(std::span<const EngineRun> runs) {
    return harness::runs_in_children(
        runs.size(), [&](std::size_t i) { return run_kernel(*runs[i].test, *runs[i].engine); });
}

}  // namespace musimd::differential::spmd
