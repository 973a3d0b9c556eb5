#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/options.hpp"
#include "differential/harness/plan.hpp"

// What `musimd fuzz` and `musimd fuzz --dsl` have in common.

namespace musimd::cli {

/// Sets `to` to the number of an option, if it is given.
template <typename T>
void read_number(const Options& options, const char* name, Integer least, Integer most, T& to) {
    if (const auto number = options.integer(name, least, most)) to = static_cast<T>(*number);
}

/// --count, --seconds and --seed; without the first two, `usual_count`.
void read_plan(const Options& options, std::uint64_t usual_count, differential::harness::Plan& plan);

/// --jobs; default: the number of processors.
unsigned read_jobs(const Options& options);

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

inline constexpr std::string_view kSummaryFile = "summary.json";

}  // namespace musimd::cli
