#include "engines/foreign/foreign_engine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "engines/foreign/result_differences.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "simulator/result_json.hpp"

namespace musimd::foreign {
namespace {

ImplementationSetting& setting() {
    static ImplementationSetting current;
    return current;
}

/// The implementation of this process: a forked one must not talk to the server of its parent.
std::unique_ptr<Implementation>& implementation_here() {
    static pid_t owner = 0;
    static std::unique_ptr<Implementation> current;
    if (owner != getpid()) static_cast<void>(current.release());  // it is the parent's
    owner = getpid();
    return current;
}

Implementation& implementation() {
    std::unique_ptr<Implementation>& here = implementation_here();
    if (here == nullptr) here = std::make_unique<Implementation>(setting());
    return *here;
}

/// The program with the options that directives can express.
Program with_options(Program program, const MachineOptions& options) {
    program.order = options.order;
    program.seed = options.seed;
    program.max_steps = options.max_steps;
    return program;
}

nlohmann::json json_result(const Result& result, const Program& program) {
    return nlohmann::json::parse(json_of(result, program));
}

/// The program as the implementation gets it.
Given given_program(const Program& program, const MachineOptions& options) {
    const std::string assembly = print(with_options(program, options));
    ReadOptions read;
    read.max_address = options.max_address;
    ReadResult again = read_program(assembly, "program.asm", read);
    if (!again)
        throw ImplementationFault(fmt::format("musimd cannot read its own program: {}", again.errors));
    return given(*again.program, assembly, setting().format);
}

Result run_implementation(const Program& program, const MachineOptions& options, Observer*) {
    if (options.max_address != kDefaultMaxAddress)
        throw Unsupported("impl: no directive sets the highest address");
    const Given given = given_program(program, options);
    const nlohmann::json found = implementation().run("program.asm", given);
    const nlohmann::json expected = json_result(run_rules(given.program, options, nullptr), given.program);
    const bool without_lines = setting().format == ImplementationSetting::Format::json;
    std::string different = result_differences(expected, found, without_lines);
    while (different.ends_with('\n')) different.pop_back();
    if (!different.empty()) throw ImplementationFault(different);
    return run_rules(program, options, nullptr);  // with the lines of this program
}

std::uint64_t bytes_of_machine(const Program& program) {
    return Machine::estimated_bytes(program);
}

}  // namespace

void set_implementation(const ImplementationSetting& chosen) {
    setting() = chosen;
    implementation_here().reset();
}

Engine implementation_engine() {
    Engine engine;
    engine.name = kImplementation;
    engine.meaning = "another implementation";
    engine.run = run_implementation;
    engine.estimated_bytes = bytes_of_machine;
    engine.shows_steps = false;
    engine.is_interruptible = false;
    return engine;
}

std::string implementation_answer(const Program& program, const MachineOptions& options) {
    try {
        return implementation().run("program.asm", given_program(program, options)).dump();
    } catch (const std::runtime_error& fault) {
        return fault.what();
    }
}

std::string implementation_options() {
    const bool is_server = setting().form == ImplementationSetting::Form::server;
    const bool is_json = setting().format == ImplementationSetting::Format::json;
    const std::string memory =
        setting().memory == kUsualMemory ? "" : fmt::format(" --impl-memory {}", setting().memory >> 20);
    return fmt::format("{} {}{}{} --limit {}", is_server ? "--impl-server" : "--impl",
                       host::quoted(setting().command), is_json ? " --impl-format json" : "", memory,
                       std::chrono::duration_cast<std::chrono::seconds>(setting().limit).count());
}

}  // namespace musimd::foreign
