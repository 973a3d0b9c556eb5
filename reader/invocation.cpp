#include "reader/invocation.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <functional>
#include <stdexcept>

#include "reader/cuda/hints.hpp"
#include "reader/cuda/kernel_reader.hpp"
#include "reader/cuda/launches_in_kernels.hpp"
#include "reader/function_reader.hpp"
#include "reader/headers.hpp"
#include "reader/nesting.hpp"

namespace musimd::reader {
namespace {

constexpr unsigned kStackBytes = 256u << 20;

// LLVM would end the process.
void throw_fatal_error(void*, const char* reason, bool) {
    throw std::runtime_error(reason);
}

/// What is read from a translation unit without errors.
using Read = std::function<void(const Context&)>;

class Consumer final : public ast::SemaConsumer {
  public:
    Consumer(const Read& read, LaunchesInKernels& launches) : read_(read), launches_(launches) {}

    void InitializeSema(ast::Sema& sema) override { launches_.use(sema); }

    bool HandleTopLevelDecl(ast::DeclGroupRef declarations) override {
        for (const ast::Decl* d : declarations) launches_.note(d);
        return true;
    }

    void HandleTranslationUnit(ast::ASTContext& tree) override {
        ast::DiagnosticsEngine& messages = tree.getDiagnostics();
        if (messages.getClient()->getNumErrors() == 0) messages.Reset(true);  // those omitted are none
        if (messages.hasErrorOccurred()) return;                              // the tree may have holes
        const Context context(tree);
        try {
            read_(context);
        } catch (const Unsupported&) {  // reported
        } catch (const TooLarge&) {     // reported
        } catch (const std::exception& e) {
            context.report({}, std::string("the front end failed: ") + e.what());
        }
    }

  private:
    const Read& read_;
    LaunchesInKernels& launches_;
};

class Action final : public ast::ASTFrontendAction {
  public:
    Action(const Read& read, LaunchesInKernels& launches) : read_(read), launches_(launches) {}

    std::unique_ptr<ast::ASTConsumer> CreateASTConsumer(ast::CompilerInstance&, llvm::StringRef) override {
        return std::make_unique<Consumer>(read_, launches_);
    }

    bool BeginSourceFileAction(ast::CompilerInstance& compiler) override {
        return !is_too_deep(compiler.getSourceManager(), compiler.getDiagnostics());
    }

  private:
    const Read& read_;
    LaunchesInKernels& launches_;
};

constexpr const char* kHeaders = "/musimd-headers";

/// <omp.h>: Clang's belongs to its run-time library, which is not needed here.
constexpr const char* kOmpHeader = R"(
#pragma once
typedef struct { long taken; } omp_lock_t;
typedef struct { long taken, owner, times; } omp_nest_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto } omp_sched_t;
void omp_set_num_threads(int);
int omp_get_num_threads(void), omp_get_max_threads(void), omp_get_thread_num(void), omp_get_num_procs(void);
int omp_in_parallel(void), omp_get_num_teams(void), omp_get_team_num(void), omp_get_num_devices(void);
int omp_is_initial_device(void), omp_get_default_device(void), omp_get_initial_device(void);
int omp_get_level(void), omp_get_thread_limit(void), omp_get_dynamic(void), omp_get_nested(void);
void omp_set_dynamic(int), omp_set_nested(int), omp_set_schedule(omp_sched_t, int);
void omp_init_lock(omp_lock_t *), omp_destroy_lock(omp_lock_t *);
void omp_set_lock(omp_lock_t *), omp_unset_lock(omp_lock_t *);
int omp_test_lock(omp_lock_t *);
void omp_init_nest_lock(omp_nest_lock_t *), omp_destroy_nest_lock(omp_nest_lock_t *);
void omp_set_nest_lock(omp_nest_lock_t *), omp_unset_nest_lock(omp_nest_lock_t *);
int omp_test_nest_lock(omp_nest_lock_t *);
double omp_get_wtime(void), omp_get_wtick(void);
)";

std::vector<std::string> command_line(const Source& source, std::vector<std::string> line) {
    line.insert(line.end(), source.options.begin(), source.options.end());
    // The printer shows carets whatever the compiler does; this omits the compiler's `2 errors generated`.
    for (const char* option :
         {"-fsyntax-only", "-ferror-limit=0", "-fno-color-diagnostics", "-fno-caret-diagnostics",
          "-resource-dir", MUSIMD_CLANG_RESOURCES, "-isystem", kHeaders, "--"})
        line.emplace_back(option);
    line.push_back(source.file);
    return line;
}

