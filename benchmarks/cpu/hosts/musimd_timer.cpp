// Runs a program on one of musimd's engines repeatedly, in one process, and prints the time of a run: one
// line of JSON. With --describe it prints facts about the program; with --prolog the program as facts for
// peers/machine.pl. With --batch, many machines of the program run on a device at once.

#include <algorithm>
#include <boost/program_options.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "benchmarks/cpu/hosts/checksum.hpp"
#include "benchmarks/cpu/hosts/measurement.hpp"
#include "benchmarks/cpu/hosts/prolog.hpp"
#include "benchmarks/cpu/hosts/ranges.hpp"
#include "engines/engines.hpp"
#include "gpu_backend/compiled/engine.hpp"
#include "isa/reader.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/observers/statistics.hpp"

namespace {

namespace po = boost::program_options;
using namespace musimd;
using namespace musimd::benchmarks;
using nlohmann::json;

class BadInput : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The request on the command line.
struct Request {
    std::string file, engine, word, races, checks;
    std::vector<std::string> defines, preloads, results, variables;
    std::uint32_t threads = 0;
    std::uint32_t warps = 0;
    double seconds = 0;
    bool empty = false;
    std::size_t batch = 0;  ///< machines on a device at once
    std::string device;
};

po::options_description declare(Request& request) {
    po::options_description options("Runs a program on an engine over and over");
    auto add = options.add_options();
    add("help", "this text");
    add("engines", "the engines, as JSON");
    add("describe", "what the program does: steps, active-lane instructions, preloads");
    add("prolog", "the program as facts of Prolog");
    add("file", po::value(&request.file), "the program");
    add("engine", po::value(&request.engine)->default_value("fast"), "which engine");
    add("checks", po::value(&request.checks)->default_value("on"),
        "on or off, where the engine has the choice");
    add("word", po::value(&request.word), "32-wrap, 64-wrap or 64-trap, instead of the program's");
    add("races", po::value(&request.races), "warp, thread or (fast) off, instead of the program's");
    add("threads", po::value(&request.threads), "threads per warp");
    add("warps", po::value(&request.warps), "warps of the grid");
    add("define", po::value(&request.defines)->composing(), "NAME=c");
    add("preload", po::value(&request.preloads)->composing(), "A:COUNT:START:STEP, initial words");
    add("result", po::value(&request.results)->composing(),
        "A:COUNT, words to include in the checksum; undefined ones count as 0");
    add("variable", po::value(&request.variables)->composing(), "a variable to include in the checksum");
    add("empty", po::bool_switch(&request.empty),
        "also the time to start and end a run: of a program with only `stop`");
    add("seconds", po::value(&request.seconds)->default_value(0.1),
        "total time of the runs after the first; 0: one run");
    add("batch", po::value(&request.batch), "number of machines of the program to run at once, on --device");
    add("device", po::value(&request.device)->default_value("cuda"), "cuda or emulated");
    return options;
}

Program load(const Request& request) {
    ReadOptions options;
    if (request.threads != 0) options.threads = request.threads;
    if (request.warps != 0) options.warps = request.warps;
    if (!request.word.empty()) options.word = Word{std::stoi(request.word), request.word.ends_with("wrap")};
    if (request.races == "thread") options.races = RaceMode::thread;
    if (request.races == "warp") options.races = RaceMode::warp;
    for (const std::string& define : request.defines) {
        const std::size_t equals = define.find('=');
        options.defines[define.substr(0, equals)] = std::stoll(define.substr(equals + 1));
    }
    std::ifstream file(request.file);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw BadInput("cannot read " + request.file);
    ReadResult result = read_program(text, request.file, options);
    if (!result) throw BadInput(result.errors);
    for (const std::string& preload : request.preloads) {
        const Filled part = filled(preload);
        result.program->preloads.push_back({part.address, part.count, {}, part.start, part.step});
    }
    return std::move(*result.program);
}

// Whether engines can omit checks.
template <typename Options>
constexpr bool has_choice_of_checks = requires(Options options) {
    options.checks;
};

template <typename Options = MachineOptions>
Options machine_options(bool checks) {
    Options options;
    options.max_steps = 1'000'000'000;
    if constexpr (has_choice_of_checks<Options>) options.checks = checks;
    return options;
}

Result run(const Request& request, const Program& program) {
    const MachineOptions options = machine_options(request.checks != "off");
    if (request.races == "off") return fast::run(program, options, nullptr, 1, fast::kernels(), false);
    return find_engine(request.engine)->run(program, options, nullptr);
}

std::string checksum(const Request& request, const Program& program, const Result& result) {
    Checksum sum;
    const auto add = [&](const Value* value) {
        sum.add(value == nullptr ? 0 : static_cast<std::int32_t>(*value));
    };
    for (const std::string& text : request.results) {
        const Range part = range(text);
        for (std::int64_t i = 0; i < part.count; ++i) add(result.memory.find(part.address + i));
    }
    for (const std::string& name : request.variables) {
        const auto found = std::ranges::find(program.variables, name);
        if (found == program.variables.end()) throw BadInput("no variable " + name);
        const auto variable = static_cast<Variable>(found - program.variables.begin());
        for (const WarpResult& warp : result.warps) {
            for (Thread t = 0; t < program.threads; ++t) add(warp.bank.find(t, variable));
        }
    }
    return sum.text();
}

void time_runs(const Request& request) {
    const Program program = load(request);
    if (find_engine(request.engine) == nullptr) throw BadInput("no engine " + request.engine);
    Result result;
    const double set_up = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    const Runs runs = repeated(request.seconds, [&] {
        result = {};
        return timed([&] { result = run(request, program); });
    });
    if (result.outcome != Outcome::stop) throw BadInput("the program did not stop");
    json report = to_json(runs, set_up);
    if (request.empty) {
        Program nothing = program;
        nothing.instructions = {Instruction{}};  // stop
        report["empty"] = to_json(
            repeated(request.seconds / 4, [&] { return timed([&] { run(request, nothing); }); }), 0)["runs"];
    }
    report["steps"] = result.steps;
    report["checksum"] = checksum(request, program, result);
    std::cout << report << "\n";
}

gpu::Device& device_of(const Request& request) {
    if (request.device == "emulated") return gpu::emulated_device();
    if (request.device != "cuda") throw BadInput("no device " + request.device);
    const auto device = gpu::cuda_device();
    if (!device) throw BadInput(device.error());
    return **device;
}

// Measures the second of two batches: one-time work of the first, such as calibrating the launches, does not
// count. Checks the checksums of the machines' results.
void time_batch(const Request& request) {
    const Program program = load(request);
    gpu::Device& device = device_of(request);
    const Program* const one = &program;
    const auto code = gpu::compile(device, {&one, 1}, request.checks != "off");
    if (!code) throw BadInput(code.error());
    const std::vector<gpu::Input> inputs(request.batch, gpu::input_of(program));
    std::set<std::string> checksums;
    gpu::BatchReport report;
    for (int i = 0; i < 2; ++i) {
        report = {};
        const auto results = gpu::run_batch(device, program, machine_options(request.checks != "off"),
                                            code->front(), inputs, &report);
        if (!results) throw BadInput(results.error());
        for (const Result& result : *results) checksums.insert(checksum(request, program, result));
    }
    std::cout << json{{"machines", request.batch}, {"by_device", report.by_device},
                      {"steps", report.steps},     {"launches", report.launches},
                      {"seconds", report.seconds}, {"checksums", checksums}}
              << "\n";
}

// One more than the highest address that Σ defines.
std::int64_t end_of(const Memory& memory) {
    std::int64_t end = 0;
    memory.for_each([&](std::int64_t address, Value) { end = address + 1; });
    return end;
}

void describe(const Request& request) {
    const Program program = load(request);
    StatisticsObserver observer(program, 32);
    const Result result = find_engine("fast")->run(program, machine_options(true), &observer);
    if (result.outcome != Outcome::stop) throw BadInput("the program did not stop");
    json preloads = json::array();
    for (const Preload& part : program.preloads) {
        if (part.words.empty()) preloads.push_back({part.address, part.count, part.start, part.step});
    }
    std::cout << json{{"threads", program.threads},
                      {"warps", program.warps},
                      {"steps", observer.statistics().steps},
                      {"active_lane_instructions", observer.statistics().active_lane_instructions},
                      {"preloads", preloads},
                      {"end_of_memory", end_of(result.memory)},
                      {"checksum", checksum(request, program, result)}}
              << "\n";
}

void list_engines() {
    json list = json::array();
    for (const Engine& engine : core_engines()) list.push_back(engine.name);
    // This engine is not among those that every test runs.
    if (std::ranges::find(list, "native") == list.end() && find_engine("native") != nullptr)
        list.push_back("native");
    std::cout << json{{"engines", list}, {"checks", has_choice_of_checks<MachineOptions>}} << "\n";
}

}  // namespace

int main(int argc, char** argv) try {
    Request request;
    const po::options_description options = declare(request);
    po::variables_map values;
    po::store(po::parse_command_line(argc, argv, options), values);
    po::notify(values);
    if (values.count("help") != 0) {
        std::cout << options;
    } else if (values.count("engines") != 0) {
        list_engines();
    } else if (values.count("describe") != 0) {
        describe(request);
    } else if (values.count("prolog") != 0) {
        print_prolog(load(request), std::cout);
    } else if (request.batch != 0) {
        time_batch(request);
    } else {
        time_runs(request);
    }
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
}
