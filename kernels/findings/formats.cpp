#include "kernels/findings/formats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "isa/diagnostic.hpp"
#include "views/sarif.hpp"
#include "views/xml.hpp"

namespace musimd::kernels {
views::SarifLocation sarif_location(dsl::SourcePoint point, std::string text, const SourceLines& lines) {
    const dsl::cuda::FileLine place = lines.place(point);
    return {place.file, place.line, lines.column(point), std::move(text)};
}

namespace {

using views::escape_xml;
using views::SarifLocation;
using views::SarifResult;

// ---- SARIF

/// From the kernel to the finding, by way of the calls around it.
std::vector<SarifLocation> path_of(const ListedFinding& found) {
    const Finding& finding = found.finding;
    if (finding.calls.empty()) return {};
    std::vector<SarifLocation> path;
    for (auto call = finding.calls.rbegin(); call != finding.calls.rend(); ++call)
        path.push_back(sarif_location(call->line, fmt::format("calls {}", call->function), *found.lines));
    path.push_back(sarif_location(finding.line, finding.kind, *found.lines));
    return path;
}

SarifResult result_of(const ListedFinding& found, bool has_baseline) {
    SarifResult result{.rule = found.finding.kind,
                       .level = found.finding.is_note ? "note"
                                : found.is_warning    ? "warning"
                                                      : "error",
                       .message = found.finding.message,
                       .location = sarif_location(found.finding.line, {}, *found.lines),
                       .path = path_of(found)};
    if (found.finding.other)
        result.related.push_back(sarif_location(*found.finding.other, "the earlier access", *found.lines));
    if (const auto& hint = found.finding.hint)
        result.related.push_back(sarif_location(hint->line, hint->text, *found.lines));
    if (has_baseline) result.baseline = found.state == FindingState::known ? "unchanged" : "new";
    result.suppressed = found.state == FindingState::suppressed;
    result.again = found.again;
    return result;
}

// ---- JUnit

std::string failure_text(const ListedFinding& found) {
    return fmt::format(
        "      <failure type=\"{}\" message=\"{}\">{}</failure>\n", found.finding.kind,
        escape_xml(fmt::format("{}: {}", found.lines->where(found.finding.line), found.finding.message)),
        escape_xml(fmt::format("again: {}", found.again)));
}

struct JunitCases {
    std::string text;
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t errors = 0;

