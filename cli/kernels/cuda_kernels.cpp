#include "cli/kernels/cuda_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/command/command.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/finding_options.hpp"
#include "isa/json_text.hpp"

namespace musimd::cli {
namespace {

using Json = nlohmann::ordered_json;

int status_of(const KernelOutcome& kernel) {
    return kernel.report == nullptr ? static_cast<int>(kBadInput) : kernel.report->status();
}

/// Bad input is worse than a finding, and a finding is worse than the step limit.
int worst_status(const std::list<KernelOutcome>& kernels) {
    const auto badness = [](int status) { return status == kOk ? 0 : status == kLimit ? 1 : 2; };
    int worst = kOk;
    if (interrupted()) return interrupted_status();
    for (const KernelOutcome& kernel : kernels) {
        const int status = status_of(kernel);
        if (status == kBadInput) return kBadInput;
        if (badness(status) > badness(worst)) worst = status;
    }
    return worst;
}

/// All lists as one: the test cases of a kernel follow those of the kernels before it.
kernels::FindingList joined(const std::list<KernelOutcome>& kernels) {
    kernels::FindingList all{.file = kernels.front().request.source.file, .status = worst_status(kernels)};
    for (const KernelOutcome& kernel : kernels) {
        const std::size_t before = all.tests.size();
        if (kernel.report == nullptr) {
            all.tests.push_back(kernel.name + " is read");
            all.failures.push_back(
                {.rule = "bad-input", .message = kernel.error, .again = {}, .test = before});
            continue;
        }
        kernels::FindingList own = kernel.report->list();
        all.has_baseline = all.has_baseline || own.has_baseline;
        for (kernels::ListedFinding& found : own.findings) found.test += before;
        for (kernels::ListedFailure& failure : own.failures) failure.test += before;
        std::ranges::move(own.tests, std::back_inserter(all.tests));
        std::ranges::move(own.findings, std::back_inserter(all.findings));
        std::ranges::move(own.failures, std::back_inserter(all.failures));
    }
    return all;
}

Json json_of(const std::list<KernelOutcome>& kernels) {
    Json json;
    json["file"] = kernels.front().request.source.file;
    json["kernels"] = Json::array();
    for (const KernelOutcome& kernel : kernels) {
        Json& own = json["kernels"].emplace_back();
        if (kernel.report != nullptr)
            own = kernel.report->json();
        else
            own = {{"kernel", kernel.name}, {"error", kernel.error}};
    }
    return json;
}

void print_text(const Options& options, const std::list<KernelOutcome>& kernels) {
    for (const KernelOutcome& kernel : kernels) {
        if (&kernel != &kernels.front()) std::cout << "\n";
        if (kernel.report == nullptr) {
            std::cout << kernel.name << "\n" << std::flush;
            std::cerr << kernel.error;
            continue;
        }
        const CudaReport& report = *kernel.report;
        const std::string text = report.runs().front().run.printed + report.text() +
                                 (options.has("stats") ? report.launches() : "");
        std::cout << with_verdict(text, report.list(), report.tried()) << std::flush;
        std::cerr << report.findings();
    }
}

}  // namespace

int finish_reports(const Options& options, const std::list<KernelOutcome>& kernels) {
    const std::string format = format_option(options);
    if (format == "text") {
        print_text(options, kernels);
    } else {
        if (format == "json") std::cout << json_text(json_of(kernels), 2) << "\n";
        std::cout << formatted(joined(kernels), format, "musimd cuda");
        for (const KernelOutcome& kernel : kernels) {
            if (kernel.report == nullptr)
                std::cerr << kernel.error;
            else if (format != "compute-sanitizer")
                std::cerr << kernel.report->findings();
        }
    }
    std::cerr << interruption_note("cuda");
    const bool writes = write_baseline(options, [&](kernels::Baseline& baseline) {
        for (const KernelOutcome& kernel : kernels) {
            if (kernel.report != nullptr)
                baseline.replace(kernel.request.source.file, kernel.request.kernel.code.name,
                                 kernel.report->keys());
        }
    });
    const int status = worst_status(kernels);
    return writes && status == error_status_of(options) ? kOk : status;
}

}  // namespace musimd::cli
