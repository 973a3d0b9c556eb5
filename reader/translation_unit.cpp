#include "reader/translation_unit.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <exception>

#include "reader/cuda/launches_in_kernels.hpp"
#include "reader/headers.hpp"
#include "reader/inclusions.hpp"
#include "reader/metadirectives.hpp"
#include "reader/nesting.hpp"

namespace musimd::reader {
namespace {

class Consumer final : public ast::SemaConsumer {
  public:
    explicit Consumer(LaunchesInKernels& launches) : launches_(launches) {}

    void InitializeSema(ast::Sema& sema) override { launches_.use(sema); }

    bool HandleTopLevelDecl(ast::DeclGroupRef declarations) override {
        for (const ast::Decl* d : declarations) launches_.note(d);
        return true;
    }

  private:
    LaunchesInKernels& launches_;
};

class Action final : public ast::ASTFrontendAction {
  public:
    explicit Action(LaunchesInKernels& launches) : launches_(launches) {}

    std::unique_ptr<ast::ASTConsumer> CreateASTConsumer(ast::CompilerInstance&, llvm::StringRef) override {
        return std::make_unique<Consumer>(launches_);
    }

    bool BeginSourceFileAction(ast::CompilerInstance& compiler) override {
        bound_macros(compiler.getPreprocessor());
        refuse_devices(compiler.getPreprocessor());
        share_headers(compiler.getPreprocessor());
        return !is_too_deep(compiler.getSourceManager(), compiler.getDiagnostics()) &&
               !asks_for_constructs(compiler.getSourceManager(), compiler.getDiagnostics());
    }

  private:
    LaunchesInKernels& launches_;
};

constexpr const char* kHeaders = "/musimd-headers";

/// <omp.h>: Clang's belongs to its run-time library, which is not needed here.
constexpr const char* kOmpHeader = R"(
#pragma once
typedef struct { long taken, owner; } omp_lock_t;
typedef struct { long taken, owner, times; } omp_nest_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto } omp_sched_t;
void omp_set_num_threads(int);
int omp_get_num_threads(void), omp_get_max_threads(void), omp_get_thread_num(void), omp_get_num_procs(void);
int omp_in_parallel(void), omp_get_num_teams(void), omp_get_team_num(void), omp_get_num_devices(void);
int omp_is_initial_device(void), omp_get_default_device(void), omp_get_initial_device(void);
int omp_get_device_num(void), omp_target_is_present(const void *, int);
void omp_set_default_device(int), omp_target_free(void *, int), *omp_target_alloc(__SIZE_TYPE__, int);
int omp_target_memcpy(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__, __SIZE_TYPE__, int, int);
int omp_get_level(void), omp_get_thread_limit(void), omp_get_dynamic(void), omp_get_nested(void);
void omp_set_dynamic(int), omp_set_nested(int), omp_set_schedule(omp_sched_t, int);
void omp_init_lock(omp_lock_t *), omp_destroy_lock(omp_lock_t *);
void omp_set_lock(omp_lock_t *), omp_unset_lock(omp_lock_t *);
int omp_test_lock(omp_lock_t *);
void omp_init_nest_lock(omp_nest_lock_t *), omp_destroy_nest_lock(omp_nest_lock_t *);
void omp_set_nest_lock(omp_nest_lock_t *), omp_unset_nest_lock(omp_nest_lock_t *);
int omp_test_nest_lock(omp_nest_lock_t *);
typedef void *omp_depend_t;
typedef unsigned long omp_event_handle_t;
void omp_fulfill_event(omp_event_handle_t);
int omp_in_final(void), omp_get_cancellation(void), omp_get_max_task_priority(void);
double omp_get_wtime(void), omp_get_wtick(void);
#include <omp_functions.h>
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
    for (const auto& [name, text] : source.headers)
        memory->addFile(name, 0, llvm::MemoryBuffer::getMemBufferCopy(text, name));
    memory->addFile(std::string(kHeaders) + "/omp.h", 0, llvm::MemoryBuffer::getMemBuffer(kOmpHeader));
    for (const Header& header : cuda_headers())
        memory->addFile(std::string(kHeaders) + "/" + std::string(header.name), 0,
                        llvm::MemoryBuffer::getMemBuffer(text_of(header, headers)));
    auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(std::move(real)));
    files->pushOverlay(memory);
    return files;
}

}  // namespace

