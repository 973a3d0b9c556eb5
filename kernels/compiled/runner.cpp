#include "kernels/compiled/runner.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>
#include <sys/time.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "host/child.hpp"
#include "host/shared.hpp"
#include "kernels/compiled/case_memory.hpp"
#include "kernels/compiled/launch.hpp"

namespace musimd::kernels {
namespace {

constexpr std::size_t kMaxAtOnce = 256;             // cases per child: each needs some mappings
constexpr std::size_t kMaxBytesAtOnce = 64u << 20;  // or one case with more

// On a device the limit is wall-clock time, and a busy host delays launches: a limit meant for processor time
// would stop kernels that terminate.
constexpr std::chrono::milliseconds kMinOnDevice = std::chrono::seconds(5);
constexpr std::chrono::milliseconds kToPrepareDevice = std::chrono::seconds(60);

constexpr std::size_t kMaxFrames = 64;

// What a child reports to its parent, in shared memory.
struct Progress {
    std::atomic<std::size_t> done{0};        ///< cases that have ended; the next is under way
    std::atomic<void*> fault{nullptr};       ///< the address of the access that ended it
    std::array<void*, kMaxFrames> frames{};  ///< from the instruction that raised the signal outward
    std::atomic<int> frame_count{0};
    std::atomic<void*> library{nullptr};        ///< the base address of the unit
    std::atomic<bool> prepared{false};          ///< whether it reached its first launch
    std::array<char, kMessageBytes> message{};  ///< the error of a device
};

Progress* reporting = nullptr;  // for the child's signal handler

// The address of the instruction that raised a signal; null on unknown processors.
void* instruction_of(const void* context) {
    const mcontext_t& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    return reinterpret_cast<void*>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return reinterpret_cast<void*>(machine.pc);
#else
    static_cast<void>(machine);
    return nullptr;
#endif
}

extern "C" void note_fault(int signal, siginfo_t* info, void* context) {
    if (signal == SIGSEGV || signal == SIGBUS) reporting->fault = info->si_addr;
    reporting->frames[0] = instruction_of(context);
    reporting->frame_count = 1;
    // Other frames have return addresses, which are after the call.
    const int more = backtrace(reporting->frames.data() + 1, kMaxFrames - 1);
    for (int i = 1; i <= more; ++i) reporting->frames[i] = static_cast<char*>(reporting->frames[i]) - 1;
    reporting->frame_count = 1 + more;
    std::signal(signal, SIG_DFL);  // raise it again with the default action
    std::raise(signal);
}

void note_faults(Progress* progress) {
    reporting = progress;
    void* frame = nullptr;
    backtrace(&frame, 1);  // loads its library now, because a handler must not
    struct sigaction action {};
    action.sa_sigaction = note_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
        sigaction(signal, &action, nullptr);
}

// The signal ends the process when the time is up. Processor time, so that a busy machine does not matter; on
// a device wall-clock time, because a waiting process uses no processor time.
void set_timer(const RunOptions& options, std::chrono::milliseconds time) {
    const auto us = std::chrono::microseconds(time).count();
    itimerval timer{};
    timer.it_value.tv_sec = us / 1000000;
    timer.it_value.tv_usec = us % 1000000;
    setitimer(options.on_device ? ITIMER_REAL : ITIMER_PROF, &timer, nullptr);
}

bool is_timer(int signal) {
    return signal == SIGPROF || signal == SIGALRM;
}

// The cases of one child.
class Batch {
  public:
    Batch(const CompiledUnit& unit, std::span<const KernelLaunch> cases, const RunOptions& options)
        : unit_(unit),
          cases_(cases),
          options_(options),
          each_(options.on_device ? std::max(options.limits.each, kMinOnDevice) : options.limits.each),
          memory_(cases) {}

    void run(std::vector<CaseResult>& results) {
        while (progress_->done < cases_.size()) {
            const std::size_t first = progress_->done;
            progress_->fault = nullptr;
            progress_->frame_count = 0;
            progress_->message.fill('\0');
            progress_->prepared = false;
            const host::ChildEnd end = host::in_child([&] { return work(first); }, {time_for_all(first)});
            if (end.kind == host::ChildEnd::Kind::exited && !end.text.empty())
                throw std::runtime_error(end.text);
            if (!progress_->prepared)  // not a kernel's fault
                throw std::runtime_error(
                    fmt::format("{} cannot be loaded: {}", unit_.library, to_string(end)));
            for (std::size_t i = first; i < progress_->done; ++i) results.push_back(done(i));
            if (progress_->done == cases_.size()) break;
            results.push_back(ended_early(progress_->done, end));
            ++progress_->done;
        }
    }

  private:
    // Runs in the child. Returns an error in the unit, or an empty text.
    std::string work(std::size_t first) {
        // Handlers of the parent, such as a sanitizer's, may take longer than the limit of a case.
        for (const int signal : {SIGPROF, SIGALRM}) std::signal(signal, SIG_DFL);
        note_faults(progress_.get());
        void* const library = dlopen(unit_.library.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) return fmt::format("{}: {}", unit_.library, dlerror());
        if (std::string wrong = prepare(library); !wrong.empty()) return wrong;
        progress_->prepared = true;
        for (std::size_t i = first; i < cases_.size(); ++i) {
            void* const entry = dlsym(library, entry_name(cases_[i].entry).c_str());
            if (entry == nullptr) return fmt::format("{}: {}", unit_.library, dlerror());
            Dl_info library_info{};
            if (dladdr(entry, &library_info) != 0) progress_->library = library_info.dli_fbase;
            set_timer(options_, each_);
            launch(i, reinterpret_cast<LaunchFunction>(entry));
            set_timer(options_, std::chrono::milliseconds(0));
            progress_->done = i + 1;
        }
        return {};
    }

