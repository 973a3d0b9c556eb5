#include "tests/mutants/trial.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>

#include "differential/programs/compare/comparison.hpp"
#include "differential/programs/generate/generator.hpp"
#include "engines/engines.hpp"
#include "host/child.hpp"
#include "host/shared.hpp"
#include "isa/reader.hpp"
#include "semantics/models/accepted.hpp"
#include "tests/support/block_programs.hpp"

namespace musimd::mutants {
namespace {

constexpr std::chrono::seconds kTimeLimit{30};

// What a trial reports from its process while it runs.
struct Report {
    std::uint64_t programs = 0;
    bool killed = false;
};

void limit_memory() {
    constexpr rlimit kMemory{std::uint64_t{6} << 30, std::uint64_t{6} << 30};
    setrlimit(RLIMIT_AS, &kMemory);
}

// Runs `trial` in a child process.
Verdict in_process(const std::function<void(Report&)>& trial) {
    const host::Shared<Report> report;
    const host::ChildEnd end = host::in_child(
        [&] {
            limit_memory();
            trial(*report.get());
            return std::string();
        },
        {kTimeLimit, {}});
    Verdict verdict;
    verdict.programs = report->programs;
    if (end.kind == host::ChildEnd::Kind::timed_out) {
        verdict.kind = Verdict::Kind::hung;
    } else if (!end.ok()) {
        verdict.kind = Verdict::Kind::crashed;
    } else if (report->killed) {
        verdict.kind = Verdict::Kind::killed;
    }
    return verdict;
}

const Engine& engine_of(const Mutant& mutant) {
    return *find_engine(mutant.engine);
}

// ---- random programs

bool is_distinguished(const Mutant& mutant, const differential::Case& c) {
    const differential::Observed expected = differential::observe(*find_engine("rules"), c);
    on = mutant.number;
    const Result plain = engine_of(mutant).run(c.program, c.options, nullptr);
    const differential::Observed observed = differential::observe(engine_of(mutant), c);
    on = 0;
    return !(plain == expected.result) ||
           !differential::differences(c.program, expected, "rules", observed, "mutant").empty();
}

differential::Case case_with_blocks(std::uint64_t seed) {
    differential::Case c;
    c.program = *read_program(support::random_block_program(seed), "random.asm").program;
    c.options.max_steps = 400;
    return c;
}

// Every second program with blocks has a mistake, for those mutants that miss it.
differential::Case case_of_profile(differential::Profile profile, std::uint64_t seed) {
    differential::KnownCase known = differential::generate_known(profile, seed);
    if (!known.sites.empty() && seed % 2 == 0) {
        const differential::MistakeSite& site = known.sites[seed / 2 % known.sites.size()];
        known.run.program = differential::with_mistake(std::move(known.run.program), site);
    }
    return std::move(known.run);
}

}  // namespace

std::vector<ConformanceProgram> conformance_programs() {
    const std::string folder = MUSIMD_SOURCE_DIR "/programs";
    std::vector<ConformanceProgram> suite;
    std::vector<std::string> missing;
    for (const std::string& file :
         find_program_files({folder + "/conformance", folder + "/models"}, missing)) {
        std::ifstream stream(file, std::ios::binary);
        const std::string text(std::istreambuf_iterator<char>(stream), {});
        std::vector<std::string> names = program_names(text, file);
        if (names.empty()) names.emplace_back();
        for (const std::string& name : names) {
            ReadOptions options;
            if (!name.empty()) options.program = name;
            ReadResult read = models::read_accepted_program(text, file, options);
            if (!read) throw std::runtime_error(read.errors);
            const std::string title = file.substr(folder.size() + 1);
            const bool names_models =
                std::ranges::any_of(read.program->expectations, &Expectation::has_model);
            if (!names_models) {
                suite.push_back({name.empty() ? title : title + ":" + name, std::move(*read.program), true});
                continue;
            }
            for (const ThreadModel model : test_models(*read.program)) {
                options.model = model;
                ReadResult under_model = read_program(text, file, options);
                if (!under_model) throw std::runtime_error(under_model.errors);
                suite.push_back({fmt::format("{} ({})", title, to_string(model)),
                                 std::move(*under_model.program), false});
            }
        }
    }
    return suite;
}

Verdict try_conformance(const Mutant& mutant, const std::vector<ConformanceProgram>& suite) {
    std::istringstream words{std::string(mutant.names)};
    const std::vector<std::string> names{std::istream_iterator<std::string>(words), {}};
    const auto is_about = [&](const ConformanceProgram* p) {
        return std::ranges::any_of(names, [&](const std::string& name) {
            return std::ranges::find(p->program.covers, name) != p->program.covers.end();
        });
    };
    std::vector<const ConformanceProgram*> order;
    for (const ConformanceProgram& p : suite) order.push_back(&p);
    std::ranges::stable_partition(order, is_about);

    Verdict verdict = in_process([&](Report& report) {
        on = mutant.number;
        for (const ConformanceProgram* p : order) {
            ++report.programs;
            report.killed = !run_test(p->program, engine_of(mutant), false).misses.empty() ||
                            (p->covers && !run_test(p->program, engine_of(mutant), true).misses.empty());
            if (report.killed) return;
        }
    });
    if (verdict.is_dead()) verdict.killed_by = order[verdict.programs - 1]->title;
    return verdict;
}

Verdict try_fuzzer(const Mutant& mutant, std::uint64_t seed, std::uint64_t count) {
    const auto profiles = differential::profiles();
    return in_process([&](Report& report) {
        for (std::uint64_t k = 0; k < count && !report.killed; ++k) {
            ++report.programs;
            const bool has_blocks = k % 4 == 3;
            report.killed = is_distinguished(
                mutant, has_blocks ? case_with_blocks(seed + k)
                                   : case_of_profile(profiles[k % profiles.size()].profile, seed + k));
        }
    });
}

}  // namespace musimd::mutants