    void add(const std::string& file, const std::string& name, const std::string& outcome, bool is_error) {
        tests += 1;
        if (!outcome.empty()) (is_error ? errors : failures) += 1;
        text += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escape_xml(file),
                            views::escape_xml(name));
        text += outcome.empty() ? "/>\n" : fmt::format(">\n{}    </testcase>\n", outcome);
    }
};

// ---- compute-sanitizer

constexpr std::string_view kPrefix = "=========";
constexpr std::uint32_t kBytesOfInstruction = 16;  // of the GPUs since Volta

std::string place(Label pc, std::uint32_t line, const std::string& function, const ListedFinding& found) {
    return fmt::format("{}+0x{:x} in {}", function.empty() ? found.kernel : function,
                       pc * kBytesOfInstruction, found.lines->where(line));
}

/// In which the code is; empty: the kernel itself.
std::string function_of(const std::vector<dsl::InlinedCall>& calls) {
    return calls.empty() ? std::string() : calls.front().function;
}

std::string place(const ListedFinding& found) {
    const Finding& finding = found.finding;
    return place(finding.pc, finding.line, function_of(finding.calls), found);
}

std::string coordinates(const dsl::Dimensions& d) {
    return fmt::format("({},{},{})", d[0], d[1], d[2]);
}

std::string where(const ListedFinding& found) {
    std::string text = fmt::format("{}     at {}\n", kPrefix, place(found));
    if (const auto& thread = found.finding.thread)
        text += fmt::format("{}     by thread {} in block {}\n", kPrefix, coordinates(thread->thread),
                            coordinates(thread->block));
    return text;
}

std::string frames(const ListedFinding& found) {
    const auto& calls = found.finding.calls;
    std::string text;
    for (std::size_t c = 0; c < calls.size(); ++c) {
        const std::string& outer = c + 1 == calls.size() ? found.kernel : calls[c + 1].function;
        text += fmt::format("{}         Device Frame: {} in {}\n", kPrefix, outer,
                            found.lines->where(calls[c].line.line));
    }
    return text;
}

std::string address_text(const Element& e) {
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

std::string race_text(const ListedFinding& found) {
    const auto& earlier = *found.finding.earlier;
    return fmt::format(
        "{0} Error: Race reported between {1} access at {2}\n{0}     and {3} access at {4} [1 hazard]\n",
        kPrefix, access_word(earlier.use), place(earlier.pc, earlier.line, function_of(earlier.calls), found),
        access_word(found.finding.access->use), place(found));
}

std::string sanitizer_text(const ListedFinding& found) {
    const Finding& finding = found.finding;
    if (found.is_difference) return fmt::format("{} Error: {}\n", kPrefix, finding.message);
    if (finding.kind == "race" && finding.access && finding.earlier) return race_text(found);
    if (finding.kind == "barrier-while-diverged")
        return fmt::format("{} Barrier error detected. Divergent thread(s) in block.\n", kPrefix) +
               where(found) + frames(found);
    if (finding.kind == "collective-mask")
        return fmt::format("{} Barrier error detected. Divergent thread(s) in warp.\n", kPrefix) +
               where(found) + frames(found);
    if (!finding.access)
        return fmt::format("{} Error: {}: {}\n", kPrefix, finding.kind, finding.message) + where(found) +
               frames(found);
    const auto& access = *finding.access;
    const bool is_read = access.use == Use::read;
    if (finding.kind == "undefined-memory")
        return fmt::format("{} Uninitialized __{}__ memory read of size {} bytes\n", kPrefix,
                           to_string(access.element.space), access.element.bytes) +
               where(found) +
               fmt::format("{}     Address 0x{:x}\n", kPrefix,
                           access.element.address * access.element.bytes) +
               frames(found);
    return fmt::format("{} Invalid __{}__ {} of size {} bytes\n", kPrefix, to_string(access.element.space),
                       is_read                    ? "read"
                       : access.use == Use::write ? "write"
                                                  : "atomic",
                       access.element.bytes) +
           where(found) + address_text(access.element) + frames(found);
}

}  // namespace

std::string sarif(const FindingList& list, std::string_view version) {
    std::vector<SarifResult> results;
    for (const ListedFinding& found : list.findings) results.push_back(result_of(found, list.has_baseline));
    for (const ListedFailure& failure : list.failures) {
        SarifResult& result = results.emplace_back();
        result.rule = failure.rule;
        result.message = failure.message;
        result.location = failure.lines == nullptr ? SarifLocation{.file = list.file}
                                                   : sarif_location(failure.line, {}, *failure.lines);
        result.again = failure.again;
    }
    return views::sarif_log(results, list.status, version);
}

std::string junit(const FindingList& list, std::string_view suite) {
    JunitCases cases;
    for (std::size_t test = 0; test < list.tests.size(); ++test) {
        std::string outcome;
        for (const ListedFinding& found : list.findings) {
            if (found.test == test && found.is_error()) outcome += failure_text(found);
        }
        bool has_failed = false;
        for (const ListedFailure& failure : list.failures) {
            if (failure.test != test) continue;
            outcome += fmt::format("      <error message=\"{}\"/>\n", escape_xml(failure.message));
            has_failed = true;
        }
        cases.add(list.file, list.tests[test], outcome, has_failed);
    }
    if (!list.output.empty())
        cases.text += fmt::format("    <system-out>{}</system-out>\n", escape_xml(list.output));
    const std::string counts =
        fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", cases.tests, cases.failures, cases.errors);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"{2}\" {0}>\n{1}  "
        "</testsuite>\n</testsuites>\n",
        counts, cases.text, suite);
}

std::string compute_sanitizer(const FindingList& list) {
    std::string text = fmt::format("{} COMPUTE-SANITIZER\n", kPrefix) + list.output;
    std::size_t errors = 0;
    std::size_t races = 0;
    for (const ListedFinding& found : list.findings) {
        if (!found.is_error()) continue;
        text += sanitizer_text(found) + fmt::format("{}\n", kPrefix);
        (found.finding.kind == "race" ? races : errors) += 1;
    }
    for (const ListedFailure& failure : list.failures) {
        text += fmt::format("{0} Error: {1}\n{0}\n", kPrefix, failure.message);
        errors += 1;
    }
    if (races != 0)
        text += fmt::format("{} RACECHECK SUMMARY: {} displayed ({}, {})\n", kPrefix,
                            counted(races, "hazard"), counted(races, "error"), counted(0, "warning"));
    return text + fmt::format("{} ERROR SUMMARY: {}\n", kPrefix, counted(races + errors, "error"));
}

}  // namespace musimd::kernels
