// The engine cuda gives what the fast engine gives: its text on the emulated device, on programs under programs/ and on
// random ones.

#include "gpu_backend/engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>

#include "differential/comparison.hpp"
#include "differential/engines.hpp"
#include "differential/generator.hpp"
#include "gpu_backend/unit.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

using testing::IsEmpty;

struct Case {
    std::string title;
    Program program;
    MachineOptions options;
};

std::vector<Case> cases_under(const std::string& folder, std::size_t every) {
    std::vector<Case> cases;
    std::size_t number = 0;
    for (support::ReadTest& each : support::programs_under(folder)) {
        if (each.read && number++ % every == 0)
            cases.push_back({each.test.file + " " + each.test.name, std::move(*each.read.program), {}});
    }
    return cases;
}

std::vector<Case> random_cases(std::uint64_t first, std::uint64_t seeds) {
    std::vector<Case> cases;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        for (const differential::ProfileInfo& info : differential::profiles()) {
            differential::Case made = differential::generate(info.profile, seed);
            cases.push_back({fmt::format("{}, seed {}", info.name, seed), std::move(made.program), made.options});
        }
    }
    return cases;
}

/// Runs the cases on the emulated device, 40 of them compiled together, in slices of a few steps: what differs from the
/// fast engine, or could not be compiled, a line each.
std::vector<std::string> differences_from_fast(const std::vector<Case>& cases, std::size_t* by_device = nullptr) {
    constexpr std::size_t kAtOnce = 40;
    std::vector<std::string> found;
    std::vector<const Case*> possible;
    for (const Case& c : cases) {
        if (gpu::unsupported(c.program).empty()) possible.push_back(&c);
    }
    for (std::size_t first = 0; first < possible.size(); first += kAtOnce) {
        const std::size_t end = std::min(first + kAtOnce, possible.size());
        std::vector<const Program*> programs;
        for (std::size_t i = first; i < end; ++i) programs.push_back(&possible[i]->program);
        const auto compiled = gpu::compile(gpu::quick_emulated_device(), programs, true);
        if (!compiled) {
            found.push_back(compiled.error());
            continue;
        }
        for (std::size_t i = first; i < end; ++i) {
            const Case& c = *possible[i];
            gpu::BatchReport report;
            const gpu::Input input = gpu::input_of(c.program);
            const auto given = gpu::run_batch(gpu::quick_emulated_device(), c.program, c.options, (*compiled)[i - first],
                                              {&input, 1}, &report, 40);
            const Result expected = fast::run_fast(c.program, c.options);
            const std::string differs =
                given ? differential::differences(c.program, expected, "fast", given->front(), "cuda") : given.error();
            if (!differs.empty()) found.push_back(c.title + ": " + differs);
            if (expected.outcome == Outcome::stop && report.by_device == 0 && std::getenv("SHOW") != nullptr)
                std::printf("left: %s\n", c.title.c_str());
            if (by_device != nullptr) *by_device += report.by_device;
        }
    }
    return found;
}

TEST(CudaEngine, GivesWhatFastGivesOnThePrograms) {
    const bool all = std::getenv("MUSIMD_CUDA_ALL") != nullptr;
    const std::vector<std::pair<const char*, std::size_t>> folders = {
        {"paper", 1},   {"bugs", 2},  {"related", 3},     {"errata", 3},
        {"explore", 4}, {"bench", 4}, {"regression", 12}, {"conformance", 40}};
    std::vector<Case> cases;
    for (const auto& [folder, every] : folders) {
        std::vector<Case> found = cases_under(folder, all ? 1 : every);
        ASSERT_FALSE(found.empty()) << folder;
        std::ranges::move(found, std::back_inserter(cases));
    }
    EXPECT_THAT(differences_from_fast(cases), IsEmpty());
}

// `seeds` of each profile, or as many as MUSIMD_CUDA_SEEDS says, from MUSIMD_CUDA_FIRST on.
TEST(CudaEngine, GivesWhatFastGivesOnRandomPrograms) {
    const char* const count = std::getenv("MUSIMD_CUDA_SEEDS");
    const char* const from = std::getenv("MUSIMD_CUDA_FIRST");
    const std::uint64_t seeds = count == nullptr ? 1 : std::strtoull(count, nullptr, 10);
    const std::uint64_t first = from == nullptr ? 0 : std::strtoull(from, nullptr, 10);
    EXPECT_THAT(differences_from_fast(random_cases(first, seeds)), IsEmpty());
}

}  // namespace
}  // namespace musimd::tests
