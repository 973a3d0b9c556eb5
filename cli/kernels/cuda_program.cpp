// musimd cuda, of a file with `main`. Standard output is the program's own, unless a format takes it.

#include "cli/kernels/cuda_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_program_report.hpp"
#include "cli/kernels/finding_options.hpp"
#include "cli/kernels/front_end_options.hpp"
#include "cli/kernels/kernel_views.hpp"
#include "isa/json_text.hpp"

namespace musimd::cli {
namespace {

using kernels::cuda::ProgramSetting;

std::vector<std::string> replay_commands(const Options& options, const ProgramSetting& setting) {
    std::vector<std::string> result;
    for (const ThreadModel model : setting.models) {
        std::vector<std::string> more = {"--model", std::string(to_string(model))};
        for (const char* flag : {"continue", "leaks"})
            if (options.has(flag)) more.push_back(std::string("--") + flag);
        result.push_back(replay_program("cuda", options,
                                        {"warp", "engine", "max-steps", "undefined", "races", "volatile",
                                         "schedule", "resident", "sample", "limit"},
                                        more, setting.arguments));
    }
    return result;
}

void print(const CudaProgramReport& report, const std::string& format, bool with_launches) {
    std::cout << formatted(report.list(), format, "musimd cuda");
    if (format == "compute-sanitizer") return;
    if (format == "json") std::cout << json_text(report.json(), 2) << "\n";
    if (format == "sarif") std::cerr << report.output();  // which has no place in the log
    std::cerr << report.text(with_launches);
    if (format == "text") std::cerr << report.no_findings_line();
    std::cerr << interruption_note("cuda");
}

/// Lets the profile see the first run of each launch.
void watch_launches(ProgramSetting& setting, KernelProfile& profile) {
    if (!profile.is_wanted()) return;
    std::map<std::string, dsl::InlinedCalls> calls;  // by kernel
    setting.watch = [&profile, calls](const dsl::cuda::KernelFunction& kernel, const reader::Source& source,
                                      const kernels::openmp::CallState& memory,
                                      const kernels::cuda::LaunchConfiguration& config) mutable -> Observer* {
        const auto [known, is_new] = calls.try_emplace(kernel.code.name);
        if (is_new) known->second = lower(kernel, prepare(kernel, memory, config), config).calls;
        profile.begin(kernel.code.name, kernels::SourceLines(source, kernel.included), known->second);
        return &profile.observer();
    };
}

}  // namespace

int run_cuda_program(const Options& options, ProgramSetting setting, kernels::Judgement judgement,
                     const std::string& format) {
    setting.keeps_output = format != "text";
    setting.leaks_are_errors = options.has("leaks");
    KernelProfile profile(options);
    watch_launches(setting, profile);
    SlowWork work("");
    setting.begins = [&](const std::string& what) {
        work.begin(what);
        if (what.starts_with("launch")) note_interruptions();  // before, nothing is worth keeping
    };
    auto result = run_program(setting);
    work.end();
    if (!result) throw InputError(result.error());
    profile.finish(std::cerr);
    const CudaProgramReport report(setting, *std::move(result), std::move(judgement),
                                   replay_commands(options, setting));
    print(report, format, options.has("stats"));
    const bool writes =
        write_baseline(options, [&](kernels::Baseline& baseline) { report.write_into(baseline); });
    return writes ? report.status_without_findings() : report.status();
}

}  // namespace musimd::cli