    // Prepares the device, if the unit is for one. Returns its error, or an empty text.
    std::string prepare(void* library) const {
        auto* const function = reinterpret_cast<PrepareFunction>(dlsym(library, kPrepareName));
        if (function == nullptr) return {};
        set_timer(options_, kToPrepareDevice);
        const char* const wrong = function();
        set_timer(options_, std::chrono::milliseconds(0));
        return wrong == nullptr ? "" : fmt::format("the device cannot be used: {}", wrong);
    }

    void launch(std::size_t number, LaunchFunction function) const {
        const KernelLaunch& launch = cases_[number];
        std::vector<std::uint64_t> arguments;
        std::vector<std::uint64_t> argument_blocks;
        for (const auto& argument : launch.arguments) {
            const auto* const pointer = std::get_if<KernelLaunch::Pointer>(&argument);
            argument_blocks.push_back(pointer == nullptr ? kNoBlock : pointer->block);
            arguments.push_back(pointer == nullptr
                                    ? std::get<std::uint64_t>(argument)
                                    : reinterpret_cast<std::uint64_t>(memory_.block(number, pointer->block)) +
                                          pointer->byte_offset);
        }
        std::vector<char*> data;
        std::vector<std::uint64_t> bytes;
        for (std::size_t i = 0; i < launch.memory.size(); ++i) {
            data.push_back(reinterpret_cast<char*>(memory_.block(number, i)));
            bytes.push_back(launch.memory[i].size());
        }
        const LaunchRecord record{
            launch.elements,        arguments.data(),         data.size(), data.data(), bytes.data(),
            argument_blocks.data(), progress_->message.data()};
        function(&record);
    }

    // A sleeping child uses no processor time, so the wall-clock limit ends it.
    std::chrono::milliseconds time_for_all(std::size_t first) const {
        const auto cases = static_cast<std::int64_t>(cases_.size() - first);
        if (options_.on_device) return kToPrepareDevice + (each_ + std::chrono::seconds(1)) * cases;
        return (each_ * 10 + std::chrono::seconds(1)) * cases;
    }

    CaseResult done(std::size_t number) const {
        if (auto wrong = memory_.overwritten(number)) return {CaseResult::Kind::crashed, *wrong, {}};
        return {CaseResult::Kind::done, {}, memory_.blocks(number)};
    }

    CaseResult ended_early(std::size_t number, const host::ChildEnd& end) const {
        const bool signalled = end.kind == host::ChildEnd::Kind::signalled;
        if (end.kind == host::ChildEnd::Kind::timed_out || (signalled && is_timer(end.status))) {
            return {CaseResult::Kind::timed_out, fmt::format("timed out after {} ms", each_.count()), {}};
        }
        std::string message = to_string(end);
        const std::string where = memory_.stray_access(number, progress_->fault);
        if (!where.empty()) message += ": " + where;
        if (progress_->message.front() != '\0') message += fmt::format(": {}", progress_->message.data());
        return {CaseResult::Kind::crashed, std::move(message), {}, signalled ? end.status : 0, frames()};
    }

    // The addresses in the library, as offsets.
    std::vector<std::uintptr_t> frames() const {
        const auto begin = reinterpret_cast<std::uintptr_t>(progress_->library.load());
        std::vector<std::uintptr_t> found;
        for (std::size_t i = 0; i < static_cast<std::size_t>(progress_->frame_count.load()); ++i) {
            const auto address = reinterpret_cast<std::uintptr_t>(progress_->frames[i]);
            if (address >= begin && !options_.on_device) found.push_back(address - begin);
        }
        return found;
    }

    const CompiledUnit& unit_;
    std::span<const KernelLaunch> cases_;
    const RunOptions& options_;
    std::chrono::milliseconds each_;  ///< limit of a case
    CaseMemory memory_;
    host::Shared<Progress> progress_;
};

std::size_t bytes_of(const KernelLaunch& launch) {
    std::size_t bytes = 0;
    for (const auto& block : launch.memory) bytes += block.size();
    return bytes;
}

}  // namespace

std::vector<CaseResult> run_cases(const CompiledUnit& unit, std::span<const KernelLaunch> cases,
                                  const RunOptions& options) {
    std::vector<CaseResult> results;
    while (results.size() < cases.size()) {
        const std::span<const KernelLaunch> rest = cases.subspan(results.size());
        std::size_t count = 1;
        std::size_t bytes = bytes_of(rest[0]);
        while (count < std::min(rest.size(), kMaxAtOnce)) {
            bytes += bytes_of(rest[count]);
            if (bytes > kMaxBytesAtOnce) break;
            ++count;
        }
        Batch(unit, rest.first(count), options).run(results);
    }
    return results;
}

}  // namespace musimd::kernels
