// Prints statistics of random programs: the table of docs/generators.md, tables of traps, instructions and
// rules, and histograms of steps.
//
//   build/tests/musimd_generator_histogram [PROGRAMS [SIZE]]

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "differential/programs/generate/generator.hpp"
#include "semantics/rule_id.hpp"
#include "tests/support/program_mix.hpp"

namespace {

using namespace musimd;
using namespace musimd::tests;
using differential::ProfileInfo;

struct Row {
    const ProfileInfo* profile;
    ProgramMix mix;
    double microseconds;  // of processor time, to generate one
};

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double time_to_generate(differential::Profile profile, std::uint64_t count,
                        const differential::Shape& shape) {
    const std::clock_t begin = std::clock();
    std::size_t sum = 0;
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        sum += differential::generate(profile, seed, shape).program.instructions.size();
    }
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    return sum == 0 ? 0 : 1e6 * seconds / static_cast<double>(count);
}

std::string quantiles(const std::vector<std::uint64_t>& values) {
    return fmt::format("{} / {} / {}", quantile(values, 0.1), quantile(values, 0.5), quantile(values, 0.9));
}

void print_outcomes(const std::vector<Row>& rows) {
    fmt::print(
        "| profile | stop | trap | limit | passes the check | instructions | steps | divergent branches | µs "
        "|\n");
    fmt::print("| --- | ---: | ---: | ---: | ---: | --- | --- | --- | ---: |\n");
    for (const Row& row : rows) {
        const ProgramMix& m = row.mix;
        const double limit = share(m.limits, m.programs);
        fmt::print("| `{}` | {:.1f} % | {:.1f} % | {:.1f} % | {:.1f} % | {} | {} | {} | {:.0f} |\n",
                   row.profile->name, m.stop_rate(), 100 - m.stop_rate() - limit, limit,
                   share(m.passes, m.programs), quantiles(m.instruction_counts), quantiles(m.steps),
                   quantiles(m.divergent_branches), row.microseconds);
    }
}

void print_traps(const std::vector<Row>& rows) {
    fmt::print("\n| trap |");
    for (const Row& row : rows) fmt::print(" `{}` |", row.profile->name);
    fmt::print("\n| --- |");
    for (std::size_t i = 0; i < rows.size(); ++i) fmt::print(" ---: |");
    for (std::size_t k = 0; k < kTrapCount; ++k) {
        const auto kind = static_cast<TrapKind>(k);
        fmt::print("\n| {} |", to_string(kind));
        for (const Row& row : rows) {
            const auto found = row.mix.traps.find(kind);
            const double part = found == row.mix.traps.end() ? 0 : share(found->second, row.mix.programs);
            fmt::print("{}", part == 0 ? " |" : fmt::format(" {:.2f} |", part));
        }
    }
    fmt::print("\n");
}

void print_instructions(const std::vector<Row>& rows) {
    fmt::print("\n| steps |");
    for (const Row& row : rows) fmt::print(" `{}` |", row.profile->name);
    fmt::print("\n| --- |");
    for (std::size_t i = 0; i < rows.size(); ++i) fmt::print(" ---: |");
    for (const InstructionInfo& info : instruction_table()) {
        const auto i = static_cast<std::size_t>(info.opcode);
        fmt::print("\n| {} |", info.name);
        for (const Row& row : rows) {
            std::uint64_t sum = 0;
            for (const std::uint64_t n : row.mix.by_instruction) sum += n;
            const double part = share(row.mix.by_instruction[i], sum);
            fmt::print("{}", part == 0 ? " |" : fmt::format(" {:.1f} |", part));
        }
    }
    fmt::print("\n");
}

void print_rules(const std::vector<Row>& rows) {
    fmt::print("\n");
    for (const Row& row : rows) {
        std::string missing;
        for (std::size_t i = 0; i < kRuleCount; ++i) {
            const auto rule = static_cast<RuleId>(i);
            if (!row.mix.rules.contains(rule)) missing += fmt::format(" {}", to_string(rule));
        }
        fmt::print("- `{}`: {}\n", row.profile->name,
                   missing.empty() ? "every rule" : "every rule but" + missing);
    }
}

// Steps of the programs that stop, by powers of two.
void print_histogram(const Row& row) {
    std::vector<std::uint64_t> bins(12);
    for (const std::uint64_t steps : row.mix.steps) {
        std::size_t bin = 0;
        while (bin + 1 < bins.size() && steps >= (std::uint64_t{2} << bin)) ++bin;
        bins[bin] += 1;
    }
    const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(bins));
    fmt::print("\n`{}`: {}\n\n", row.profile->name, row.profile->meaning);
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        std::string bar;
        for (std::uint64_t i = 0; i < (40 * bins[bin] + most / 2) / most; ++i) bar += "█";
        const std::string to =
            bin + 1 < bins.size() ? fmt::format("{:>5}", (std::uint64_t{2} << bin) - 1) : "    …";
        fmt::print("    {:>5} – {} steps  {:5.1f} % {}\n", std::uint64_t{1} << bin, to,
                   share(bins[bin], row.mix.steps.size()), bar);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000;
    differential::Shape shape;
    if (argc > 2) shape.size = std::atoi(argv[2]);
    std::vector<Row> rows;
    for (const ProfileInfo& profile : differential::profiles()) {
        rows.push_back({&profile, run_mix(profile.profile, count, shape),
                        time_to_generate(profile.profile, count, shape)});
    }
    print_outcomes(rows);
    print_traps(rows);
    print_instructions(rows);
    print_rules(rows);
    for (const Row& row : rows) print_histogram(row);
}
