#include "differential/spmd/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "differential/spmd/reduce/reduce.hpp"
#include "dsl/text/source.hpp"
#include "kernels/compiled/crash_line.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::differential::spmd {
namespace {

std::size_t bytes_of(const dsl::KernelBuffer& buffer) {
    return static_cast<std::size_t>(width_of(buffer.element)) / 8;
}

kernels::KernelEntry entry_of(const dsl::Kernel& kernel) {
    kernels::KernelEntry entry{kernel.name, kernel.bits, "", {}};
    for (const dsl::KernelBuffer& buffer : kernel.buffers)
        entry.arguments.push_back({buffer.name, true, buffer.element});
    for (const dsl::KernelScalar& scalar : kernel.scalars)
        entry.arguments.push_back({scalar.name, false, scalar.type});
    return entry;
}

kernels::KernelLaunch case_of(const kernels::KernelCase& test, std::size_t entry) {
    kernels::KernelLaunch launch;
    launch.entry = entry;
    launch.elements = test.elements;
    for (std::size_t b = 0; b < test.contents.size(); ++b) {
        const std::size_t size = bytes_of(test.kernel.buffers[b]);
        launch.memory.push_back(
            kernels::memory_of_patterns(test.contents[b].patterns, test.kernel.buffers[b].element));
        launch.arguments.emplace_back(
            kernels::KernelLaunch::Pointer{b, static_cast<std::size_t>(-test.contents[b].first) * size});
    }
    for (const dsl::KernelScalar& scalar : test.kernel.scalars) launch.arguments.emplace_back(scalar.bits);
    return launch;
}

Run run_of(const kernels::KernelCase& test, const kernels::CaseResult& result) {
    switch (result.kind) {
        case kernels::CaseResult::Kind::crashed:
            return {Run::Kind::crash, result.message, {}, false, result.signal};
        case kernels::CaseResult::Kind::timed_out:
            return {Run::Kind::hang, result.message, {}};
        case kernels::CaseResult::Kind::done:
            break;
    }
    Run run;
    for (std::size_t b = 0; b < result.memory.size(); ++b)
        run.memory.push_back(kernels::patterns_of_memory(result.memory[b], test.kernel.buffers[b].element));
    return run;
}

class EngineTarget final : public Target {
  public:
    explicit EngineTarget(const Engine& engine) : engine_(engine) {}

    std::string_view name() const override { return engine_.name; }

    std::vector<Run> run(std::span<const kernels::KernelCase> tests) const override {
        std::vector<EngineRun> planned;
        for (const kernels::KernelCase& test : tests) planned.push_back({&test, &engine_});
        std::vector<Run> runs = run_in_child(planned);
        for (Run& run : runs) run.by_engine = true;
        return runs;
    }

  private:
    const Engine& engine_;
};

class BackendTarget final : public Target {
  public:
    BackendTarget(const kernels::Backend& backend, std::chrono::milliseconds each)
        : backend_(backend), each_(each) {}

    std::string_view name() const override { return backend_.name(); }

    std::vector<Run> run(std::span<const kernels::KernelCase> tests) const override {
        std::vector<Run> runs;
        if (tests.empty()) return runs;
        std::vector<dsl::Kernel> kernels;
        std::vector<int> unroll;
        std::vector<kernels::KernelLaunch> cases;
        for (const kernels::KernelCase& test : tests) {
            // Launches of one kernel are adjacent.
            if (cases.empty() || !same_entry(test, tests[cases.size() - 1])) {
                kernels.push_back(renamed(test.kernel, fmt::format("k{}", kernels.size())));
                unroll.push_back(test.unroll);
            }
            cases.push_back(case_of(test, kernels.size() - 1));
        }
        run_unit(tests, kernels, unroll, cases, runs);
        return runs;
    }

    std::optional<CrashSite> crash_site(const kernels::KernelCase& test) const override {
        kernels::CompileOptions options;
        options.line_table = true;
        const kernels::KernelUnit unit = unit_of({&test.kernel, 1}, {&test.unroll, 1});
        const auto compiled = backend_.compile(unit, options);
        if (!compiled) return std::nullopt;
        const kernels::KernelLaunch launch = case_of(test, 0);
        const std::lock_guard lock(mutex_);
        const auto line = kernels::crash_line(
            *compiled, backend_.run(*compiled, {&launch, 1}, {each_}).front(), options.source_name);
        if (!line) return std::nullopt;
        return CrashSite{*line, kernels::source_line(unit.source, *line)};
    }

