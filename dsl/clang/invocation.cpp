#include "dsl/clang/invocation.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <exception>
#include <stdexcept>

#include "dsl/clang/function_reader.hpp"
#include "dsl/clang/nesting.hpp"

namespace musimd::dsl::clang {
namespace {

constexpr unsigned kStackBytes = 256u << 20;

// LLVM would end the process.
void throw_fatal_error(void*, const char* reason, bool) {
    throw std::runtime_error(reason);
}

class Consumer final : public ast::ASTConsumer {
  public:
    Consumer(const Source& source, Reading& reading) : source_(source), reading_(reading) {}

    void HandleTranslationUnit(ast::ASTContext& tree) override {
        if (tree.getDiagnostics().hasErrorOccurred()) return;  // the tree may have holes
        const Context context(tree);
        try {
            auto function = read_function(context, source_);
            if (!tree.getDiagnostics().hasErrorOccurred()) reading_.function = std::move(function);
        } catch (const Unsupported&) {  // reported
        } catch (const TooLarge&) {     // reported
        } catch (const std::exception& e) {
            context.report({}, std::string("the front end failed: ") + e.what());
        }
    }

  private:
    const Source& source_;
    Reading& reading_;
};

class Action final : public ast::ASTFrontendAction {
  public:
    Action(const Source& source, Reading& reading) : source_(source), reading_(reading) {}

    std::unique_ptr<ast::ASTConsumer> CreateASTConsumer(ast::CompilerInstance&, llvm::StringRef) override {
        return std::make_unique<Consumer>(source_, reading_);
    }

    bool BeginSourceFileAction(ast::CompilerInstance& compiler) override {
        return !is_too_deep(compiler.getSourceManager(), compiler.getDiagnostics());
    }

  private:
    const Source& source_;
    Reading& reading_;
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

std::vector<std::string> command_line(const Source& source) {
    std::vector<std::string> line = {
        "clang", "-x", "c", "-std=gnu17", "-fopenmp", "-fopenmp-version=52", "-Wno-deprecated"};
    line.insert(line.end(), source.options.begin(), source.options.end());
    // The printer shows carets whatever the compiler does; this omits the compiler's `2 errors generated`.
    for (const char* option :
         {"-fsyntax-only", "-ferror-limit=0", "-fno-color-diagnostics", "-fno-caret-diagnostics",
          "-resource-dir", MUSIMD_CLANG_RESOURCES, "-isystem", kHeaders, "--"})
        line.emplace_back(option);
    line.push_back(source.file);
    return line;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_with(const Source& source) {
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    auto real = llvm::vfs::createPhysicalFileSystem();
    if (const auto folder = real->getCurrentWorkingDirectory()) memory->setCurrentWorkingDirectory(*folder);
    memory->addFile(source.file, 0, llvm::MemoryBuffer::getMemBufferCopy(source.text, source.file));
    memory->addFile(std::string(kHeaders) + "/omp.h", 0, llvm::MemoryBuffer::getMemBuffer(kOmpHeader));
    auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(std::move(real)));
    files->pushOverlay(memory);
    return files;
}

}  // namespace

void read_source(const Source& source, Reading& reading) {
    reading.function.reset();
    reading.messages.clear();
    llvm::raw_string_ostream text(reading.messages);
    auto options = llvm::makeIntrusiveRefCnt<ast::DiagnosticOptions>();
    ast::TextDiagnosticPrinter printer(text, options.get());
    auto files = llvm::makeIntrusiveRefCnt<ast::FileManager>(ast::FileSystemOptions(), files_with(source));
    ast::tooling::ToolInvocation invocation(command_line(source), std::make_unique<Action>(source, reading),
                                            files.get());
    invocation.setDiagnosticConsumer(&printer);
    invocation.setDiagnosticOptions(options.get());
    invocation.run();
    text.flush();
    if (!reading.function && reading.messages.find("error: ") == std::string::npos)
        reading.messages +=
            source.file + ": error: Clang read nothing; do the options ask for something else?\n";
}

void read_on_large_stack(const Source& source, Reading& reading) {
    const auto read = [&] {
        const llvm::ScopedFatalErrorHandler handler(throw_fatal_error);
        try {
            read_source(source, reading);
        } catch (const std::exception& e) {
            reading.function.reset();
            reading.messages += source.file + ": error: Clang failed: " + e.what() + "\n";
        }
    };
    llvm::CrashRecoveryContext().RunSafelyOnThread(read, kStackBytes);
}

}  // namespace musimd::dsl::clang
