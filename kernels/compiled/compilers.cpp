#include "kernels/compiled/compilers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>

#include "dsl/openmp/c_expression.hpp"
#include "host/parallel.hpp"
#include "host/processor.hpp"
#include "kernels/compiled/crash_line.hpp"
#include "kernels/compiled/launch.hpp"
#include "kernels/compiled/runner.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::kernels::openmp {
namespace {

namespace fs = std::filesystem;
using dsl::openmp::LoopFunction;
using dsl::openmp::Parameter;
using reader::Source;
using End = CompiledRun::End;
using Limit = std::chrono::milliseconds;

// ---- how C is compiled

bool is_intel(const std::string& compiler) {
    return compiler == "icx";
}

std::vector<std::string> flags_of(const Reference& reference, bool cpp) {
    // addr2line does not find the files of GCC's DWARF 5 that `#line` names.
    std::vector<std::string> flags = {"-w", "-O2", "-fPIC", "-gdwarf-4"};
    if (cpp)
        flags.insert(flags.end(), {"-x", "c++", "-std=gnu++17"});
    else
        flags.emplace_back("-std=gnu17");
    if (is_intel(reference.compiler)) flags.emplace_back("-fp-model=precise");  // its default is fast-math
    flags.emplace_back("-ffp-contract=off");
    if (!reference.openmp) return flags;
    flags.emplace_back(is_intel(reference.compiler) ? "-fiopenmp" : "-fopenmp");
    // Target regions run on the host, even where GCC could compile them for a device.
    if (reference.compiler.starts_with("gcc")) flags.emplace_back("-foffload=disable");
    return flags;
}

bool has_half(const LoopFunction& function) {
    return std::ranges::any_of(function.variables,
                               [](const dsl::KernelVariable& v) { return v.type.type == Type::f16; }) ||
           std::ranges::any_of(function.buffers,
                               [](const dsl::KernelBuffer& b) { return b.element == Type::f16; });
}

/// As on the machine, each operation of a _Float16 is rounded.
std::vector<std::string> rounding_of_half(const Reference& reference) {
    if (reference.compiler.starts_with("gcc")) return {"-fexcess-precision=16"};
    return {"-Xclang", "-ffloat16-excess-precision=none"};
}

Toolchain toolchain_of(const Reference& reference, const std::string& command, bool cpp = false) {
    Toolchain toolchain;
    toolchain.compiler = command;
    toolchain.flags = flags_of(reference, cpp);
    // The function may have the name of one of a library, also of this program.
    toolchain.libraries = {"-lm", "-Wl,-Bsymbolic"};
    if (cpp) toolchain.libraries.emplace_back("-lstdc++");
    toolchain.own_dsl = false;
    toolchain.suffix = cpp ? ".cpp" : ".c";
    toolchain.entries_prelude = "\n";
    return toolchain;
}

// The folder of the file comes first in the search for what it includes, as if it were compiled in place.
std::string folder_of(const Source& source) {
    const std::string folder = fs::path(source.file).parent_path().string();
    return folder.empty() ? "." : folder;
}

// ---- how the function is called

// What the conversion of a pointer to void is in C.
constexpr std::string_view kAnyPointer =
    "\nstruct musimd_pointer {\n    void *to;\n"
    "    template <typename T> operator T *() const { return (T *)to; }\n};\n";

// What follows the user's text: the entry that run_cases calls. C converts a pointer to void to any other
// pointer, and a number to any other arithmetic type, so the types are those of the machine.
std::string call_source(const LoopFunction& function, const std::string& name, bool cpp) {
    std::string copies;
    std::string arguments;
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
        const Parameter& parameter = function.parameters[p];
        if (p != 0) arguments += ", ";
        if (parameter.buffer) {
            const std::string pointer = fmt::format("(void*)musimd_it->arguments[{}]", p);
            arguments += cpp ? fmt::format("musimd_pointer{{{}}}", pointer) : pointer;
            continue;
        }
        copies += fmt::format(
            "    {0} musimd_{1};\n"
            "    __builtin_memcpy(&musimd_{1}, &musimd_it->arguments[{1}], sizeof musimd_{1});\n",
            dsl::openmp::c_type(parameter.type), p);
        arguments += fmt::format("musimd_{}", p);
    }
    std::string result;
    if (const auto type = returned_type(function))
        result = fmt::format("*({}*)musimd_it->arguments[{}] = ", dsl::openmp::c_type(*type),
                             function.parameters.size());
    return fmt::format(
        "{}\nstruct musimd_launch {{ long long elements; unsigned long long* arguments; }};\n"
        "{}void {}(const struct musimd_launch* musimd_it) {{\n{}    {}{}({});\n}}\n",
        cpp ? kAnyPointer : "", cpp ? "extern \"C\" " : "", entry_name(0), copies, result, name, arguments);
}

