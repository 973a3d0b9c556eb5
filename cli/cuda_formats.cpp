#include "cli/cuda_formats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/sarif.hpp"
#include "cli/xml.hpp"

namespace musimd::cli {
namespace {

using differential::cuda::Finding;
using differential::cuda::LaunchRun;
using State = CudaFinding::State;

// ---- SARIF

SarifLocation location(std::uint32_t line, std::string text, const CudaReport& report) {
    const dsl::cuda::Place place = report.lines().place(line);
    return {place.file, place.line, 0, std::move(text)};
}

/// From the kernel to the finding, by way of the calls around it.
std::vector<SarifLocation> path_of(const Finding& what, const CudaReport& report) {
    if (what.calls.empty()) return {};
    std::vector<SarifLocation> path;
    for (auto call = what.calls.rbegin(); call != what.calls.rend(); ++call)
        path.push_back(location(call->line, fmt::format("calls {}", call->function), report));
    path.push_back(location(what.line, what.kind, report));
    return path;
}

SarifResult result_of(const CudaFinding& found, const CudaReport& report) {
    SarifResult result{.rule = found.what.kind,
                       .level = found.is_warning ? "warning" : "error",
                       .message = found.what.message,
                       .location = location(found.what.line, {}, report),
                       .path = path_of(found.what, report)};
    if (found.what.other) result.related.push_back(location(*found.what.other, "the earlier access", report));
    if (report.has_baseline()) result.baseline = found.state == State::known ? "unchanged" : "new";
    result.suppressed = found.state == State::suppressed;
    result.again = found.again();
    return result;
}

bool is_failed(const CudaRun& run) {
    return run.run.end == LaunchRun::End::limit || run.run.end == LaunchRun::End::refused;
}

// ---- JUnit

std::string title_of(const CudaRun& run, const CudaReport& report) {
    const std::string others = report.other_arguments(run);
    return fmt::format("{} under {} on {}{}{}", report.request().kernel.code.name, to_string(run.how.model),
                       run.engine, others.empty() ? "" : " with ", others);
}

std::string failure_text(const CudaFinding& found, const CudaReport& report) {
    return fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", found.what.kind,
                       xml(fmt::format("{}: {}", report.lines().where(found.what.line), found.what.message)),
                       xml(fmt::format("again: {}", found.again())));
}

struct JunitCases {
    std::string text;
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t errors = 0;

    void add(const std::string& file, const std::string& name, const std::string& outcome, bool is_error) {
        tests += 1;
        if (!outcome.empty()) (is_error ? errors : failures) += 1;
        text += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml(file), xml(name));
        text += outcome.empty() ? "/>\n" : fmt::format(">\n{}    </testcase>\n", outcome);
    }
};

// ---- compute-sanitizer

constexpr std::string_view kPrefix = "=========";
constexpr std::uint32_t kBytesOfInstruction = 16;  // of the GPUs since Volta

std::string function_of(const Finding& what, const CudaReport& report) {
    return what.calls.empty() ? report.request().kernel.code.name : what.calls.front().function;
}

std::string place(Label pc, std::uint32_t line, const std::string& function, const CudaReport& report) {
    return fmt::format("{}+0x{:x} in {}", function, pc * kBytesOfInstruction, report.lines().where(line));
}

std::string coordinates(const dsl::Dimensions& d) {
    return fmt::format("({},{},{})", d[0], d[1], d[2]);
}

std::string where(const Finding& what, const CudaReport& report) {
    std::string text =
        fmt::format("{}     at {}\n", kPrefix, place(what.pc, what.line, function_of(what, report), report));
    if (what.thread)
        text += fmt::format("{}     by thread {} in block {}\n", kPrefix, coordinates(what.thread->thread),
                            coordinates(what.thread->block));
    return text;
}

std::string frames(const Finding& what, const CudaReport& report) {
    std::string text;
    for (std::size_t c = 0; c < what.calls.size(); ++c) {
        const bool is_kernel = c + 1 == what.calls.size();
        const std::string& outer = is_kernel ? report.request().kernel.code.name : what.calls[c + 1].function;
        text += fmt::format("{}         Device Frame: {} in {}\n", kPrefix, outer,
                            report.lines().where(what.calls[c].line));
    }
    return text;
}

std::string address_text(const differential::cuda::Element& e) {
    const std::int64_t address = e.address * e.bytes;
    std::string text = fmt::format("{}     Address 0x{:x} is out of bounds\n", kPrefix, address);
    if (e.object.empty()) return text;
    const std::int64_t size = e.elements * e.bytes;
    const std::int64_t first = address - e.index * e.bytes;
    const bool is_before = e.index < 0;
    const std::int64_t distance = is_before ? -e.index * e.bytes : (e.index - e.elements) * e.bytes + 1;
    return text + fmt::format("{}     and is {} bytes {} the nearest allocation at 0x{:x} of size {} bytes\n",
                              kPrefix, distance, is_before ? "before" : "after", first, size);
}

