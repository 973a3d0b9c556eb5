#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "differential/openmp/target.hpp"
#include "dsl/openmp/c_expression.hpp"
#include "kernels/compiled/launch.hpp"
#include "kernels/compiled/runner.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "kernels/spmd/comparison.hpp"

// Nests as C, compiled and run in child processes.

namespace musimd::differential::openmp {
namespace {

/// C that calls a nest with the arguments of the launch.
std::string entry_of_nest(const NestCase& nest, std::size_t number) {
    std::string copies;
    std::string arguments;
    for (std::size_t p = 0; p < nest.function.parameters.size(); ++p) {
        const auto& parameter = nest.function.parameters[p];
        if (p != 0) arguments += ", ";
        if (parameter.buffer) {
            arguments += fmt::format("(void*)it->arguments[{}]", p);
            continue;
        }
        copies +=
            fmt::format("    {0} x{1};\n    __builtin_memcpy(&x{1}, &it->arguments[{1}], sizeof x{1});\n",
                        dsl::openmp::c_type(parameter.type), p);
        arguments += fmt::format("x{}", p);
    }
    return fmt::format("void {}(const struct musimd_launch* it) {{\n{}    nest_{}({});\n}}\n",
                       kernels::entry_name(number), copies, number, arguments);
}

kernels::KernelLaunch launch_of_nest(const NestCase& nest, std::size_t number) {
    kernels::KernelLaunch launch;
    launch.entry = number;
    for (std::size_t b = 0; b < nest.function.buffers.size(); ++b)
        launch.memory.push_back(
            kernels::memory_of_patterns(nest.arguments.buffers[b], nest.function.buffers[b].element));
    for (std::size_t p = 0; p < nest.function.parameters.size(); ++p) {
        if (const auto buffer = nest.function.parameters[p].buffer) {
            launch.arguments.emplace_back(kernels::KernelLaunch::Pointer{*buffer, 0});
        } else {
            launch.arguments.emplace_back(nest.arguments.numbers[p]);
        }
    }
    return launch;
}

Run run_of(const NestCase& nest, const kernels::CaseResult& result) {
    if (result.kind == kernels::CaseResult::Kind::crashed) return {Run::Kind::crash, result.message};
    if (result.kind == kernels::CaseResult::Kind::timed_out) return {Run::Kind::hang, result.message};
    Run run;
    for (std::size_t b = 0; b < result.memory.size(); ++b)
        run.memory.push_back(kernels::patterns_of_memory(result.memory[b], nest.function.buffers[b].element));
    return run;
}

class CompiledTarget final : public NestTarget {
  public:
    CompiledTarget(const NestCompiler& compiler, std::chrono::milliseconds limit)
        : NestTarget(compiler.name()), limit_(limit) {
        // Threads that wait at the end of a loop would use the time of others.
        setenv("OMP_WAIT_POLICY", "passive", 0);
        toolchain_.compiler = compiler.command;
        toolchain_.flags = {"-std=gnu17", "-w", "-fPIC", "-ffp-contract=off"};
        for (const std::string& flag : compiler.flags) toolchain_.flags.push_back(flag);
        toolchain_.libraries = {"-lm"};
        toolchain_.own_dsl = false;
        toolchain_.suffix = ".c";
    }

    std::vector<Run> run(std::span<const NestCase> nests) const override {
        std::vector<Run> runs;
        add_runs(nests, runs);
        return runs;
    }

  private:
    void add_runs(std::span<const NestCase> nests, std::vector<Run>& runs) const {
        if (nests.empty()) return;
        const auto unit = compiled(nests);
        if (unit) return launch(*unit, nests, runs);
        if (nests.size() == 1) return runs.push_back({Run::Kind::refused, unit.error()});
        add_runs(nests.first(nests.size() / 2), runs);
        add_runs(nests.subspan(nests.size() / 2), runs);
    }

    tl::expected<kernels::CompiledUnit, std::string> compiled(std::span<const NestCase> nests) const {
        kernels::Toolchain toolchain = toolchain_;
        std::string source;
        toolchain.entries_prelude =
            "\nstruct musimd_launch { long long elements; unsigned long long* arguments; };\n";
        for (std::size_t i = 0; i < nests.size(); ++i) {
            source += c_source(nests[i], fmt::format("nest_{}", i));
            toolchain.entries_prelude += entry_of_nest(nests[i], i);
        }
        return kernels::build(toolchain, {.source = source, .entries = {}}, {.source_name = "nest.c"});
    }

    void launch(const kernels::CompiledUnit& unit, std::span<const NestCase> nests,
                std::vector<Run>& runs) const {
        std::vector<kernels::KernelLaunch> launches;
        for (std::size_t i = 0; i < nests.size(); ++i) launches.push_back(launch_of_nest(nests[i], i));
        try {
            const auto results = kernels::run_cases(unit, launches, {.limits = {limit_}});
            for (std::size_t i = 0; i < nests.size(); ++i) runs.push_back(run_of(nests[i], results[i]));
        } catch (const std::runtime_error& error) {
            for (std::size_t i = 0; i < nests.size(); ++i) runs.push_back({Run::Kind::refused, error.what()});
        }
    }

    kernels::Toolchain toolchain_;
    std::chrono::milliseconds limit_;
};

}  // namespace

std::string NestCompiler::name() const {
    return fmt::format("{} {}", std::filesystem::path(command).filename().string(), fmt::join(flags, " "));
}

std::unique_ptr<NestTarget> compiled_target(const NestCompiler& compiler, std::chrono::milliseconds limit) {
    return std::make_unique<CompiledTarget>(compiler, limit);
}

std::vector<NestCompiler> usual_nest_compilers(std::span<const std::string> commands) {
    std::vector<NestCompiler> found;
    for (const std::string& command : commands) {
        kernels::Toolchain openmp{.compiler = command, .flags = {"-fPIC", "-fopenmp"}, .libraries = {}};
        openmp.own_dsl = false;
        openmp.suffix = ".c";
        openmp.entries_prelude = "\n";
        const bool has_openmp =
            kernels::build(openmp, {.source = "#include <omp.h>\n", .entries = {}}, {}).has_value();
        for (const char* level : {"-O0", "-O3"}) {
            found.push_back({command, {level}});
            if (has_openmp) found.push_back({command, {level, "-fopenmp"}});
        }
    }
    return found;
}

}  // namespace musimd::differential::openmp
