// Random programs, each compiled once for a device and run there on many random inputs at once, compared with
// the fast engine on each: one line of JSON. Exit status 1 if there is a difference.

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <chrono>
#include <future>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "differential/programs/compare/comparison.hpp"
#include "differential/random/dice.hpp"
#include "gpu_backend/compiled/engine.hpp"
#include "gpu_backend/compiled/unit.hpp"
#include "host/processor.hpp"
#include "simulator/fast/grid.hpp"

namespace {

namespace po = boost::program_options;
using namespace musimd;
using differential::Dice;

constexpr std::size_t kAtOnce = 40;       // programs per unit
constexpr std::size_t kMaxReported = 10;  // differences

struct Request {
    std::size_t programs = 0;
    std::size_t inputs = 0;
    std::uint64_t seed = 0;
    std::string device;
};

struct Checked {
    std::size_t programs = 0;
    std::size_t unsupported = 0;
    std::size_t inputs = 0;
    std::size_t by_device = 0;
    std::size_t different = 0;
    std::vector<std::string> reported;

    void note(std::string difference) {
        if (++different <= kMaxReported) reported.push_back(std::move(difference));
    }
};

gpu::Device& device_of(const std::string& name) {
    if (name == "emulated") return gpu::quick_emulated_device();
    if (name != "cuda") throw std::runtime_error("no device " + name);
    const auto device = gpu::cuda_device();
    if (!device) throw std::runtime_error(device.error());
    return **device;
}

Value small_word(Dice& dice, const Word& word) {
    return static_cast<Value>(std::clamp(static_cast<Integer>(dice.between(-9, 9)), word.min(), word.max()));
}

// The program's own input, except for some words, which are small, and for the active threads.
gpu::Input other_input(const Program& program, Dice& dice) {
    gpu::Input input = gpu::input_of(program);
    for (Preload& preload : input.preloads) {
        if (preload.words.empty()) {  // word by word, up to a limit
            for (std::int64_t i = 0; i < std::min<std::int64_t>(preload.count, 4096); ++i)
                preload.words.push_back(preload.word(i));
            preload.count = static_cast<std::int64_t>(preload.words.size());
        }
        for (Value& word : preload.words) {
            if (dice.chance(50)) word = small_word(dice, program.word);
        }
    }
    if (dice.chance(30)) {
        const ThreadSet before = input.active;
        before.for_each([&](Thread t) {
            if (dice.chance(30)) input.active.erase(t);
        });
    }
    if (input.active.empty()) input.active = gpu::input_of(program).active;
    return input;
}

void check_program(gpu::Device& device, const differential::Case& c, const gpu::DeviceCode& code,
                   const std::string& title, Dice& dice, std::size_t count, Checked& tally) {
    std::vector<gpu::Input> inputs = {gpu::input_of(c.program)};
    while (inputs.size() < count) inputs.push_back(other_input(c.program, dice));
    gpu::BatchReport report;
    const auto results = gpu::run_batch(device, c.program, c.options, code, inputs, &report);
    if (!results) throw std::runtime_error(title + ": " + results.error());
    tally.inputs += inputs.size();
    tally.by_device += report.by_device;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        Program with = c.program;
        with.preloads = inputs[i].preloads;
        with.active = inputs[i].active;
        const Result expected = fast::run_fast(with, c.options);
        const std::string differs =
            differential::differences(with, expected, "fast", (*results)[i], "device");
        if (!differs.empty()) tally.note(fmt::format("{}, input {}: {}", title, i, differs));
    }
}

/// Programs that are compiled together.
struct Unit {
    std::size_t first = 0;  ///< the number of the first
    std::vector<differential::Case> cases;
    std::vector<std::string> titles;
};

Unit make_unit(const Request& request, std::size_t first, Checked& tally) {
    const auto profiles = differential::profiles();
    Unit unit{first, {}, {}};
    for (std::size_t k = first; k < std::min(first + kAtOnce, request.programs); ++k) {
        const auto& profile = profiles[k % profiles.size()];
        differential::Case generated = differential::generate(profile.profile, request.seed + k);
        ++tally.programs;
        // Programs with blocks or collectives are interpreted on the device, not compiled for it.
        if (uses_blocks(generated.program) || !gpu::unsupported(generated.program).empty()) {
            ++tally.unsupported;
            continue;
        }
        unit.titles.push_back(fmt::format("{}, seed {}", profile.name, request.seed + k));
        unit.cases.push_back(std::move(generated));
    }
    return unit;
}

using Compiled = tl::expected<std::vector<gpu::DeviceCode>, std::string>;

Compiled compile(gpu::Device& device, const Unit& unit) {
    std::vector<const Program*> programs;
    for (const differential::Case& c : unit.cases) programs.push_back(&c.program);
    return gpu::compile(device, programs, true);
}

// Compiling dominates: all cores compile, one unit each, before the results are run.
Checked check(const Request& request) {
    gpu::Device& device = device_of(request.device);
    const std::size_t cores = host::usable_processors();
    Checked tally;
    for (std::size_t first = 0; first < request.programs;) {
        std::vector<Unit> units;
        for (; units.size() < cores && first < request.programs; first += kAtOnce)
            units.push_back(make_unit(request, first, tally));
        std::vector<std::future<Compiled>> compiled;
        for (const Unit& unit : units)
            compiled.push_back(std::async(std::launch::async, [&] { return compile(device, unit); }));
        for (std::size_t u = 0; u < units.size(); ++u) {
            const Compiled code = compiled[u].get();
            if (!code) throw std::runtime_error(code.error());
            for (std::size_t i = 0; i < units[u].cases.size(); ++i) {
                Dice dice(request.seed + units[u].first + i);
                check_program(device, units[u].cases[i], (*code)[i], units[u].titles[i], dice, request.inputs,
                              tally);
            }
        }
    }
    return tally;
}

}  // namespace

int main(int argc, char** argv) try {
    Request request;
    po::options_description options("Random programs on a device, each on many inputs");
    auto add = options.add_options();
    add("programs", po::value(&request.programs)->default_value(2000), "number of programs");
    add("inputs", po::value(&request.inputs)->default_value(50), "inputs per program");
    add("seed", po::value(&request.seed)->default_value(0), "seed of the first program");
    add("device", po::value(&request.device)->default_value("cuda"), "cuda or emulated");
    po::variables_map values;
    po::store(po::parse_command_line(argc, argv, options), values);
    po::notify(values);
    const auto begin = std::chrono::steady_clock::now();
    const Checked tally = check(request);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::cout << nlohmann::json{{"programs", tally.programs},   {"unsupported", tally.unsupported},
                                {"inputs", tally.inputs},       {"by_device", tally.by_device},
                                {"different", tally.different}, {"differences", tally.reported},
                                {"seconds", took.count()}}
              << "\n";
    return tally.different == 0 ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
}