std::string_view access_word(Use use) {
    switch (use) {
        case Use::read:
            return "Read";
        case Use::write:
            return "Write";
        case Use::atomic:
        case Use::atomic_read:
            break;
    }
    return "Atomic";
}

std::string race_text(const Finding& what, const CudaReport& report) {
    const auto& earlier = *what.earlier;
    return fmt::format(
        "{0} Error: Race reported between {1} access at {2}\n{0}     and {3} access at {4} [1 hazard]\n",
        kPrefix, access_word(earlier.use),
        place(earlier.pc, earlier.line,
              earlier.function.empty() ? report.request().kernel.code.name : earlier.function, report),
        access_word(what.access->use), place(what.pc, what.line, function_of(what, report), report));
}

std::string sanitizer_text(const CudaFinding& found, const CudaReport& report) {
    const Finding& what = found.what;
    if (found.difference) return fmt::format("{} Error: {}\n", kPrefix, what.message);
    if (what.kind == "race" && what.access && what.earlier) return race_text(what, report);
    if (what.kind == "barrier-while-diverged")
        return fmt::format("{} Barrier error detected. Divergent thread(s) in block.\n", kPrefix) +
               where(what, report) + frames(what, report);
    if (what.kind == "collective-mask")
        return fmt::format("{} Barrier error detected. Divergent thread(s) in warp.\n", kPrefix) +
               where(what, report) + frames(what, report);
    if (!what.access)
        return fmt::format("{} Error: {}: {}\n", kPrefix, what.kind, what.message) + where(what, report) +
               frames(what, report);
    const auto& access = *what.access;
    const bool is_read = access.use == Use::read;
    if (what.kind == "undefined-memory")
        return fmt::format("{} Uninitialized __{}__ memory read of size {} bytes\n", kPrefix,
                           to_string(access.element.space), access.element.bytes) +
               where(what, report) +
               fmt::format("{}     Address 0x{:x}\n", kPrefix,
                           access.element.address * access.element.bytes) +
               frames(what, report);
    return fmt::format("{} Invalid __{}__ {} of size {} bytes\n", kPrefix, to_string(access.element.space),
                       is_read                    ? "read"
                       : access.use == Use::write ? "write"
                                                  : "atomic",
                       access.element.bytes) +
           where(what, report) + address_text(access.element) + frames(what, report);
}

std::string counted(std::size_t n, std::string_view what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

}  // namespace

std::string cuda_sarif(const CudaReport& report) {
    std::vector<SarifResult> results;
    for (const CudaFinding& found : report.list()) results.push_back(result_of(found, report));
    for (const CudaRun& run : report.runs()) {
        if (!is_failed(run)) continue;
        SarifResult& result = results.emplace_back();
        result.rule = run.run.end == LaunchRun::End::limit ? "limit" : "refused";
        result.message = run.run.message;
        result.location = location(run.run.line, {}, report);
        result.again = fmt::format("{} --model {}", run.replay, to_string(run.how.model));
    }
    return sarif_log(results, report.status());
}

// A finding is a failure of the first run that shows it.
std::string cuda_junit(const CudaReport& report) {
    const std::string& file = report.request().source.file;
    JunitCases cases;
    for (const CudaRun& run : report.runs()) {
        std::string outcome;
        for (const CudaFinding& found : report.list()) {
            if (!found.difference && found.is_error() && found.runs.front() == &run)
                outcome += failure_text(found, report);
        }
        if (is_failed(run)) outcome += fmt::format("      <error message=\"{}\"/>\n", xml(run.run.message));
        cases.add(file, title_of(run, report), outcome, is_failed(run));
    }
    if (report.runs().size() > 1) {
        std::string outcome;
        for (const CudaFinding& found : report.list()) {
            if (found.difference && found.is_error()) outcome += failure_text(found, report);
        }
        cases.add(file, report.request().kernel.code.name + " has the same results", outcome, false);
    }
    const std::string counts =
        fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", cases.tests, cases.failures, cases.errors);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"musimd cuda\" "
        "{0}>\n{1}  </testsuite>\n</testsuites>\n",
        counts, cases.text);
}

std::string cuda_sanitizer(const CudaReport& report) {
    std::string text = fmt::format("{} COMPUTE-SANITIZER\n", kPrefix);
    std::size_t errors = 0;
    std::size_t races = 0;
    for (const CudaFinding& found : report.list()) {
        if (found.state != State::fresh || found.is_warning) continue;
        text += sanitizer_text(found, report) + fmt::format("{}\n", kPrefix);
        (found.what.kind == "race" ? races : errors) += 1;
    }
    for (const CudaRun& run : report.runs()) {
        if (!is_failed(run)) continue;
        text += fmt::format("{0} Error: {1}\n{0}\n", kPrefix, run.run.message);
        errors += 1;
    }
    if (races != 0)
        text += fmt::format("{} RACECHECK SUMMARY: {} displayed ({}, {})\n", kPrefix,
                            counted(races, "hazard"), counted(races, "error"), counted(0, "warning"));
    return text + fmt::format("{} ERROR SUMMARY: {}\n", kPrefix, counted(races + errors, "error"));
}

}  // namespace musimd::cli
