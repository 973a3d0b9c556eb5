#include "tests/native/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "differential/programs/compare/comparison.hpp"
#include "host/processor.hpp"
#include "simulator/codegen/host_settings.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/observers/statistics.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

// Cases of a unit.
constexpr std::size_t kQuickly = 50;
constexpr std::size_t kOptimised = 5;

constexpr std::int64_t kSegments[] = {32, 1, 8, 5};

std::string differing_figures(const Statistics& given, const Statistics& expected) {
    std::string text = "other statistics:";
    for (const char* name : {"steps", "active_lane_instructions", "branches_uniform", "branches_divergent",
                             "max_sync_depth", "max_context_depth", "everywhere_blocks", "lanes_woken",
                             "memory_requests", "memory_transactions"}) {
        if (given.figure(name) != expected.figure(name))
            text += fmt::format(" {} {}, not {}", name, *given.figure(name), *expected.figure(name));
    }
    return text;
}

std::string compare_statistics(const NativeCase& c, const native::Code& code, std::int64_t segment) {
    StatisticsObserver expected(c.program, segment, c.options.max_address);
    const Result of_fast = fast::run_fast(c.program, c.options, &expected);
    for (const unsigned threads : {1U, 3U}) {
        Statistics given;
        const Result result = native::count(c.program, c.options, code, threads, segment, given);
        std::string differs = differential::differences(c.program, of_fast, "fast", result, "native");
        if (given != expected.statistics()) differs += differing_figures(given, expected.statistics());
        if (!differs.empty()) return c.title + " on " + std::to_string(threads) + " threads: " + differs;
        if (c.program.warps == 1) break;
    }
    return {};
}

std::string compare(const NativeCase& c, const native::Code& code, NativeTarget target) {
    const Result expected =
        fast::run(c.program, c.options, nullptr, 2, fast::kernels(target.value_or(vector_extension())));
    for (const unsigned threads : {1U, 3U}) {
        const Result given = native::run(c.program, c.options, code, threads);
        const std::string differs = differential::differences(c.program, expected, "fast", given, "native");
        if (!differs.empty()) return c.title + " on " + std::to_string(threads) + " threads: " + differs;
        if (c.program.warps == 1) break;
    }
    return {};
}

}  // namespace

std::vector<NativeCase> cases_under(const std::string& folder) {
    std::vector<NativeCase> cases;
    for (support::ReadTest& each : support::programs_without_blocks(folder)) {
        if (each.read)
            cases.push_back({each.test.file + " " + each.test.name, std::move(*each.read.program), {}});
    }
    return cases;
}

std::vector<NativeCase> random_cases(std::uint64_t seeds) {
    const char* const count = std::getenv("MUSIMD_NATIVE_SEEDS");
    const char* const from = std::getenv("MUSIMD_NATIVE_FIRST");
    if (count != nullptr) seeds = std::strtoull(count, nullptr, 10);
    const std::uint64_t first = from == nullptr ? 0 : std::strtoull(from, nullptr, 10);
    std::vector<NativeCase> cases;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        for (const differential::ProfileInfo& info : differential::profiles_without_blocks()) {
            differential::Case generated = differential::generate(info.profile, seed);
            cases.push_back({std::string(info.name) + ", seed " + std::to_string(seed),
                             std::move(generated.program), generated.options});
        }
    }
    return cases;
}

host::CompileSettings quick_settings(NativeTarget target, const std::string& compiler) {
    host::CompileSettings settings = codegen::host_settings(target);
    if (!compiler.empty()) settings.compiler = {compiler};
    settings.flags = native::quick_flags(target);
    settings.cache = {};
    settings.limit = std::chrono::seconds(600);
    return settings;
}

std::vector<std::string> differences_from_fast(const std::vector<NativeCase>& cases, const Compilation& how) {
    host::CompileSettings settings = quick_settings(how.target, how.compiler);
    if (how.optimised) settings.flags = codegen::host_settings(how.target).flags;
    std::vector<std::string> found;
    std::mutex mutex;
    std::atomic<std::size_t> next = 0;
    const std::size_t at_once = how.optimised ? kOptimised : kQuickly;
    const auto run_assigned = [&] {
        for (std::size_t first = next.fetch_add(at_once); first < cases.size();
             first = next.fetch_add(at_once)) {
            const std::size_t end = std::min(first + at_once, cases.size());
            std::vector<const Program*> programs;
            for (std::size_t i = first; i < end; ++i) programs.push_back(&cases[i].program);
            const auto compiled = native::compile(programs, {.counts = how.counts}, settings);
            for (std::size_t i = first; i < end; ++i) {
                std::string differs =
                    !compiled    ? codegen::error_text(compiled.error())
                    : how.counts ? compare_statistics(cases[i], (*compiled)[i - first], kSegments[i % 4])
                                 : compare(cases[i], (*compiled)[i - first], how.target);
                const std::scoped_lock lock(mutex);
                if (!differs.empty()) found.push_back(std::move(differs));
                if (!compiled) break;
            }
        }
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < host::usable_processors(); ++i) others.emplace_back(run_assigned);
    run_assigned();
    for (std::thread& other : others) other.join();
    return found;
}

}  // namespace musimd::tests
