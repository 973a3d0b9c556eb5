#include "kernels/compiled/emulated.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "host/child.hpp"
#include "host/files.hpp"
#include "kernels/compiled/launch.hpp"
#include "kernels/compiled/stray_access.hpp"
#include "simulator/codegen/texts.hpp"

namespace musimd::kernels {

namespace guest {
std::span<const codegen::Text> texts();  // cmake/embed.cmake
}  // namespace guest

namespace {

namespace fs = std::filesystem;

constexpr int kSlowdown = 10;

// What the program writes first for a case; kProgram has the same numbers. After kDone follow the bytes of
// all blocks; after kStray + a Stray, the block and the distance in bytes.
constexpr std::uint64_t kDone = 0;
constexpr std::uint64_t kStray = 1;

// The guest: a program for a processor that is emulated, which runs cases in guarded blocks. The text of
// guarded_block.hpp precedes it. Arguments: the file of cases, the first to run, the file of results,
// and the limit of a case in milliseconds of processor time.
constexpr const char* kProgram = R"(
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>
#include <vector>
namespace {
using musimd::kernels::GuardedBlock;
typedef unsigned long long musimd_word;
std::vector<GuardedBlock> musimd_blocks;
int musimd_results;
const musimd_word musimd_page = static_cast<musimd_word>(sysconf(_SC_PAGESIZE));

void musimd_put(const void* data, musimd_word bytes) {
    const char* at = static_cast<const char*>(data);
    while (bytes != 0) {
        const ssize_t put = write(musimd_results, at, bytes);
        if (put <= 0) std::_Exit(3);
        at += put;
        bytes -= static_cast<musimd_word>(put);
    }
}
void musimd_put(musimd_word word) { musimd_put(&word, sizeof word); }
void musimd_put(musimd_word status, musimd_word block, musimd_word distance) {
    musimd_put(status);
    musimd_put(block);
    musimd_put(distance);
}

extern "C" void musimd_fault(int signal, siginfo_t* info, void*) {
    const std::byte* const at = static_cast<std::byte*>(info->si_addr);
    for (musimd_word i = 0; i < musimd_blocks.size(); ++i) {
        const auto access = musimd_blocks[i].stray_access(at, musimd_page);
        if (!access) continue;
        musimd_put(1 + static_cast<musimd_word>(access->kind), i, access->distance);
        break;
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

struct musimd_reader {
    std::FILE* file;
    musimd_word next() {
        musimd_word word = 0;
        bytes(&word, sizeof word);
        return word;
    }
    void bytes(void* to, musimd_word count) {
        if (count != 0 && std::fread(to, count, 1, file) != 1) std::_Exit(4);
    }
};

musimd_word musimd_room(musimd_word bytes) { return GuardedBlock::room(bytes, musimd_page); }

GuardedBlock musimd_new_block(musimd_word bytes) {
    const musimd_word room = musimd_room(bytes);
    std::byte* const pages = static_cast<std::byte*>(
        mmap(nullptr, room + 2 * musimd_page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (pages == static_cast<std::byte*>(MAP_FAILED)) std::_Exit(5);
    std::byte* const front = pages + musimd_page;
    if (mprotect(front, room, PROT_READ | PROT_WRITE) != 0) std::_Exit(5);
    return GuardedBlock::placed(front, bytes, musimd_page);
}

void musimd_report() {
    for (musimd_word i = 0; i < musimd_blocks.size(); ++i) {
        const musimd_word distance = musimd_blocks[i].overwritten();
        if (distance != 0) return musimd_put(1, i, distance);
    }
    musimd_put(0);
    for (const GuardedBlock& block : musimd_blocks) musimd_put(block.begin, block.bytes);
}

void musimd_limit(long ms) {
    itimerval timer = {};
    timer.it_value.tv_sec = ms / 1000;
    timer.it_value.tv_usec = ms % 1000 * 1000;
    setitimer(ITIMER_PROF, &timer, nullptr);
}

void musimd_run(musimd_reader& cases, bool skip, long ms) {
    const musimd_word entry = cases.next();
    const musimd_word elements = cases.next();
    std::vector<musimd_word> arguments(cases.next());
    std::vector<musimd_word> argument_blocks(arguments.size());  // the block and 1; 0 of a scalar
    for (musimd_word i = 0; i < arguments.size(); ++i) {
        argument_blocks[i] = cases.next();
        arguments[i] = cases.next();
    }
    musimd_blocks.clear();
    for (musimd_word count = cases.next(); count != 0; --count) {
        musimd_blocks.push_back(musimd_new_block(cases.next()));
        cases.bytes(musimd_blocks.back().begin, musimd_blocks.back().bytes);
    }
    if (!skip) {
        for (musimd_word i = 0; i < arguments.size(); ++i) {
            if (argument_blocks[i] == 0) continue;
            arguments[i] += reinterpret_cast<musimd_word>(musimd_blocks[argument_blocks[i] - 1].begin);
        }
        const musimd_launch launch = {static_cast<long long>(elements), arguments.data(), 0, nullptr, nullptr,
                                      nullptr, nullptr};
        musimd_limit(ms);
        musimd_entries[entry](&launch);
        musimd_limit(0);
        musimd_report();
    }
    for (const GuardedBlock& block : musimd_blocks) {
        munmap(block.front - musimd_page, musimd_room(block.bytes) + 2 * musimd_page);
    }
}
}  // namespace

int main(int, char** argv) {
    musimd_reader cases = {std::fopen(argv[1], "rb")};
    musimd_results = open(argv[3], O_WRONLY | O_APPEND);
    if (cases.file == nullptr || musimd_results < 0) return 2;
    struct sigaction action = {};
    action.sa_sigaction = musimd_fault;
    action.sa_flags = SA_SIGINFO;
    for (const int signal : {SIGSEGV, SIGBUS}) sigaction(signal, &action, nullptr);
    const musimd_word first = std::strtoull(argv[2], nullptr, 10);
    const musimd_word count = cases.next();
    for (musimd_word i = 0; i < count; ++i) musimd_run(cases, i < first, std::atol(argv[4]));
    return 0;
}
)";

class Writer {
  public:
    explicit Writer(const fs::path& path) : file_(path, std::ios::binary) {}
    void word(std::uint64_t word) { bytes(&word, sizeof word); }
    void bytes(const void* data, std::size_t count) {
        file_.write(static_cast<const char*>(data), static_cast<std::streamsize>(count));
    }
    bool close() {
        file_.close();
        return static_cast<bool>(file_);
    }

  private:
    std::ofstream file_;
};

void write_case(Writer& to, const KernelLaunch& launch) {
    to.word(launch.entry);
    to.word(static_cast<std::uint64_t>(launch.elements));
    to.word(launch.arguments.size());
    for (const auto& argument : launch.arguments) {
        const auto* const pointer = std::get_if<KernelLaunch::Pointer>(&argument);
        to.word(pointer == nullptr ? 0 : pointer->block + 1);
        to.word(pointer == nullptr ? std::get<std::uint64_t>(argument) : pointer->byte_offset);
    }
    to.word(launch.memory.size());
    for (const auto& block : launch.memory) {
        to.word(block.size());
        to.bytes(block.data(), block.size());
    }
}

void write_cases(const fs::path& path, std::span<const KernelLaunch> cases) {
    Writer to(path);
    to.word(cases.size());
    for (const KernelLaunch& launch : cases) write_case(to, launch);
    if (!to.close()) throw std::runtime_error(path.string() + " cannot be written");
}

// The results in the program's file, as far as it came.
class Results {
  public:
    explicit Results(const fs::path& path) : text_(host::read_file(path)) {}

    /// Of the next case; nothing where the program ended in it.
    std::optional<CaseResult> next(const KernelLaunch& launch) {
        const std::optional<std::uint64_t> status = word();
        if (!status) return std::nullopt;
        if (*status == kDone) return done(launch);
        const std::uint64_t block = word().value_or(0);
        const std::uint64_t distance = word().value_or(0);
        const auto stray = static_cast<Stray>(*status - kStray);
        std::string message = describe(stray, block, distance);
        if (stray == Stray::overwritten) return CaseResult{CaseResult::Kind::crashed, std::move(message), {}};
        fault_ = ": " + message;
        return std::nullopt;
    }

    /// Describes the access that ended the program; empty if it was none.
    const std::string& fault() const { return fault_; }

  private:
    std::optional<std::uint64_t> word() {
        std::uint64_t word = 0;
        if (text_.size() - at_ < sizeof word) return std::nullopt;
        std::memcpy(&word, text_.data() + at_, sizeof word);
        at_ += sizeof word;
        return word;
    }

    std::optional<CaseResult> done(const KernelLaunch& launch) {
        CaseResult result;
        for (const auto& block : launch.memory) {
            if (text_.size() - at_ < block.size()) return std::nullopt;
            const auto* const begin = reinterpret_cast<const std::byte*>(text_.data()) + at_;
            result.memory.emplace_back(begin, begin + block.size());
            at_ += block.size();
        }
        return result;
    }

    std::string text_;
    std::size_t at_ = 0;
    std::string fault_;
};

bool timed_out(const host::ChildEnd& end) {
    return end.kind == host::ChildEnd::Kind::timed_out ||
           (end.kind == host::ChildEnd::Kind::signalled && end.status == SIGPROF);
}

// The case in which the program ended early.
CaseResult ended_early(const host::ChildEnd& end, const std::string& fault, std::chrono::milliseconds each) {
    if (timed_out(end))
        return {CaseResult::Kind::timed_out, fmt::format("timed out after {} ms", each.count()), {}};
    return {CaseResult::Kind::crashed, to_string(end) + fault, {}};
}

}  // namespace

std::string case_program(std::size_t entries) {
    std::string table =
        "typedef void (*musimd_entry)(const musimd_launch*);\nconst musimd_entry musimd_entries[] = {";
    for (std::size_t i = 0; i < entries; ++i) table += entry_name(i) + ", ";
    return table + "};\n" + codegen::pasted(guest::texts(), "kernels/compiled/prelude/guarded_block.hpp") +
           kProgram;
}

std::vector<CaseResult> run_emulated(const CompiledUnit& unit, std::span<const KernelLaunch> cases,
                                     const RunLimits& limits, const std::string& emulator) {
    const host::TemporaryFolder folder;
    const fs::path input = folder.path() / "cases";
    const fs::path output = folder.path() / "results";
    write_cases(input, cases);
    const std::chrono::milliseconds each = limits.each * kSlowdown;
    std::vector<CaseResult> results;
    while (results.size() < cases.size()) {
        std::ofstream(output).close();  // empty
        const auto left = static_cast<std::int64_t>(cases.size() - results.size());
        const std::string command = fmt::format("exec {} {} {} {} {} {}", emulator,
                                                host::quoted(unit.library), host::quoted(input.string()),
                                                results.size(), host::quoted(output.string()), each.count());
        const host::ChildEnd end = host::run_command(command, {(each * 2 + std::chrono::seconds(1)) * left});
        if (end.kind == host::ChildEnd::Kind::exited && !end.ok()) {
            throw std::runtime_error(fmt::format("'{}' failed: {}", command, to_string(end)));
        }
        Results found(output);
        std::optional<CaseResult> result;
        while (results.size() < cases.size() && (result = found.next(cases[results.size()])))
            results.push_back(*result);
        if (results.size() < cases.size()) results.push_back(ended_early(end, found.fault(), each));
    }
    return results;
}

}  // namespace musimd::kernels
