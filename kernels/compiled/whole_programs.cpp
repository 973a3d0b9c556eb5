#include "kernels/compiled/whole_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>

#include "host/files.hpp"
#include "host/parallel.hpp"
#include "host/pattern.hpp"
#include "host/process.hpp"
#include "host/processor.hpp"

namespace musimd::kernels::openmp {
namespace {

namespace fs = std::filesystem;
using reader::Source;
using End = ProgramRun::End;
using Limit = std::chrono::milliseconds;

// As reader/program.cpp has them; the library's would have other values.
constexpr const char* kModelled = R"(
#ifdef __cplusplus
extern "C" {
#endif
static unsigned musimd_random = 1;
void srand(unsigned seed) { musimd_random = seed; }
int rand(void) {
    unsigned high = musimd_random * 1103515245u + 12345u;
    musimd_random = high * 1103515245u + 12345u;
    return (int)((high & 0x7fff0000u) | musimd_random >> 16);
}
long time(long *t) { if (t) *t = 0; return 0; }
long clock(void) { return 0; }
double omp_get_wtime(void) { return 0; }
int gettimeofday(long *now, void *zone) {
    (void)zone;
    now[0] = now[1] = 0;
    return 0;
}
int clock_gettime(int which, long *now) {
    (void)which;
    now[0] = now[1] = 0;
    return 0;
}
long _ZNSt6chrono3_V212system_clock3nowEv(void) { return 0; }
long _ZNSt6chrono3_V212steady_clock3nowEv(void) { return 0; }
#ifdef __cplusplus
}
#endif
)";

// ---- comparing

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) result.push_back(line);
    return result;
}

std::vector<std::string> words_of(const std::string& line) {
    std::vector<std::string> result;
    std::istringstream stream(line);
    for (std::string word; stream >> word;) result.push_back(word);
    return result;
}

/// A line without its numbers with a point, and these.
struct Printed {
    std::string rest;
    std::vector<std::string> numbers;
};

Printed printed(const std::string& line) {
    static const host::Pattern kNumber("[-+]?[0-9]+\\.[0-9]+([eE][-+]?[0-9]+)?");
    Printed result;
    result.rest = kNumber.replace(line, [&](const host::Pattern::Match& number) {
        result.numbers.push_back(number.text());
        return '#';
    });
    return result;
}

/// The value of a 1 in the last digit.
double last_digit(const std::string& number) {
    const std::size_t exponent = std::min(number.find_first_of("eE"), number.size());
    const double scale = exponent == number.size() ? 0 : std::strtod(number.c_str() + exponent + 1, nullptr);
    return std::pow(10.0, scale - static_cast<double>(exponent - number.find('.') - 1));
}

bool are_close(const std::string& a, const std::string& b) {
    const double x = std::strtod(a.c_str(), nullptr);
    const double y = std::strtod(b.c_str(), nullptr);
    const double bound = std::ldexp(4096.0, -52) * std::max(std::abs(x), std::abs(y)) +
                         1.5 * std::max(last_digit(a), last_digit(b));
    return std::abs(x - y) <= bound;
}

bool are_same(const std::string& a, const std::string& b, bool has_bound) {
    if (a == b || !has_bound) return a == b;
    const Printed x = printed(a);
    const Printed y = printed(b);
    return x.rest == y.rest && std::ranges::equal(x.numbers, y.numbers, are_close);
}

// ---- compiling and running

/// The line of the compiler's first error.
std::string first_error(const std::string& output) {
    const std::vector<std::string> lines = lines_of(output);
    const auto error = std::ranges::find_if(
        lines, [](const std::string& line) { return line.find("error") != std::string::npos; });
    return error != lines.end() ? *error : lines.empty() ? std::string("no message") : lines.front();
}

bool may_lack_openmp(const std::string& errors) {
    return errors.find("omp.h") != std::string::npos || errors.find("-lomp") != std::string::npos ||
           errors.find("libgomp") != std::string::npos || errors.find("-lgomp") != std::string::npos;
}

class OneProgram {
  public:
    OneProgram(const Reference& reference, const Source& source, const MachineProgram& machine, Limit limit)
        : source_(source), machine_(machine), limit_(limit) {
        run_.reference = reference;
    }

    /// With the first of the compiler's commands that has what the program needs.
    void compile() {
        const std::string& name = run_.reference.compiler;
        std::string why = fmt::format("{} is not installed", name);
        if (command_of_compiler(name).empty()) return end(End::not_compared, why);
        if (!run_.reference.openmp && !machine_.alone_differs.empty())
            return end(End::not_compared, machine_.alone_differs);
        for (const std::string& command : commands_of_compiler(name)) {
            if (command_of_compiler(command).empty()) continue;
            const host::CommandEnd compilation = compile_with(command);
            if (compilation.ok()) return;
            why = compilation.timed_out
                      ? fmt::format("'{}' took too long to compile it", command)
                      : fmt::format("'{}' did not compile it: {}", command, first_error(compilation.output));
            if (!run_.reference.openmp || !may_lack_openmp(compilation.output)) break;
            why = fmt::format("{} has no OpenMP runtime; {}", name, runtime_package(name));
        }
        end(End::not_compared, why);
    }