  private:
    static bool same_entry(const kernels::KernelCase& a, const kernels::KernelCase& b) {
        return a.unroll == b.unroll && same(a.kernel, b.kernel);
    }

    void run_unit(std::span<const kernels::KernelCase> tests, const std::vector<dsl::Kernel>& kernels,
                  const std::vector<int>& unroll, const std::vector<kernels::KernelLaunch>& cases,
                  std::vector<Run>& runs) const {
        const auto compiled = backend_.compile(unit_of(kernels, unroll));
        if (compiled) {
            const std::lock_guard lock(mutex_);
            const auto results = backend_.run(*compiled, cases, {each_});
            for (std::size_t i = 0; i < tests.size(); ++i) runs.push_back(run_of(tests[i], results[i]));
        } else if (kernels.size() == 1) {
            runs.resize(runs.size() + tests.size(), {Run::Kind::refused, compiled.error(), {}});
        } else {
            run_parts(tests, first_case_of(cases, kernels.size() / 2), runs);
        }
    }

    // Separates tests that unroll from those that do not, if there are both, because a target may refuse only
    // to unroll. Else halves the tests.
    void run_parts(std::span<const kernels::KernelCase> tests, std::size_t half,
                   std::vector<Run>& runs) const {
        const auto unrolls = [](const kernels::KernelCase& test) { return test.unroll > 1; };
        const bool mixed = std::ranges::any_of(tests, unrolls) && !std::ranges::all_of(tests, unrolls);
        std::vector<kernels::KernelCase> parts[2];
        for (std::size_t i = 0; i < tests.size(); ++i)
            parts[mixed ? unrolls(tests[i]) : i >= half].push_back(tests[i]);
        const std::vector<Run> results[2] = {run(parts[0]), run(parts[1])};
        std::size_t next[2] = {0, 0};
        for (std::size_t i = 0; i < tests.size(); ++i) {
            const std::size_t part = mixed ? unrolls(tests[i]) : i >= half;
            runs.push_back(results[part][next[part]++]);
        }
    }

    static std::size_t first_case_of(const std::vector<kernels::KernelLaunch>& cases, std::size_t entry) {
        return static_cast<std::size_t>(std::ranges::find(cases, entry, &kernels::KernelLaunch::entry) -
                                        cases.begin());
    }

    const kernels::Backend& backend_;
    std::chrono::milliseconds each_;
    mutable std::mutex mutex_;
};

}  // namespace

std::optional<CrashSite> Target::crash_site(const kernels::KernelCase&) const {
    return std::nullopt;
}

kernels::KernelUnit unit_of(std::span<const dsl::Kernel> kernels, std::span<const int> unroll) {
    kernels::KernelUnit unit{dsl::print_source(kernels), {}};
    for (const dsl::Kernel& kernel : kernels) {
        unit.entries.push_back(entry_of(kernel));
        if (!unroll.empty()) unit.entries.back().unroll = unroll[unit.entries.size() - 1];
    }
    return unit;
}

std::unique_ptr<Target> target_of(const Engine& engine) {
    return std::make_unique<EngineTarget>(engine);
}

std::unique_ptr<Target> target_of(const kernels::Backend& backend, std::chrono::milliseconds limit_each) {
    return std::make_unique<BackendTarget>(backend, limit_each);
}

std::vector<Difference> differences(const kernels::KernelCase& test, const Run& expected, const Run& actual) {
    std::vector<Difference> found;
    for (std::size_t b = 0; b < test.contents.size(); ++b) {
        for (std::size_t i = 0; i < test.contents[b].patterns.size(); ++i) {
            const std::uint64_t right = expected.memory[b][i];
            const std::uint64_t wrong = actual.memory[b][i];
            const bool equal = actual.by_engine
                                   ? right == wrong
                                   : kernels::ulp_distance(test.kernel.buffers[b].element, right, wrong) == 0;
            if (!equal)
                found.push_back({b, test.contents[b].first + static_cast<std::int64_t>(i), right, wrong});
        }
    }
    return found;
}

Fault fault_of(const kernels::KernelCase& test, const Run& expected, const Run& actual) {
    if (const Fault fault = harness::fault_of(actual.kind); fault != Fault::none) return fault;
    // A kernel that traps cannot be compared with a backend.
    if (!expected.done() || !actual.done()) {
        const bool same = expected.kind == actual.kind && expected.message == actual.message;
        return same || !actual.by_engine ? Fault::none : Fault::ending;
    }
    return differences(test, expected, actual).empty() ? Fault::none : Fault::difference;
}

}  // namespace musimd::differential::spmd