/// Parses, and keeps the tree: the action has not ended.
class KeepTree final : public ast::tooling::ToolAction {
  public:
    explicit KeepTree(TranslationUnit& unit) : unit_(unit) {}

    bool runInvocation(std::shared_ptr<ast::CompilerInvocation> invocation, ast::FileManager* files,
                       std::shared_ptr<ast::PCHContainerOperations> containers,
                       ast::DiagnosticConsumer* messages) override {
        auto compiler = std::make_unique<ast::CompilerInstance>(std::move(containers));
        compiler->setInvocation(std::move(invocation));
        compiler->setFileManager(files);
        compiler->createDiagnostics(messages, false);
        compiler->createSourceManager(*files);
        auto action = std::make_unique<Action>(*unit_.launches_);
        if (!action->PrepareToExecute(*compiler) || !compiler->createTarget()) return false;
        if (!action->BeginSourceFile(*compiler, compiler->getFrontendOpts().Inputs.front())) return false;
        try {
            llvm::consumeError(action->Execute());
        } catch (...) {  // what a fatal error has left cannot be destroyed
            static_cast<void>(action.release());
            static_cast<void>(compiler.release());
            throw;
        }
        unit_.action_ = std::move(action);
        unit_.compiler_ = std::move(compiler);
        return true;
    }

  private:
    TranslationUnit& unit_;
};

TranslationUnit::TranslationUnit(const Source& source, const std::vector<std::string>& compiler,
                                 Headers headers)
    : file_(source.file),
      text_(source.text),
      options_(source.options),
      own_headers_(source.headers),
      headers_(headers),
      to_(messages_),
      printing_(llvm::makeIntrusiveRefCnt<ast::DiagnosticOptions>()),
      launches_(llvm::makeIntrusiveRefCnt<LaunchesInKernels>()),
      printer_(std::make_unique<LaunchPrinter>(to_, printing_.get(), *launches_)),
      files_(llvm::makeIntrusiveRefCnt<ast::FileManager>(ast::FileSystemOptions(),
                                                         files_with(source, headers))) {
    KeepTree keep(*this);
    ast::tooling::ToolInvocation invocation(command_line(source, compiler), &keep, files_.get(),
                                            std::make_shared<ast::PCHContainerOperations>());
    invocation.setDiagnosticConsumer(printer_.get());
    invocation.setDiagnosticOptions(printing_.get());
    invocation.run();
    to_.flush();
    clang_messages_ = messages_;
    is_good_ = action_ != nullptr && printer_->getNumErrors() == 0;
}

TranslationUnit::~TranslationUnit() {
    if (action_ != nullptr) action_->EndSourceFile();
}

bool TranslationUnit::is_of(const Source& source, Headers headers) const {
    return headers == headers_ && source.file == file_ && source.text == text_ &&
           source.options == options_ && source.headers == own_headers_;
}

bool TranslationUnit::was_read() const {
    return is_good_ && printer_->getNumErrors() == 0;
}

std::string TranslationUnit::read(const std::function<void(const Context&)>& reader) {
    if (!is_good_) return clang_messages_;
    compiler_->getDiagnostics().Reset(true);  // also errors that were omitted
    printer_->clear();
    messages_.clear();
    const Context context(compiler_->getASTContext());
    try {
        reader(context);
    } catch (const Unsupported&) {  // reported
    } catch (const TooLarge&) {     // reported
    } catch (const std::exception& e) {
        context.report({}, std::string("the front end failed: ") + e.what());
    }
    to_.flush();
    return clang_messages_ + messages_;
}

}  // namespace musimd::reader