    void run() {
        if (run_.end == End::not_compared) return;
        std::vector<std::string> words = {"env",
                                          fmt::format("OMP_NUM_THREADS={}", source_.threads),
                                          "OMP_DYNAMIC=false",
                                          "OMP_WAIT_POLICY=passive",
                                          "sh",
                                          "-c",
                                          "exec \"$@\" 2>/dev/null",
                                          "sh",
                                          program().string()};
        words.insert(words.end(), source_.arguments.begin(), source_.arguments.end());
        const host::CommandEnd ended = host::run_program(words, limit_);
        if (ended.timed_out)
            return end(End::timed_out, fmt::format("it did not end within {} s", limit_.count() / 1000));
        if (ended.flooded) return end(End::not_compared, "it prints too much");
        if (ended.signal != 0 || ended.status < 0)
            return end(End::crashed, fmt::format("it was killed by signal {}", ended.signal));
        compare(ended);
    }

    ProgramRun take() { return std::move(run_); }

  private:
    fs::path program() const { return folder_.path() / "program"; }

    host::CommandEnd compile_with(const std::string& command) const {
        const bool cpp = reader::is_cpp(source_.file);
        const fs::path text = folder_.path() / "program.c";
        const fs::path modelled = folder_.path() / "modelled.c";
        host::write_file(text,
                         fmt::format("#line 1 \"{}\"\n{}", in_string_literal(source_.file), source_.text));
        host::write_file(modelled, kModelled);
        std::vector<std::string> words = words_of(command);
        for (const char* const flag :
             {"-x", cpp ? "c++" : "c", cpp ? "-std=gnu++17" : "-std=gnu17", "-w", "-O2", "-ffp-contract=off"})
            words.emplace_back(flag);
        if (run_.reference.compiler == "icx") words.emplace_back("-fp-model=precise");
        if (run_.reference.openmp) words.emplace_back("-fopenmp");
        if (run_.reference.openmp && run_.reference.compiler.starts_with("gcc"))
            words.emplace_back("-foffload=disable");
        words.insert(words.end(), source_.options.begin(), source_.options.end());
        const std::string folder = fs::path(source_.file).parent_path().string();
        words.push_back("-iquote" + (folder.empty() ? std::string(".") : folder));
        words.insert(words.end(), {text.string(), modelled.string(), "-o", program().string(), "-lm"});
        if (cpp) words.emplace_back("-lstdc++");
        return host::run_program(words, limit_);
    }

    void compare(const host::CommandEnd& ended) {
        if (ended.output.size() >= host::kKeptOutput) return end(End::not_compared, "it prints too much");
        run_.difference = first_difference(machine_.output.text, ended.output, machine_.has_bound);
        if (run_.difference)
            return end(End::different, fmt::format("line {} differs", run_.difference->line));
        if (ended.status != machine_.output.status)
            return end(End::different, fmt::format("exit status {}, and {} on the machine", ended.status,
                                                   machine_.output.status));
        if (machine_.output.text != ended.output)
            return end(End::within_bound, "the last digits of numbers differ");
    }

    void end(End ending, std::string message) {
        run_.end = ending;
        run_.message = std::move(message);
    }

    const Source& source_;
    const MachineProgram& machine_;
    Limit limit_;
    host::TemporaryFolder folder_;
    ProgramRun run_;
};

}  // namespace

std::optional<OutputDifference> first_difference(const std::string& machine, const std::string& other,
                                                 bool has_bound) {
    if (machine == other) return std::nullopt;
    std::vector<std::string> a = lines_of(machine);
    std::vector<std::string> b = lines_of(other);
    const std::size_t count = std::max(a.size(), b.size());
    a.resize(count);
    b.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (!are_same(a[i], b[i], has_bound)) return OutputDifference{i + 1, a[i], b[i]};
    }
    if (has_bound) return std::nullopt;
    return OutputDifference{count, a.empty() ? std::string() : a.back(),
                            b.empty() ? std::string() : b.back()};
}

std::vector<ProgramRun> run_programs(std::span<const Reference> references, const Source& source,
                                     const MachineProgram& machine, Limit limit,
                                     const std::atomic<bool>* interrupt) {
    std::vector<std::unique_ptr<OneProgram>> all;
    for (const Reference& reference : references)
        all.push_back(std::make_unique<OneProgram>(reference, source, machine, limit));
    host::in_parallel(host::usable_processors(), all.size(), [&](std::size_t i) { all[i]->compile(); });
    std::vector<ProgramRun> runs;
    for (const auto& run : all) {
        if (interrupt != nullptr && *interrupt) break;
        run->run();
        runs.push_back(run->take());
    }
    return runs;
}

}  // namespace musimd::kernels::openmp
