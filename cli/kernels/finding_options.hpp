#pragma once

#include <fmt/format.h>

#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "cli/command/command.hpp"
#include "cli/command/options.hpp"
#include "isa/json_text.hpp"
#include "kernels/findings/list.hpp"
#include "kernels/launch/schedules.hpp"

// What is done with findings: --warnings, --error-exitcode, --suppress, --baseline, --write-baseline and
// --format.

namespace musimd::cli {

/// The exit status if something is wrong.
int error_status_of(const Options& options);

/// --schedule. Throws UsageError if no schedule has the name.
std::optional<kernels::Schedule> schedule_of(const Options& options);

/// Throws InputError if a file cannot be read.
kernels::Judgement judgement_of(const Options& options);

/// The list as SARIF, JUnit or as compute-sanitizer prints it; an empty text for other formats. `command`: as
/// in `musimd cuda`.
std::string formatted(const kernels::FindingList& list, const std::string& format,
                      const std::string& command);

/// --write-baseline: lets `change` put findings into the baseline in the file, or into a new one. False if
/// the option is not given, or if the command is interrupted and does not know all findings.
bool write_baseline(const Options& options, const std::function<void(kernels::Baseline&)>& change);

/// The text of a report; if nothing is wrong, with a line that says so: `no findings (lockstep, volta)`.
/// `tried`: what was run.
std::string with_verdict(const std::string& text, const kernels::FindingList& list, const std::string& tried);

/// The judgement's; nothing if the command is interrupted and does not know all findings.
std::string no_longer_found(const kernels::Judgement& judgement, const std::string& file,
                            const std::string& kernel, const std::vector<kernels::FindingKey>& keys);

/// What standard error says if the command is interrupted.
std::string interruption_note(std::string_view command);

/// Prints the report of a kernel in the format that the options name (`text`: as text), and its findings.
/// With --write-baseline, these take the place of the kernel's in the baseline. Returns the exit status.
template <typename Report>
int finish_report(const Options& options, const Report& report, const std::string& kernel,
                  const std::string& text) {
    const std::string format = format_option(options);
    const kernels::FindingList list = report.list();
    const std::string other = formatted(list, format, fmt::format("musimd {}", options.command()));
    if (format == "json")
        std::cout << json_text(report.json(), 2) << "\n";
    else
        std::cout << (other.empty() ? with_verdict(text, list, report.tried()) : other);
    if (format != "compute-sanitizer") std::cerr << report.findings();
    std::cerr << interruption_note(options.command());
    const bool writes = write_baseline(
        options, [&](kernels::Baseline& baseline) { baseline.replace(list.file, kernel, report.keys()); });
    return writes && list.status == error_status_of(options) ? kOk : list.status;
}

}  // namespace musimd::cli
