// The kernels of programs/kernels/spmd: the machine compared with every available backend.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <iostream>
#include <map>
#include <set>

#include "tests/spmd/trials.hpp"

namespace musimd::tests {
namespace {

using namespace kernels;

constexpr std::uint64_t kMaxSteps = 2'000'000;
constexpr std::uint64_t kSeed = 20261121;

// 0, 1, one less and one more than the lengths of vectors of 128, 256 and 512 bits, and many.
std::set<std::int64_t> lengths(int bits) {
    std::set<std::int64_t> all = {0, 1, 1001};
    for (const int vector : {128, 256, 512}) all.insert({vector / bits - 1, vector / bits + 1});
    return all;
}

// The case in place: the first buffer with the type and length of the last one shares its memory.
std::optional<ArgumentTexts> in_place(const KernelEntry& entry, const ArgumentTexts& arguments) {
    std::map<std::string, std::string> texts(arguments.begin(), arguments.end());
    const KernelArgument* last = nullptr;
    for (const KernelArgument& argument : entry.arguments) {
        if (argument.pointer) last = &argument;
    }
    const KernelArgument& first = entry.arguments.front();
    if (last == nullptr || last == &first || last->type != first.type || texts[last->name].ends_with(']')) {
        return std::nullopt;
    }
    ArgumentTexts result = arguments;
    for (auto& [name, text] : result) {
        if (name == first.name) text = "alias:" + last->name;
    }
    return result;
}

std::vector<KernelLaunch> cases_of(std::size_t entry) {
    const KernelEntry& launch = all_trials().unit.entries[entry];
    const ArgumentTexts& arguments = all_trials().trials[entry].arguments;
    std::vector<ArgumentTexts> ways = {arguments};
    if (auto same = in_place(launch, arguments)) ways.push_back(*std::move(same));
    std::vector<KernelLaunch> cases;
    for (const std::int64_t n : lengths(launch.bits)) {
        for (const ArgumentTexts& way : ways) {
            const auto result = make_case(launch, entry, n, way, kSeed + static_cast<std::uint64_t>(n));
            if (!result) throw std::runtime_error(all_trials().trials[entry].file + ": " + result.error());
            cases.push_back(*result);
        }
    }
    return cases;
}

// The machine's results for every case of every entry.
struct Expected {
    std::vector<KernelLaunch> cases;
    std::vector<std::vector<Words>> memory;
};

Expected run_all_on_machine() {
    const auto rules = dsl::make_executor("rules", kMaxSteps);
    const auto fast = dsl::make_executor("fast", kMaxSteps);
    Expected all;
    for (std::size_t entry = 0; entry < all_trials().unit.entries.size(); ++entry) {
        for (KernelLaunch& one : cases_of(entry)) {
            const KernelEntry& launch = all_trials().unit.entries[entry];
            const auto kernel = recorded_trials().record(one);
            if (!kernel) throw std::runtime_error(kernel.error());
            const KernelRun run = run_kernel(*kernel, launch, one, one.elements <= 9 ? *rules : *fast);
            EXPECT_EQ(run.execution.kind, dsl::Execution::Kind::stop)
                << all_trials().trials[entry].file << ":" << run.execution.line << ": " << run.execution.trap
                << " " << run.execution.message << " of " << one.elements << " elements";
            all.memory.push_back(run.memory);
            all.cases.push_back(std::move(one));
        }
    }
    return all;
}

const Expected& expected() {
    static const Expected all = run_all_on_machine();
    return all;
}

std::string text_of(const BackendReport& report) {
    std::string text = fmt::format("{} {} {}", report.backend, to_string(report.kind), report.message);
    for (const auto& buffer : report.buffers) {
        for (const ElementDifference& one : buffer.comparison.first) {
            text += fmt::format("\n  {}[{}]: {}, not {}", buffer.argument, one.element,
                                value_text(one.actual, buffer.type), value_text(one.expected, buffer.type));
        }
    }
    return text;
}

// By entry, the first report on which the backend disagrees.
std::map<std::size_t, std::string> disagreements(const Backend& backend, const CompiledUnit& unit) {
    RunLimits limits;
    limits.each = std::chrono::milliseconds(is_foreign(backend) ? 200 : 5000);
    const auto results = backend.run(unit, expected().cases, limits);
    std::map<std::size_t, std::string> found;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const KernelLaunch& one = expected().cases[i];
        const KernelEntry& entry = all_trials().unit.entries[one.entry];
        const auto report = judge(backend, entry, one, results[i], expected().memory[i],
                                  all_trials().trials[one.entry].tolerance);
        if (report.kind == BackendReport::Kind::agrees) continue;
        found.try_emplace(one.entry,
                          fmt::format("{} {} at {} bits, of {} elements: {}", entry.kernel,
                                      entry.template_argument, entry.bits, one.elements, text_of(report)));
    }
    return found;
}

TEST(SpmdKernels, TheMachineAndPlainCppAgree) {
    const Backend& scalar = *available_backends().front();
    ASSERT_EQ(scalar.name(), "scalar");
    const auto unit = scalar.compile(all_trials().unit);
    ASSERT_TRUE(unit.has_value()) << unit.error();
    for (const auto& [entry, what] : disagreements(scalar, *unit)) ADD_FAILURE() << what;
}

TEST(SpmdKernels, TheMachineAndCudaAgree) {
    const auto backends = all_backends();
    const auto cuda = std::ranges::find(backends, "cuda", [](const auto& one) { return one->name(); });
    ASSERT_NE(cuda, backends.end());
    if (const auto here = (*cuda)->available(); !here) GTEST_SKIP() << here.error();
    const auto unit = (*cuda)->compile(all_trials().unit);
    ASSERT_TRUE(unit.has_value()) << unit.error();
    for (const auto& [entry, what] : disagreements(**cuda, *unit)) ADD_FAILURE() << what;
}

// A kernel that is marked as failing on NSIMD must fail; otherwise the mark is outdated.
TEST(SpmdKernels, TheMachineAndNsimdAgree) {
    std::set<std::size_t> known;
    std::size_t backends = 0;
    for (const Backend* const backend : available_backends()) {
        if (!is_foreign(*backend)) continue;
        ++backends;
        const auto unit = backend->compile(all_trials().unit);
        ASSERT_TRUE(unit.has_value()) << backend->name() << ": " << unit.error();
        for (const auto& [entry, what] : disagreements(*backend, *unit)) {
            if (all_trials().trials[entry].known_nsimd.empty()) ADD_FAILURE() << what;
            known.insert(entry);
        }
    }
    if (backends == 0) GTEST_SKIP() << "NSIMD_ROOT does not name an NSIMD installation";
    for (std::size_t i = 0; i < all_trials().trials.size(); ++i) {
        const Trial& trial = all_trials().trials[i];
        EXPECT_EQ(known.contains(i), !trial.known_nsimd.empty()) << trial.file << ": " << trial.known_nsimd;
    }
}

}  // namespace
}  // namespace musimd::tests