KernelLaunch launch_of_call(const LoopFunction& function, const CallArguments& arguments) {
    KernelLaunch launch;
    for (std::size_t b = 0; b < function.buffers.size(); ++b)
        launch.memory.push_back(memory_of_patterns(arguments.buffers[b], function.buffers[b].element));
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
        const auto buffer = function.parameters[p].buffer;
        if (buffer) {
            launch.arguments.emplace_back(KernelLaunch::Pointer{*buffer, 0});
        } else {
            launch.arguments.emplace_back(arguments.numbers[p]);
        }
    }
    if (const auto type = returned_type(function)) {  // a block of one element
        launch.arguments.emplace_back(KernelLaunch::Pointer{launch.memory.size(), 0});
        launch.memory.push_back(memory_of_patterns(std::vector<std::uint64_t>{0}, *type));
    }
    return launch;
}

// `past the end of block 1` becomes `past the end of a`.
std::string with_names(std::string text, const LoopFunction& function) {
    for (std::size_t b = function.buffers.size(); b-- > 0;) {
        const std::string block = fmt::format("block {}", b);
        if (const std::size_t at = text.find(block); at != std::string::npos)
            text.replace(at, block.size(), function.buffers[b].name);
    }
    return text;
}

// ---- one reference

// Without OpenMP, a compiler misses -lomp, libgomp.spec, or <omp.h>, or does not know the option.
bool may_lack_openmp(const std::string& errors) {
    static constexpr std::string_view kMissing[] = {"omp.h",   "-lomp",   "-lgomp",   "-liomp",   "libomp",
                                                    "libgomp", "libiomp", "-fopenmp", "-fiopenmp"};
    return std::ranges::any_of(kMissing,
                               [&](std::string_view name) { return errors.find(name) != std::string::npos; });
}

// The source that the reference compiles.
Source source_of(const Reference& reference, const Source& source, const LoopFunction& function) {
    if (!reference.order) return source;
    Source printed = source;
    printed.file = "printed.c";
    printed.function = function.name + "_in_order";
    printed.text = print_c(function, {.name = printed.function, .order = reference.order});
    printed.options.clear();
    return printed;
}

class OneReference {
  public:
    OneReference(const Reference& reference, const Source& source, const LoopFunction& function, Limit limit)
        : source_(source_of(reference, source, function)), function_(function), limit_(limit) {
        run_.reference = reference;
    }

    void compile() {
        if (!function_.structures.empty())
            return end(End::skipped, "structure arguments are not supported by compiled functions yet");
        command_ = command_of_compiler(run_.reference.compiler);
        if (command_.empty())
            return end(End::skipped, fmt::format("{} is not installed", run_.reference.compiler));
        const bool cpp = reader::is_cpp(source_.file);
        Toolchain toolchain = toolchain_of(run_.reference, command_, cpp);
        if (has_half(function_)) {
            for (const std::string& flag : rounding_of_half(run_.reference)) toolchain.flags.push_back(flag);
        }
        for (const std::string& option : source_.options) toolchain.flags.push_back(option);
        toolchain.flags.push_back("-iquote" + folder_of(source_));
        toolchain.entries_prelude = call_source(function_, source_.function, cpp);
        auto compiled =
            build(toolchain, {.source = source_.text, .entries = {}},
                  {.limit = limit_, .source_name = in_string_literal(source_.file), .line_table = true});
        if (!compiled) return not_compiled(compiled.error());
        unit_ = std::move(*compiled);
    }

    void run(const CallArguments& arguments) {
        if (!unit_) return;
        const KernelLaunch launch = launch_of_call(function_, arguments);
        try {
            note(run_cases(*unit_, std::span(&launch, 1), {RunLimits{limit_}}).at(0));
        } catch (const std::runtime_error& error) {
            not_loaded(error.what());
        }
    }

    CompiledRun take() { return std::move(run_); }

  private:
    void end(End ending, std::string message, std::string details = {}) {
        run_.end = ending;
        run_.message = std::move(message);
        run_.details = std::move(details);
    }

    void not_compiled(const std::string& errors) {
        const Reference& reference = run_.reference;
        if (may_lack_openmp(errors)) {
            if (const auto there = has_openmp(reference.compiler, command_, limit_); !there)
                return end(End::skipped, there.error());
        }
        // Clang 14 has neither the option nor the type on x86.
        if (errors.find("-ffloat16-excess-precision") != std::string::npos)
            return end(End::skipped, fmt::format("'{}' does not support `_Float16`", command_));
        const std::size_t line_end = errors.find('\n');
        if (reference.order)
            return end(End::skipped, "the printed C does not compile: " + errors.substr(0, line_end));
        const bool has_more = line_end != std::string::npos && line_end + 1 < errors.size();
        end(End::not_compiled,
            fmt::format("'{}' did not compile it: {}", command_, errors.substr(0, line_end)),
            has_more ? errors.substr(line_end + 1) : std::string());
    }

