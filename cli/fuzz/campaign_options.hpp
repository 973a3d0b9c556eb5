#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/command/text_files.hpp"
#include "differential/harness/plan.hpp"
#include "differential/harness/summary.hpp"

// What `musimd fuzz` and `musimd fuzz --dsl` have in common.

namespace musimd::cli {

inline constexpr std::string_view kSummaryFile = "summary.json";

/// Sets `to` to the number of an option, if it is given.
template <typename T>
void read_number(const Options& options, const char* name, Integer least, Integer most, T& to) {
    if (const auto number = options.integer(name, least, most)) to = static_cast<T>(*number);
}

/// --count, --seconds, --seed and --shard; without the first two, `usual_count`.
void read_plan(const Options& options, std::uint64_t usual_count, differential::harness::Plan& plan);

/// Shows texts of campaigns on the line while it is due; the line must outlive it.
std::function<void(const std::string&)> shown_on(ProgressLine& line);

/// Rejects operands, which only --merge has.
void refuse_folders(const Options& options);

/// Rejects options that --merge excludes, and a merge of nothing.
void check_merge(const Options& options, std::initializer_list<const char*> others);

/// --merge: the joined summary of the folders that are the operands. `command` wrote them: `musimd fuzz`.
template <typename Summary>
Summary joined_summary(const Options& options, std::string_view command,
                       std::initializer_list<const char*> excluded) {
    namespace harness = differential::harness;
    check_merge(options, excluded);
    std::vector<harness::Part<Summary>> parts;
    for (const std::string& folder : options.operands()) {
        const std::string file = (std::filesystem::path(folder) / kSummaryFile).string();
        auto summary = harness::summary_of_json<Summary>(read_text(file));
        if (!summary) {
            throw InputError(
                fmt::format("{}: error: not a summary of {}: {}\n", file, command, summary.error()));
        }
        parts.push_back({folder, std::move(*summary)});
    }
    auto all = harness::join(std::move(parts));
    if (!all) throw InputError(fmt::format("musimd fuzz: error: {}\n", all.error()));
    return std::move(*all);
}

/// --jobs; default: the number of processors.
unsigned read_jobs(const Options& options);

/// As many jobs as the options say, until an interruption; progress is shown on the line, which must outlive
/// it.
differential::harness::Control control_of(const Options& options, ProgressLine& line);

/// The folder for findings and summary.json: that of --out, or the usual one, which is only created for
/// findings. Files that cannot be written are reported on standard error.
class FindingsFolder {
  public:
    FindingsFolder(const Options& options, std::string_view usual);

    /// Creates the folder of --out, if it is given; an InputError if that fails.
    void create_named() const;

    void write(const std::string& file, std::string_view text);
    /// Writes summary.json, if --out is given.
    void write_summary(std::string_view json);

    bool failed() const { return failed_; }

  private:
    std::optional<std::string> named_;
    std::string folder_;
    bool created_ = false;
    bool failed_ = false;
};

}  // namespace musimd::cli
