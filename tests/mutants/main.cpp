// musimd-mutants: checks that the conformance suite alone, and the fuzzer alone, kill every mutant of the
// machine.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "tests/mutants/trial.hpp"

namespace musimd::mutants {

int on = 0;

std::span<const Mutant> all() {
    static constexpr Mutant kMutants[] = {
#include "mutants.inc"
    };
    return kMutants;
}

namespace {

namespace po = boost::program_options;

struct Options {
    std::string engine;
    std::vector<int> numbers;
    int every = 1;
    std::uint64_t seed = 1;
    std::uint64_t count = 5000;
    bool json = false;
};

// A mutant and its verdicts.
struct Row {
    const Mutant* mutant;
    Verdict conformance;
    Verdict fuzzer;

    bool is_settled() const {
        return !mutant->argument.empty() || (conformance.is_dead() && fuzzer.is_dead());
    }
};

std::string describe(const Verdict& v) {
    const std::string by =
        v.killed_by.empty() ? fmt::format("{}", v.programs) : fmt::format("{} ({})", v.killed_by, v.programs);
    switch (v.kind) {
        case Verdict::Kind::survived:
            return "survived";
        case Verdict::Kind::killed:
            return by;
        case Verdict::Kind::crashed:
            return by + ", crashed";
        case Verdict::Kind::hung:
            return by + ", hung";
    }
    return {};
}

std::vector<const Mutant*> chosen(const Options& options) {
    std::vector<const Mutant*> list;
    for (const Mutant& m : all()) {
        if (!options.engine.empty() && m.engine != options.engine) continue;
        if (!options.numbers.empty() && std::ranges::find(options.numbers, m.number) == options.numbers.end())
            continue;
        if (m.number % options.every == 0) list.push_back(&m);
    }
    return list;
}

std::vector<Row> run(const Options& options) {
    const auto suite = conformance_programs();
    const auto mutants = chosen(options);
    std::vector<Row> rows;
    for (const Mutant* m : mutants) {
        if (isatty(STDERR_FILENO) != 0)
            fmt::print(stderr, "\r{} of {}: {:<60.60}", rows.size() + 1, mutants.size(), m->change);
        rows.push_back({m, try_conformance(*m, suite), try_fuzzer(*m, options.seed, options.count)});
    }
    if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r{:80}\r", "");
    return rows;
}

void print_table(const std::vector<Row>& rows) {
    fmt::print(
        "| | engine | about | the mutant | conformance suite: program (how many) | fuzzer: programs |\n");
    fmt::print("| --- | --- | --- | --- | --- | --- |\n");
    for (const Row& r : rows) {
        const std::string note =
            r.mutant->argument.empty() ? "" : fmt::format(". Equivalent: {}", r.mutant->argument);
        fmt::print("| {} | {} | {} | {}{} | {} | {} |\n", r.mutant->number, r.mutant->engine, r.mutant->names,
                   r.mutant->change, note, describe(r.conformance), describe(r.fuzzer));
    }
    const auto count = [&](auto property) { return std::ranges::count_if(rows, property); };
    fmt::print(
        "\n{} mutants: {} killed by the conformance suite alone, {} by the fuzzer alone; {} equivalent, {} "
        "left\n",
        rows.size(), count([](const Row& r) { return r.conformance.is_dead(); }),
        count([](const Row& r) { return r.fuzzer.is_dead(); }),
        count([](const Row& r) { return !r.mutant->argument.empty(); }),
        count([](const Row& r) { return !r.is_settled(); }));
}

nlohmann::json to_json(const Verdict& v) {
    static constexpr const char* kKinds[] = {"survived", "killed", "crashed", "hung"};
    nlohmann::json json = {{"verdict", kKinds[static_cast<int>(v.kind)]}, {"programs", v.programs}};
    if (!v.killed_by.empty()) json["killed_by"] = v.killed_by;
    return json;
}

void print_json(const std::vector<Row>& rows) {
    nlohmann::json list = nlohmann::json::array();
    for (const Row& r : rows) {
        list.push_back({{"number", r.mutant->number},
                        {"engine", r.mutant->engine},
                        {"names", r.mutant->names},
                        {"change", r.mutant->change},
                        {"argument", r.mutant->argument},
                        {"conformance", to_json(r.conformance)},
                        {"fuzzer", to_json(r.fuzzer)}});
    }
    std::cout << nlohmann::json{{"format", 1}, {"mutants", list}}.dump(1) << "\n";
}

// Whether the suite kills them all, and the fuzzer at least four of five: both engines ask one relation what
// is ordered before what, so that it cannot kill the mutants of that.
bool is_good(const std::vector<Row>& rows) {
    const auto is_dead = [](const Row& r) { return !r.mutant->argument.empty() || r.conformance.is_dead(); };
    const auto left = std::ranges::count_if(rows, [](const Row& r) { return !r.is_settled(); });
    return std::ranges::all_of(rows, is_dead) && 5 * left <= std::ssize(rows);
}

int main_of(int argc, char** argv) {
    Options options;
    po::options_description description("Options");
    auto add = description.add_options();
    add("help", "print this help");
    add("engine", po::value(&options.engine), "only the mutants of this engine: rules or fast");
    add("mutant", po::value(&options.numbers)->multitoken(), "only the mutants with these numbers");
    add("every", po::value(&options.every), "only every K-th: a sample");
    add("seed", po::value(&options.seed), "seed of the random programs (default 1)");
    add("count", po::value(&options.count), "maximum number of random programs per mutant (default 5000)");
    add("json", po::bool_switch(&options.json), "print one JSON object");
    po::variables_map values;
    po::store(po::parse_command_line(argc, argv, description), values);
    po::notify(values);
    if (values.contains("help")) {
        std::cout << "musimd-mutants: the machine with one mistake at a time\n\n" << description;
        return 0;
    }
    if (options.every < 1) throw po::error("--every: expected a number from 1");
    const std::vector<Row> rows = run(options);
    if (rows.empty()) throw po::error("no mutant selected");
    options.json ? print_json(rows) : print_table(rows);
    return is_good(rows) ? 0 : 1;
}

}  // namespace
}  // namespace musimd::mutants

int main(int argc, char** argv) {
    try {
        return musimd::mutants::main_of(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "musimd-mutants: error: " << error.what() << "\n";
        return 2;
    }
}