    void not_loaded(const std::string& reason) {
        const bool needs_runtime = reason.find("undefined symbol: omp_") != std::string::npos;
        end(needs_runtime ? End::skipped : End::not_compiled,
            needs_runtime
                ? "the function calls the OpenMP runtime"
                : fmt::format("the library that '{}' built cannot be loaded: {}", command_, reason));
    }

    void note(const CaseResult& result) {
        switch (result.kind) {
            case CaseResult::Kind::done:
                for (std::size_t b = 0; b < function_.buffers.size(); ++b)
                    run_.buffers.push_back(
                        patterns_of_memory(result.memory[b], function_.buffers[b].element));
                if (const auto type = returned_type(function_))
                    run_.returned = patterns_of_memory(result.memory.back(), *type).front();
                return;
            case CaseResult::Kind::crashed:
                end(End::crashed, with_names(result.message, function_));
                run_.line = crash_line(*unit_, result, source_.file).value_or(0);
                return;
            case CaseResult::Kind::timed_out:
                return end(End::timed_out, result.message);
        }
    }

    Source source_;
    const LoopFunction& function_;
    Limit limit_;
    std::string command_;
    std::optional<CompiledUnit> unit_;
    CompiledRun run_;
};

}  // namespace

std::string Reference::name() const {
    if (order) return "--emit c";
    return openmp ? compiler + " -fopenmp" : compiler;
}

std::vector<Reference> references_of(std::span<const std::string> compilers) {
    std::vector<Reference> references;
    for (const std::string& compiler : compilers) {
        references.push_back({compiler, false, {}});
        references.push_back({compiler, true, {}});
    }
    return references;
}

std::vector<Reference> references_in_order(std::span<const std::string> compilers,
                                           const LoopFunction& function,
                                           std::span<const Configuration> models) {
    const auto first = std::ranges::find_if(
        compilers, [](const std::string& name) { return !command_of_compiler(name).empty(); });
    if (first == compilers.end() || !reassociates(function) || !can_print_c(function)) return {};
    std::vector<Reference> references;
    for (const Configuration& config : models)
        references.push_back({*first, false, dsl::openmp::MachineOrder{config.model, config.width}});
    return references;
}

std::vector<std::string> usual_compilers() {
    return {"gcc", "clang", "icx"};
}

std::vector<std::string> commands_of_compiler(const std::string& name) {
    static const std::map<std::string, std::vector<std::string>> kCommands = {
        {"gcc", {"gcc", "g++ -x c"}},
        {"clang", {"clang", "clang-19", "clang++ -x c"}},
        {"icx", {"icx", "icpx -x c"}}};
    const auto known = kCommands.find(name);
    return known == kCommands.end() ? std::vector<std::string>{name} : known->second;
}

std::string command_of_compiler(const std::string& name) {
    const std::vector<std::string> commands = commands_of_compiler(name);
    const auto found = std::ranges::find_if(commands, is_runnable);
    return found == commands.end() ? std::string() : *found;
}

std::string runtime_package(const std::string& name) {
    if (name == "gcc") return "apt-get install libgomp1";
    if (name == "clang") return "apt-get install libomp-dev";
    if (is_intel(name)) return "install the runtime of Intel's oneAPI";
    return "install libgomp for GCC, or libomp-VERSION-dev for Clang";
}

tl::expected<void, std::string> has_openmp(const std::string& name, const std::string& command, Limit limit) {
    const KernelUnit unit{
        .source = "#include <omp.h>\nint musimd_f(void) { return omp_get_max_threads(); }\n", .entries = {}};
    const auto compiled = build(toolchain_of({name, true, {}}, command), unit, {.limit = limit});
    if (compiled) return {};
    const std::string& errors = compiled.error();
    return tl::unexpected(fmt::format("{} has no OpenMP runtime; {} ({})", name, runtime_package(name),
                                      errors.substr(0, errors.find('\n'))));
}

std::vector<CompiledRun> run_references(std::span<const Reference> references, const Source& source,
                                        const LoopFunction& function, const CallArguments& arguments,
                                        Limit limit, const std::atomic<bool>* interrupt) {
    std::vector<OneReference> all;
    all.reserve(references.size());
    for (const Reference& reference : references) all.emplace_back(reference, source, function, limit);
    host::in_parallel(host::usable_processors(), all.size(), [&](std::size_t i) { all[i].compile(); });
    std::vector<CompiledRun> runs;
    for (OneReference& reference : all) {
        if (interrupt != nullptr && *interrupt) break;
        reference.run(arguments);
        runs.push_back(reference.take());
    }
    return runs;
}

}  // namespace musimd::kernels::openmp