const std::vector<std::string>& c_with_openmp() {
    static const std::vector<std::string> kLine = {
        "clang", "-x", "c", "-std=gnu17", "-fopenmp", "-fopenmp-version=52", "-Wno-deprecated"};
    return kLine;
}

/// Without a toolkit: the headers are ours.
const std::vector<std::string>& cuda() {
    static const std::vector<std::string> kLine = {"clang",
                                                   "-x",
                                                   "cuda",
                                                   "-std=gnu++17",
                                                   "-Wno-register",  // a warning of gcc
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

/// Most kernels need nothing of the runtime, nor of C's headers, which take most of the time.
enum class Headers : std::uint8_t { all, of_kernels };

llvm::StringRef text_of(const Header& header, Headers headers) {
    const bool is_runtime = header.name == "cuda_runtime.h";
    return is_runtime && headers == Headers::of_kernels ? "#pragma once\n#include <musimd_cuda.h>\n"
                                                        : llvm::StringRef(header.text);
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_with(const Source& source, Headers headers) {
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    auto real = llvm::vfs::createPhysicalFileSystem();
    if (const auto folder = real->getCurrentWorkingDirectory()) memory->setCurrentWorkingDirectory(*folder);
    memory->addFile(source.file, 0, llvm::MemoryBuffer::getMemBufferCopy(source.text, source.file));
    memory->addFile(std::string(kHeaders) + "/omp.h", 0, llvm::MemoryBuffer::getMemBuffer(kOmpHeader));
    for (const Header& header : cuda_headers())
        memory->addFile(std::string(kHeaders) + "/" + std::string(header.name), 0,
                        llvm::MemoryBuffer::getMemBuffer(text_of(header, headers)));
    auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(std::move(real)));
    files->pushOverlay(memory);
    return files;
}

/// Returns the messages.
std::string read_tree(const Source& source, const std::vector<std::string>& compiler, Headers headers,
                      const Read& read) {
    std::string messages;
    llvm::raw_string_ostream text(messages);
    auto options = llvm::makeIntrusiveRefCnt<ast::DiagnosticOptions>();
    const auto launches = llvm::makeIntrusiveRefCnt<LaunchesInKernels>();
    LaunchPrinter printer(text, options.get(), *launches);
    auto files =
        llvm::makeIntrusiveRefCnt<ast::FileManager>(ast::FileSystemOptions(), files_with(source, headers));
    ast::tooling::ToolInvocation invocation(command_line(source, compiler),
                                            std::make_unique<Action>(read, *launches), files.get());
    invocation.setDiagnosticConsumer(&printer);
    invocation.setDiagnosticOptions(options.get());
    invocation.run();
    text.flush();
    return messages;
}

/// `read` puts what it reads into `result`, which stays empty if there are errors.
template <typename Result, typename Reader>
std::string read_on_large_stack(const Source& source, const std::vector<std::string>& compiler,
                                Headers headers, std::optional<Result>& result, const Reader& reader) {
    std::string messages;
    const auto read_source = [&] {
        const llvm::ScopedFatalErrorHandler handler(throw_fatal_error);
        try {
            messages = read_tree(source, compiler, headers, [&](const Context& context) {
                auto read = reader(context, source);
                if (!context.tree().getDiagnostics().hasErrorOccurred()) result = std::move(read);
            });
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

void read_on_large_stack(const Source& source, Reading& reading) {
    reading.messages =
        read_on_large_stack(source, c_with_openmp(), Headers::all, reading.function, read_function);
}

namespace {

void read_kernel_of(const Source& source, KernelReading& reading) {
    reading.is_program = reading.is_unknown = false;
    const auto read = [&](const Context& context, const Source& of) {
        reading.is_program = of.function.empty() && has_main(context);
        reading.is_unknown = !of.function.empty() && !has_kernel(context, of.function);
        reading.kernels = of.function.empty() ? kernel_names(context) : std::vector<std::string>();
        return reading.is_program ? cuda::KernelFunction() : read_kernel(context, of);
    };
    // A file with errors may need more.
    for (const Headers headers : {Headers::of_kernels, Headers::all}) {
        reading.messages = read_on_large_stack(source, cuda(), headers, reading.kernel, read);
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
    for (const Headers headers : {Headers::of_kernels, Headers::all}) {
        reading.messages = read_on_large_stack(whole, cuda(), headers, kernels, read);
        if (kernels) break;
    }
    if (kernels) reading.kernels = *std::move(kernels);
}

}  // namespace musimd::reader
