#include "dsl/spmd/launch.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace musimd::spmd {
namespace {

thread_local RecordOnly* innermost_record_only = nullptr;

std::string variable_of_environment(const char* name) {
    const char* const text = std::getenv(name);
    return text == nullptr ? "" : text;
}

/// The options from the environment; throws Error for an invalid one.
Options of_environment() {
    Options result;
    result.engine = variable_of_environment("MUSIMD_ENGINE");
    const std::string steps = variable_of_environment("MUSIMD_MAX_STEPS");
    const std::string unmasked = variable_of_environment("MUSIMD_UNMASKED");
    const auto wrong = [](const char* name, const std::string& value) {
        ErrorDetails details;
        details.message = fmt::format("invalid value '{1}' of the environment variable {0}", name, value);
        handle(Error(std::move(details)));
    };
    if (!steps.empty()) {
        const char* const end = steps.data() + steps.size();
        const auto [read, error] = std::from_chars(steps.data(), end, result.max_steps);
        if (error != std::errc() || read != end || result.max_steps == 0) wrong("MUSIMD_MAX_STEPS", steps);
    }
    if (unmasked == "active_lanes")
        result.unmasked = dsl::UnmaskedReading::active_lanes;
    else if (!unmasked.empty() && unmasked != "every_lane")
        wrong("MUSIMD_UNMASKED", unmasked);
    return result;
}

}  // namespace

Options& options() {
    thread_local Options of_thread = of_environment();
    return of_thread;
}

void engine(std::string name) {
    options().engine = std::move(name);
}

RecordOnly::RecordOnly() : outer_(innermost_record_only) {
    innermost_record_only = this;
}

RecordOnly::~RecordOnly() {
    innermost_record_only = outer_;
}

void Session::run(const std::function<void()>& body, MakeExecutor make_executor) {
    try {
        record_and_run(body, make_executor);
    } catch (const Error& error) {
        ErrorDetails details = error.details();
        if (details.kernel.empty()) details.kernel = site_.kernel;
        if (details.file.empty()) details.file = site_.file;
        if (details.line == 0) {
            details.file = site_.file;
            details.line = site_.line;
        }
        handle(Error(std::move(details)));
    }
}

void Session::record_and_run(const std::function<void()>& body, MakeExecutor make_executor) {
    const auto fail = [&](std::string message) {
        throw Error({site_.file, site_.line, site_.kernel, "", -1, std::move(message)});
    };
    if (elements_ == 0) return;
    const std::uint32_t width = options().warp_width;
    const std::int64_t most = std::int64_t{width != 0 ? width : 1024} * kMaxWarps;
    if (elements_ < 0 || elements_ > most)
        fail(fmt::format("a launch has 0 to {} elements, not {}", most, elements_));
    Recording recording(site_.kernel, bits_, std::move(pointers_));
    body();
    const dsl::Kernel kernel = recording.finish();
    if (innermost_record_only != nullptr)
        innermost_record_only->kernels_.push_back(kernel);
    else
        execute(kernel, recording.buffers(), make_executor);
}

void Session::execute(const dsl::Kernel& kernel, const std::vector<Buffer>& buffers,
                      MakeExecutor make_executor) {
    const std::unique_ptr<dsl::Executor> executor = make_executor(options().engine, options().max_steps);
    ErrorDetails details = {kernel.file, 0, kernel.name, "", -1, ""};
    if (executor == nullptr) {
        details.message = fmt::format("unknown engine '{}'", options().engine);
        throw Error(std::move(details));
    }
    const Memory memory(kernel, buffers, elements_);
    dsl::Launch launch;
    launch.elements = elements_;
    launch.regions = memory.regions();
    launch.origins = memory.origins();
    launch.warp_width = options().warp_width;
    launch.unmasked = options().unmasked;
    Program program = dsl::lower(kernel, launch);
    memory.undefine(program);
    const dsl::Execution execution = executor->run(program);
    if (execution.kind == dsl::Execution::Kind::stop) return memory.write_back(program, execution);
    details.line = execution.line;
    details.trap = execution.trap;
    details.element = execution.element;
    details.message = execution.message;
    throw Error(std::move(details));
}

}  // namespace musimd::spmd
