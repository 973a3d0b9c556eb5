#include "isa/word.hpp"
#include "kernels/openmp/call_run.hpp"
#include "kernels/openmp/host_library.hpp"

// What host code prints, and calls of the library that the host itself executes.

namespace musimd::kernels::openmp {
namespace {

constexpr std::size_t kMaxOutput = 1 << 20;  // of a run, in bytes

}  // namespace

void CallRun::add_output(std::int64_t file, const std::string& text) {
    if (run_.output.size() >= kMaxOutput) return;
    run_.output += text;
    if (file != HostFiles::kErrors) run_.standard_output += text;
}

template <typename F>
void CallRun::with_library(std::uint32_t line, const F& use) {
    HostMemory memory(state_, kept_);
    HostLibrary library(memory, files_,
                        [this](std::int64_t file, const std::string& text) { add_output(file, text); });
    try {
        use(library);
    } catch (const BadMemory& e) {
        run_.end = FunctionRun::End::trap;
        run_.trap = to_string(TrapKind::invalid_address);
        run_.message = e.what();
        run_.line = line;
        run_.calls.assign(host_calls_.rbegin(), host_calls_.rend());
        throw Ended{};
    }
}

void CallRun::print(const dsl::Statement& s) {
    take_step(s.line);
    if (s.in_place) return call_library(s);
    std::vector<PrintedValue> values;
    for (const auto& [variable, value] : s.arguments)
        values.push_back({function_.variables[variable].type.type, state_.values[variable].value_or(0)});
    with_library(s.line, [&](const HostLibrary& library) {
        add_output(s.width, print_formatted(s.function, values,
                                            [&](std::int64_t address) { return library.text_at(address); }));
    });
}

void CallRun::call_library(const dsl::Statement& s) {
    if (const std::string_view begin = dsl::openmp::kPutText; s.function.starts_with(begin)) {
        const auto file = static_cast<std::int64_t>(state_.values[s.arguments.front().first].value_or(0));
        return with_library(s.line, [&](HostLibrary& library) {
            library.put_to_stream(file, s.function.substr(begin.size()));
        });
    }
    std::vector<std::string_view> words;
    for (std::string_view rest = s.function; !rest.empty();) {
        words.push_back(rest.substr(0, rest.find(' ')));
        rest.remove_prefix(std::min(rest.size(), words.back().size() + 1));
    }
    HostLibrary::Arguments arguments;
    for (std::size_t i = 0; i < s.arguments.size(); ++i) {
        const dsl::VariableId v = s.arguments[i].first;
        arguments.push_back(
            {{function_.variables[v].type.type, state_.values[v].value_or(0)}, words.at(i + 1)});
    }
    with_library(s.line, [&](HostLibrary& library) {
        const auto bits = static_cast<std::size_t>(width_of(function_.variables[s.variable].type.type));
        state_.values[s.variable] = library.call(words.front(), arguments) & low_bits(bits);
    });
}

}  // namespace musimd::kernels::openmp
