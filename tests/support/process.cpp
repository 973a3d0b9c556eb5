#include "tests/support/process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace musimd::support {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// An unnamed file as the child's stream, because a pipe could fill up and block.
File unnamed_file() {
    File file(std::tmpfile(), std::fclose);
    if (file == nullptr) throw std::runtime_error("cannot create a temporary file");
    return file;
}

std::string text_of(const File& file) {
    std::string text;
    std::rewind(file.get());
    char block[65536];
    while (const std::size_t count = std::fread(block, 1, sizeof block, file.get()))
        text.append(block, count);
    return text;
}

void limit(int resource, rlim_t most) {
    const rlimit both{most, most};
    setrlimit(resource, &both);
}

// In the child, from the fork to the program. alarm() survives exec, and its signal ends the program.
[[noreturn]] void become(const Command& command, int input, int output, int errors) {
    if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) _exit(126);
    if (!command.output_file.empty()) output = open(command.output_file.c_str(), O_WRONLY);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    limit(RLIMIT_CORE, 0);
    if (command.bytes && limits_memory()) limit(RLIMIT_AS, *command.bytes);
    alarm(command.seconds);
    std::vector<char*> arguments;
    for (const std::string& argument : command.arguments)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
}

// Waits until the signal is sent; returns whether the process has ended before.
bool ends_before_its_signal(const Command& command, pid_t child, int& status) {
    if (!command.is_ready) return false;
    while (!command.is_ready(child)) {
        if (waitpid(child, &status, WNOHANG) == child) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    kill(child, command.signal);
    return false;
}

// Whether the process catches the signal: a bit of a hexadecimal number in /proc.
bool catches(pid_t process, int signal) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    const std::string name = "SigCgt:";
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(name))
            return (std::stoull(line.substr(name.size()), nullptr, 16) >> (signal - 1) & 1U) != 0;
    }
    return false;
}

struct ProcessTime {
    pid_t parent = 0;
    std::uint64_t ticks = 0;
};

// All processes, by /proc/PID/stat: PID (NAME) STATE PARENT, and the times are the 14th to 17th field.
std::map<pid_t, ProcessTime> all_processes() {
    std::map<pid_t, ProcessTime> processes;
    std::error_code wrong;
    for (std::filesystem::directory_iterator at("/proc", wrong), end; !wrong && at != end;
         at.increment(wrong)) {
        std::ifstream file(at->path() / "stat");
        std::string text;
        if (!std::getline(file, text)) continue;  // not a process, or one that has ended
        std::istringstream fields(text.substr(text.rfind(')') + 1));
        std::string skipped;
        ProcessTime found;
        fields >> skipped >> found.parent;
        for (int i = 5; i < 14; ++i) fields >> skipped;
        for (int i = 14; i < 18; ++i) {
            std::uint64_t ticks = 0;
            fields >> ticks;
            found.ticks += ticks;
        }
        if (fields) processes[std::stoi(text)] = found;
    }
    return processes;
}

std::uint64_t ticks_with_children(pid_t process) {
    const std::map<pid_t, ProcessTime> all = all_processes();
    std::uint64_t ticks = 0;
    for (const auto& [id, found] : all) {
        pid_t at = id;
        for (auto one = all.find(at); at != process && one != all.end(); one = all.find(at))
            at = one->second.parent;
        if (at == process) ticks += found.ticks;
    }
    return ticks;
}

}  // namespace

void signal_after(Command& command, int signal, std::chrono::milliseconds processor_time) {
    const auto ticks = static_cast<std::uint64_t>(processor_time.count() * sysconf(_SC_CLK_TCK) / 1000);
    command.signal = signal;
    command.is_ready = [=, since = std::optional<std::uint64_t>()](pid_t process) mutable {
        if (!catches(process, signal)) return false;
        const std::uint64_t now = ticks_with_children(process);
        if (!since) since = now;
        return now >= *since + ticks;
    };
}

Finished run(const Command& command) {
    const File input = unnamed_file();
    const File output = unnamed_file();
    const File errors = unnamed_file();
    std::fwrite(command.input.data(), 1, command.input.size(), input.get());
    std::rewind(input.get());

    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot create a process");
    if (child == 0) become(command, fileno(input.get()), fileno(output.get()), fileno(errors.get()));
    int status = 0;
    if (!ends_before_its_signal(command, child, status) && waitpid(child, &status, 0) != child)
        throw std::runtime_error("the process was lost");

    Finished finished;
    if (WIFEXITED(status)) finished.status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
    finished.output = text_of(output);
    finished.errors = text_of(errors);
    return finished;
}

void PrintTo(const Finished& finished, std::ostream* out) {
    constexpr std::size_t kMax = 2000;
    *out << (finished.status ? "exit status " + std::to_string(*finished.status)
                             : "signal " + std::to_string(finished.signal))
         << "\nstandard output:\n"
         << finished.output.substr(0, kMax) << "\nstandard error:\n"
         << finished.errors.substr(0, kMax);
}

Command musimd(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), MUSIMD_BINARY);
    Command command;
    command.arguments = std::move(arguments);
    return command;
}

bool limits_memory() {
#if defined(__SANITIZE_ADDRESS__)
    return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    return false;
#endif
#endif
    return true;
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "musimd-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot create a temporary folder");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TemporaryFolder::write(const std::string& name, std::string_view text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    out << text;
    if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
    return file;
}

std::string read_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) throw std::runtime_error("cannot read " + file.string());
    return text.str();
}

}  // namespace musimd::support
