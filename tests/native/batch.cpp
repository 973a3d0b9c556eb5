#include "tests/native/batch.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "differential/programs/compare/comparison.hpp"
#include "simulator/codegen/host_settings.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::tests {
namespace {

constexpr std::size_t kAtOnce = 50;

std::string compare(const NativeCase& c, const native::Code& code, Target target) {
    const Result expected =
        fast::run(c.program, c.options, nullptr, 2, fast::kernels(target.value_or(vector_extension())));
    for (const unsigned threads : {1U, 3U}) {
        const Result given = native::run(c.program, c.options, code, threads);
        const std::string differs = differential::differences(c.program, expected, "fast", given, "native");
        if (!differs.empty()) return c.title + " on " + std::to_string(threads) + " threads: " + differs;
        if (c.program.warps == 1) break;
    }
    return {};
}

}  // namespace

host::CompileSettings quick_settings(Target target, const std::string& compiler) {
    host::CompileSettings settings = codegen::host_settings(target);
    if (!compiler.empty()) settings.compiler = {compiler};
    settings.flags = native::quick_flags(target);
    settings.cache = {};
    settings.limit = std::chrono::seconds(600);
    return settings;
}

std::vector<std::string> differences_from_fast(const std::vector<NativeCase>& cases, Target target,
                                               const std::string& compiler) {
    std::vector<std::string> found;
    std::mutex mutex;
    std::atomic<std::size_t> next = 0;
    const auto run_assigned = [&] {
        for (std::size_t first = next.fetch_add(kAtOnce); first < cases.size();
             first = next.fetch_add(kAtOnce)) {
            const std::size_t end = std::min(first + kAtOnce, cases.size());
            std::vector<const Program*> programs;
            for (std::size_t i = first; i < end; ++i) programs.push_back(&cases[i].program);
            const auto compiled = native::compile(programs, true, quick_settings(target, compiler));
            for (std::size_t i = first; i < end; ++i) {
                std::string differs = compiled ? compare(cases[i], (*compiled)[i - first], target)
                                               : codegen::error_text(compiled.error());
                const std::scoped_lock lock(mutex);
                if (!differs.empty()) found.push_back(std::move(differs));
                if (!compiled) break;
            }
        }
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) others.emplace_back(run_assigned);
    run_assigned();
    for (std::thread& other : others) other.join();
    return found;
}

}  // namespace musimd::tests
