#include "tests/mutants/trial.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <thread>

#include "differential/generator.hpp"
#include "isa/reader.hpp"
#include "simulator/observers/coverage.hpp"
#include "simulator/observers/statistics.hpp"

namespace musimd::mutants {
namespace {

constexpr std::chrono::seconds kPatience{30};

// What a trial tells from its own process, as it goes on.
struct Report {
    std::uint64_t programs;
    bool killed;
};

Report* shared_report() {
    void* const page =
        mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? nullptr : new (page) Report{};
}

void limit_resources() {
    constexpr rlimit kMemory{std::uint64_t{6} << 30, std::uint64_t{6} << 30};
    constexpr rlimit kNoCore{0, 0};
    setrlimit(RLIMIT_AS, &kMemory);
    setrlimit(RLIMIT_CORE, &kNoCore);
}

// The exit status of the child, or nothing where its time ran out.
std::optional<int> wait_for(pid_t child) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > end) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return std::nullopt;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return status;
}

// Runs `trial` in a child process.
Verdict in_process(const std::function<void(Report&)>& trial) {
    Report* const report = shared_report();
    if (report == nullptr) throw std::runtime_error("no memory to share with a trial");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot fork");
    if (child == 0) {
        limit_resources();
        if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(3);
        try {
            trial(*report);
        } catch (const std::exception&) {
            _exit(1);
        }
        _exit(0);
    }
    const auto status = wait_for(child);
    Verdict verdict;
    verdict.programs = report->programs;
    if (!status) {
        verdict.kind = Verdict::Kind::hung;
    } else if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0) {
        verdict.kind = Verdict::Kind::crashed;
    } else if (report->killed) {
        verdict.kind = Verdict::Kind::killed;
    }
    munmap(report, sizeof(Report));
    return verdict;
}

const Engine& engine_of(const Mutant& mutant) {
    return *find_engine(mutant.engine);
}

// ---- random programs

struct Observed {
    Result result;
    Statistics statistics;
    Coverage::Names covered;

    bool operator==(const Observed& other) const {
        return result == other.result && covered == other.covered &&
               statistics.by_instruction == other.statistics.by_instruction &&
               std::ranges::all_of(statistic_names(), [&](std::string_view name) {
                   return statistics.figure(name) == other.statistics.figure(name);
               });
    }
};

Observed observe(const Engine& engine, const differential::Case& c) {
    StatisticsObserver statistics(c.program, 32);
    Coverage coverage;
    Observers observers;
    observers.add(statistics);
    observers.add(coverage);
    Result result = engine.run(c.program, c.options, &observers);
    return {std::move(result), statistics.statistics(), coverage.names()};
}

bool tells(const Mutant& mutant, const differential::Case& c) {
    const Observed expected = observe(*find_engine("rules"), c);
    on = mutant.number;
    const bool same = engine_of(mutant).run(c.program, c.options, nullptr) == expected.result &&
                      observe(engine_of(mutant), c) == expected;
    on = 0;
    return !same;
}

}  // namespace

std::vector<ConformanceProgram> conformance_programs() {
    const std::string folder = MUSIMD_SOURCE_DIR "/programs/conformance";
    std::vector<ConformanceProgram> suite;
    std::vector<std::string> missing;
    for (const std::string& file : find_program_files({folder}, missing)) {
        std::ifstream stream(file, std::ios::binary);
        const std::string text(std::istreambuf_iterator<char>(stream), {});
        std::vector<std::string> names = program_names(text, file);
        if (names.empty()) names.emplace_back();
        for (const std::string& name : names) {
            ReadOptions options;
            if (!name.empty()) options.program = name;
            ReadResult read = read_program(text, file, options);
            if (!read) throw std::runtime_error(read.errors);
            const std::string title = file.substr(folder.size() + 1);
            suite.push_back({name.empty() ? title : title + ":" + name, std::move(*read.program)});
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
                            !run_test(p->program, engine_of(mutant), true).misses.empty();
            if (report.killed) return;
        }
    });
    if (verdict.is_dead()) verdict.told_by = order[verdict.programs - 1]->title;
    return verdict;
}

Verdict try_fuzzer(const Mutant& mutant, std::uint64_t seed, std::uint64_t count) {
    const auto profiles = differential::profiles();
    return in_process([&](Report& report) {
        for (std::uint64_t k = 0; k < count && !report.killed; ++k) {
            ++report.programs;
            report.killed =
                tells(mutant, differential::generate(profiles[k % profiles.size()].profile, seed + k));
        }
    });
}

}  // namespace musimd::mutants
