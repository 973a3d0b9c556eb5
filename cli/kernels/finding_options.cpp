#include "cli/kernels/finding_options.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/input.hpp"
#include "cli/command/terminal.hpp"
#include "cli/command/text_files.hpp"
#include "kernels/findings/formats.hpp"

namespace musimd::cli {
namespace {

kernels::Baseline read_baseline(const std::string& file) {
    auto baseline = kernels::Baseline::read(read_text(file));
    if (!baseline) throw InputError(file, baseline.error());
    return *std::move(baseline);
}

}  // namespace

int error_status_of(const Options& options) {
    return static_cast<int>(options.integer("error-exitcode", 0, 255).value_or(kFailed));
}

std::optional<kernels::Schedule> schedule_of(const Options& options) {
    const auto name = options.text("schedule");
    if (!name) return std::nullopt;
    const auto schedule = kernels::schedule_named(*name);
    if (!schedule)
        throw UsageError(fmt::format(
            "--schedule: '{}' is not ascending, descending, the seed of a random one, uneven and a seed, or "
            "turns as in turns:0x12,1,0x3",
            *name));
    return schedule;
}

kernels::Judgement judgement_of(const Options& options) {
    options.choice("color");  // which has been read before; see ColouredErrors
    kernels::Judgement judgement;
    judgement.warnings_are_errors = options.choice("warnings").has_value();
    judgement.error_status = error_status_of(options);
    if (const auto file = options.text("suppress")) {
        auto suppressions = kernels::Suppressions::read(display_name(*file), read_text(*file));
        if (!suppressions) throw InputError(suppressions.error());
        judgement.suppressions = *std::move(suppressions);
    }
    if (const auto file = options.text("baseline")) judgement.baseline = read_baseline(*file);
    return judgement;
}

std::string formatted(const kernels::FindingList& list, const std::string& format,
                      const std::string& command) {
    if (format == "sarif") return kernels::sarif(list, MUSIMD_VERSION);
    if (format == "junit") return kernels::junit(list, command);
    if (format == "compute-sanitizer") return kernels::compute_sanitizer(list);
    return {};
}

std::string with_verdict(const std::string& text, const kernels::FindingList& list,
                         const std::string& tried) {
    const auto is_reported = [](const kernels::ListedFinding& found) {
        return found.state == kernels::FindingState::fresh;
    };
    if (list.status != kOk || !list.failures.empty() || std::ranges::any_of(list.findings, is_reported))
        return text;
    return fmt::format("{}{}{} ({})\n", text, text.empty() ? "" : "\n",
                       list.findings.empty() ? "no findings" : "no new findings", tried);
}

std::string no_longer_found(const kernels::Judgement& judgement, const std::string& file,
                            const std::string& kernel, const std::vector<kernels::FindingKey>& keys) {
    return interrupted() ? std::string() : judgement.no_longer_found(file, kernel, keys);
}

std::string interruption_note(std::string_view command) {
    return interrupted() ? fmt::format("musimd {}: interrupted; this is what was found until then\n", command)
                         : std::string();
}

bool write_baseline(const Options& options, const std::function<void(kernels::Baseline&)>& change) {
    const auto file = options.text("write-baseline");
    if (!file || interrupted()) return false;
    std::error_code ignored;
    kernels::Baseline baseline =
        std::filesystem::is_regular_file(*file, ignored) ? read_baseline(*file) : kernels::Baseline();
    change(baseline);
    write_text(*file, baseline.text());
    return true;
}

}  // namespace musimd::cli
