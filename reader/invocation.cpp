#include "reader/invocation.hpp"

#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/ErrorHandling.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "reader/cuda/hints.hpp"
#include "reader/cuda/kernel_reader.hpp"
#include "reader/cuda/module_contents.hpp"
#include "reader/function_reader.hpp"
#include "reader/translation_unit.hpp"

namespace musimd::reader {
namespace {

constexpr unsigned kStackBytes = 256u << 20;

// LLVM would end the process.
void throw_fatal_error(void*, const char* reason, bool) {
    throw std::runtime_error(reason);
}

/// C as gcc reads gnu17, where these are warnings, or C++. `version`: of OpenMP.
std::vector<std::string> with_openmp(const Source& source, const std::string& version = "52") {
    std::vector<std::string> line = {"clang",           "-fopenmp", "-fopenmp-version=" + version,
                                     "-Wno-deprecated", "-include", "musimd_c.h"};
    if (is_cpp(source.file)) {
        line.insert(line.end(), {"-x", "c++", "-std=gnu++17", "-isystem", "/musimd-headers/c++",
                                 "-Wno-reserved-user-defined-literal"});  // a warning of gcc
        return line;
    }
    line.insert(line.end(), {"-x", "c", "-std=gnu17", "-Wno-deprecated-non-prototype",
                             "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
                             "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types",
                             "-Wno-error=return-type"});
    return line;
}

/// Clang's message for `declare target to(…)`, which OpenMP 5.2 has renamed.
constexpr const char* kRenamed = "unexpected 'to' clause, use 'enter' instead";

/// Without a toolkit: the headers are ours.
const std::vector<std::string>& cuda() {
    static const std::vector<std::string> kLine = {"clang",
                                                   "-x",
                                                   "cuda",
                                                   "-std=gnu++17",
                                                   "-Wno-register",                       // a warning of gcc
                                                   "-Wno-reserved-user-defined-literal",  // likewise
                                                   "--cuda-device-only",
                                                   "--offload-arch=sm_90",  // as the runtime says
                                                   "-nocudainc",
                                                   "-nocudalib",
                                                   "--cuda-path=/musimd-headers",
                                                   "-Xclang",
                                                   "-target-sdk-version=12.4",
                                                   "-include",
                                                   "cuda_runtime.h"};
    return kLine;
}

/// The unit of the source, which is the kept one or becomes that. `reader` puts what it reads into `result`,
/// which stays empty if there are errors.
template <typename Result, typename Reader>
std::string read_on_large_stack(const Source& source, const std::vector<std::string>& compiler,
                                Headers headers, std::unique_ptr<TranslationUnit>& kept,
                                std::optional<Result>& result, const Reader& reader) {
    std::string messages;
    const auto read_source = [&] {
        const llvm::ScopedFatalErrorHandler handler(throw_fatal_error);
        try {
            std::unique_ptr<TranslationUnit> unit = std::move(kept);
            if (unit == nullptr || !unit->is_of(source, headers)) {
                unit.reset();
                unit = std::make_unique<TranslationUnit>(source, compiler, headers);
            }
            std::optional<Result> found;
            messages = unit->read([&](const Context& context) { found = reader(context, source); });
            if (unit->was_read()) result = std::move(found);
            kept = std::move(unit);
        } catch (const std::exception& e) {
            result.reset();
            messages += source.file + ": error: Clang failed: " + e.what() + "\n";
        }
    };
    result.reset();
    llvm::CrashRecoveryContext().RunSafelyOnThread(read_source, kStackBytes);
    if (!result && messages.find("error: ") == std::string::npos)
        messages += source.file + ": error: Clang read nothing; do the options ask for something else?\n";
    return with_hints(messages);
}

}  // namespace

namespace {

/// Words of a directive that Clang ignores, as `loop` after `target`, change what it means: GCC refuses them.
void refuse_ignored_words(Reading& reading) {
    static constexpr std::string_view kIgnored = "warning: extra tokens at the end of '#pragma omp";
    for (std::size_t at = 0; (at = reading.messages.find(kIgnored, at)) != std::string::npos;) {
        reading.messages.replace(at, 7, "error");
        reading.function.reset();
    }
}

}  // namespace

void read_on_large_stack(const Source& source, Reading& reading) {
    std::unique_ptr<TranslationUnit> unit;
    const auto read = [&](const std::vector<std::string>& compiler) {
        const auto read_numbered = [&](const Context& context, const Source& of) {
            reading.included.clear();
            if (context.has_several_sources()) context.number_files(reading.included, false);
            return read_function(context, of);
        };
        reading.messages =
            read_on_large_stack(source, compiler, Headers::all, unit, reading.function, read_numbered);
        refuse_ignored_words(reading);
    };
    read(with_openmp(source));
    if (reading.function || reading.messages.find(kRenamed) == std::string::npos) return;
    unit.reset();
    read(with_openmp(source, "51"));
}

namespace {

/// A source with several kernels is parsed once.
std::unique_ptr<TranslationUnit>& kept_unit() {
    thread_local std::unique_ptr<TranslationUnit> kept;
    return kept;
}

void read_kernel_of(const Source& source, KernelReading& reading) {
    std::unique_ptr<TranslationUnit>& kept = kept_unit();
    reading.is_program = reading.is_unknown = false;
    const auto read = [&](const Context& context, const Source& of) {
        const bool is_program = of.function.empty() && has_main(context);
        if (is_program) refuse_large_variables(context);
        reading.is_program = is_program;
        reading.is_unknown = !of.function.empty() && !has_kernel(context, of.function);
        reading.kernels = of.function.empty() ? kernel_names(context) : std::vector<std::string>();
        return reading.is_program ? cuda::KernelFunction() : read_kernel(context, of);
    };
    // A file with errors may need more.
    const bool needs_all = kept != nullptr && kept->is_of(source, Headers::all);
    for (const Headers headers : {Headers::of_kernels, Headers::all}) {
        if (needs_all && headers == Headers::of_kernels) continue;
        reading.messages = read_on_large_stack(source, cuda(), headers, kept, reading.kernel, read);
        if (reading.kernel) break;
    }
    if (reading.is_program) reading.kernel.reset();
}

/// With a line that makes the instance which the command line names; it is a file of its own in messages.
Source with_named_instance(Source source) {
    source.text += "\n# 1 \"--kernel '" + source.function + "'\"\nauto *const " + kNamedInstance + " = &" +
                   source.function + ";\n";
    return source;
}

/// Errors in that line are errors of the command line: one line, without the text that the user did not
/// write.
std::string in_terms_of_command_line(const std::string& messages, const Source& source) {
    const std::string location = source.file + ":";
    const std::size_t error = messages.find(": error: ");
    if (!messages.starts_with(location) || error == std::string::npos) return messages;
    const auto lines = static_cast<unsigned long>(std::ranges::count(source.text, '\n')) + 1;
    if (std::strtoul(messages.c_str() + location.size(), nullptr, 10) <= lines) return messages;
    const std::string reason = messages.substr(error + 9, messages.find('\n', error) - error - 9);
    const bool is_ours = reason.find(kNamedInstance) != std::string::npos;
    return source.file + ": error: --kernel '" + source.function +
           "': " + (is_ours ? "no kernel template of the file takes these arguments" : reason) + "\n";
}

}  // namespace

void read_on_large_stack(const Source& source, KernelReading& reading) {
    read_kernel_of(source, reading);
    const bool names_instance =
        source.function.ends_with('>') && source.function.find_first_of("\"\\\n") == std::string::npos;
    if (!reading.is_unknown || !names_instance) return;
    read_kernel_of(with_named_instance(source), reading);
    if (!reading.kernel) reading.messages = in_terms_of_command_line(reading.messages, source);
}

void read_on_large_stack(const Source& source, std::vector<HostLaunch>& launches) {
    std::optional<std::vector<HostLaunch>> found;
    for (const Headers headers : {Headers::of_kernels, Headers::all}) {
        read_on_large_stack(source, cuda(), headers, kept_unit(), found, launches_of_kernel);
        if (!found) continue;
        launches = *std::move(found);
        break;
    }
}

void read_on_large_stack(const Source& source, ModuleReading& reading) {
    std::optional<ModuleReading> found;
    for (const Headers headers : {Headers::of_kernels, Headers::all}) {
        const std::string messages = read_on_large_stack(
            source, cuda(), headers, kept_unit(), found,
            [](const Context& context, const Source&) { return module_contents(context); });
        if (found) reading = *std::move(found);
        reading.messages = messages;
        reading.is_good = found.has_value();
        if (reading.is_good) break;
    }
}

namespace {

/// The file, and lines that name the instances. A line is a file of its own: messages say which one it is.
Source with_instances(Source source, const std::vector<InstanceArguments>& instances) {
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const std::string name = instance_name(source.function, instances[i]);
        source.text +=
            "\n# 1 \"" + name + "\"\nauto *const musimd_instance_" + std::to_string(i) + " = &" + name + ";";
    }
    source.text += "\n";
    return source;
}

}  // namespace

void read_on_large_stack(const Source& source, const std::vector<InstanceArguments>& instances,
                         InstancesReading& reading) {
    const auto read = [&](const Context& context, const Source& of) {
        reading.templates = kernel_templates(context);
        return read_instances(context, of, instances);
    };
    const Source whole = with_instances(source, instances);
    std::optional<std::vector<cuda::KernelFunction>> kernels;
    std::unique_ptr<TranslationUnit> unit;
    for (const Headers headers : {Headers::of_kernels, Headers::all}) {
        reading.messages = read_on_large_stack(whole, cuda(), headers, unit, kernels, read);
        if (kernels) break;
    }
    if (kernels) reading.kernels = *std::move(kernels);
}

}  // namespace musimd::reader
