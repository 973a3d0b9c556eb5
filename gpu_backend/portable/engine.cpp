#include "gpu_backend/portable/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <mutex>

#include "gpu_backend/languages/comparable.hpp"
#include "gpu_backend/languages/program_words.hpp"
#include "gpu_backend/portable/backend.hpp"
#include "semantics/unavailable.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::portable {
namespace {

using namespace languages;

std::vector<std::byte> bytes_of(const std::vector<Value>& words) {
    std::vector<std::byte> bytes(words.size() * sizeof(Value));
    if (!words.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

void take_words(const std::vector<std::byte>& bytes, std::vector<Value>& words) {
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(Value));
}

/// Runs a source on a backend, from and to the words. Otherwise what the backend says.
tl::expected<void, std::string> run_source(Backend& backend, const ProgramSource& source,
                                           KernelWords& words) {
    auto unit = backend.compile(source.text);
    if (!unit) return tl::unexpected(unit.error());
    Launch launch;
    launch.buffers = {bytes_of(words.sigma), bytes_of(words.bank), bytes_of(words.ends)};
    launch.groups = {source.shape.groups, 1, 1};
    launch.threads = {source.shape.threads, 1, 1};
    if (auto run = (*unit)->run(source.entry, launch); !run) return run;
    take_words(launch.buffers[0], words.sigma);
    take_words(launch.buffers[1], words.bank);
    take_words(launch.buffers[2], words.ends);
    return {};
}

Target target_of_backend(const Backend& backend) {
    if (backend.name() == "vulkan") return {Language::glsl, backend.subgroup_size(), 1024};
    if (backend.name() == "ispc") return {Language::ispc, backend.subgroup_size(), backend.subgroup_size()};
    return {Language::opencl, 0, 1024};
}

}  // namespace

Result run_portable(std::string_view backend, Form form, const Program& program,
                    const MachineOptions& options, Observer* observer) {
    Result expected = fast::run_fast(program, options, observer);
    if (observer != nullptr || expected.outcome != Outcome::stop) return expected;
    const std::string engine = fmt::format("{}{}", backend, form == Form::natural ? "-natural" : "");
    const auto unsupported = [&](const std::string& why) {
        return Unsupported(fmt::format("engine '{}': {}", engine, why));
    };
    static std::mutex one_at_a_time;
    const std::scoped_lock lock(one_at_a_time);
    const auto found = find_backend(backend);
    if (!found) throw Unavailable(fmt::format("engine '{}': {}", engine, found.error()));
    Program ordered = program;
    ordered.order = options.order;
    const auto source = program_source(ordered, target_of_backend(**found), form, options.max_address);
    if (!source) throw unsupported(source.error());
    const Comparable comparable =
        what_to_compare(program, *source, form, expected, options, (*found)->reconverges_maximally());
    if (!comparable.why_not.empty()) throw unsupported(comparable.why_not);
    auto words = words_before(program, expected);
    if (!words) throw unsupported(words.error());
    if (const auto run = run_source(**found, *source, *words); !run)
        throw EngineFault(fmt::format("engine '{}': {}", engine, run.error()));
    if (std::ranges::find(words->ends, static_cast<Value>(EndOfThread::left)) != words->ends.end())
        throw unsupported("it reaches a branch that is open already outside of a block");
    return with_words(program, std::move(expected), *words, comparable.unordered);
}

}  // namespace musimd::portable
