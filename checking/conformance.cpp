#include "checking/conformance.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include "isa/reader.hpp"

namespace musimd {

namespace fs = std::filesystem;

std::vector<std::string> find_program_files(const std::vector<std::string>& paths,
                                            std::vector<std::string>& missing) {
    std::vector<std::string> files;
    std::set<std::string> seen;
    const auto add = [&](const fs::path& path) {
        if (seen.insert(path.lexically_normal().string()).second) files.push_back(path.string());
    };
    for (const std::string& path : paths) {
        std::error_code error;
        if (!fs::exists(path, error)) {
            missing.push_back(path);
        } else if (!fs::is_directory(path, error)) {
            add(path);
        } else {
            std::vector<fs::path> found;
            for (const auto& entry : fs::recursive_directory_iterator(
                     path, fs::directory_options::skip_permission_denied, error)) {
                const auto extension = entry.path().extension();
                if (entry.is_regular_file(error) && (extension == ".asm" || extension == ".pl")) {
                    found.push_back(entry.path());
                }
            }
            std::ranges::sort(found);
            for (const fs::path& file : found) add(file);
        }
    }
    return files;
}

namespace {

// The models that expectations name, of those of them that fulfil the predicate.
template <typename Predicate>
std::vector<ThreadModel> models_named(const Program& program, Predicate&& is_meant) {
    std::vector<ThreadModel> models;
    for (std::size_t i = 0; i < std::size(kThreadModelNames); ++i) {
        const auto model = static_cast<ThreadModel>(i);
        const auto is_named = [&](const Expectation& e) { return e.model == model && is_meant(e); };
        if (std::ranges::any_of(program.expectations, is_named)) models.push_back(model);
    }
    return models;
}

bool is_error(const Expectation& expectation) {
    return std::holds_alternative<ExpectError>(expectation.what);
}

}  // namespace

std::vector<ThreadModel> test_models(const Program& program) {
    const std::vector<ThreadModel> models =
        models_named(program, [](const Expectation& e) { return !is_error(e); });
    return models.empty() ? std::vector{program.model} : models;
}

std::vector<ThreadModel> refusing_models(const Program& program) {
    return models_named(program, is_error);
}

TestOutcome run_test(const Program& program, const Engine& engine, bool covers) {
    TestOutcome outcome;
    outcome.engine = engine.name;
    if (const auto reason = too_large(engine, program)) {
        outcome.misses.push_back({0, *reason});
        return outcome;
    }
    constexpr std::int64_t kSegment = 32;
    StatisticsObserver statistics(program, kSegment);
    Coverage coverage;
    Observers observers;
    observers.add(statistics);
    observers.add(coverage);
    const MachineOptions options = test_options(program);
    const Result result = engine.run(program, options, &observers);
    outcome.misses = check_expectations(program, result, statistics.statistics());
    if (covers) {
        auto uncovered = check_covers(program, coverage.names());
        std::ranges::move(uncovered, std::back_inserter(outcome.misses));
    }
    // Engines may use other code paths for unobserved runs.
    if (!(engine.run(program, options, nullptr) == result))
        outcome.misses.push_back({0, "an unobserved run has a different result"});
    outcome.covered = coverage.names();
    return outcome;
}

std::vector<TestOutcome> run_test_models(std::span<const Program* const> programs, const Engine& engine,
                                         bool covers) {
    std::vector<TestOutcome> outcomes;
    Coverage::Names covered;
    bool all = true;
    for (const Program* program : programs) {
        try {
            outcomes.push_back(run_test(*program, engine, covers && programs.size() == 1));
            const Coverage::Names& names = outcomes.back().covered;
            covered.insert(covered.end(), names.begin(), names.end());
        } catch (const Unsupported& reason) {
            outcomes.push_back({std::string(engine.name), reason.what(), {}, {}});
            all = false;
        } catch (const EngineFault& fault) {
            outcomes.push_back({std::string(engine.name), {}, {{0, fault.what()}}, {}});
            all = false;
        }
    }
    if (!covers || !all || programs.size() == 1) return outcomes;
    auto uncovered = check_covers(*programs.back(), covered);
    std::ranges::move(uncovered, std::back_inserter(outcomes.back().misses));
    return outcomes;
}

CoverageTable::CoverageTable() {
    for (const std::string_view name : rule_names()) rows_.emplace_back(name, 0);
    for (const std::string_view name : trap_names()) rows_.emplace_back(name, 0);
}

void CoverageTable::add(const Coverage::Names& covered) {
    for (auto& [name, count] : rows_) {
        if (std::ranges::find(covered, name) != covered.end()) ++count;
    }
}

std::vector<std::string> CoverageTable::never() const {
    std::vector<std::string> names;
    for (const auto& [name, count] : rows_) {
        if (count == 0) names.push_back(name);
    }
    return names;
}

}  // namespace musimd
