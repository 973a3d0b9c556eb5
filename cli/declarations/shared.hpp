#pragma once

#include <string_view>

#include "cli/command/options.hpp"

// Options that several commands of parts have. They are declared here, in the program itself, which knows the
// options of all commands, also of parts that were not built.

namespace musimd::cli {

/// --arg, -D, -I and -include.
void declare_source_options(Options& options);

/// --lanes, --lanes-warp, --profile, --profile-out and --profile-format. `lanes`: the help of the first.
void declare_view_options(Options& options, const char* lanes);

/// --warnings, --error-exitcode, --suppress, --baseline, --write-baseline, --format and --json.
void declare_finding_options(Options& options);

/// --debug and --debug-launch.
void declare_debug_launch(Options& options);

/// --add, and how its kernels are launched.
void declare_page_kernel_options(Options& options);

/// --count, --seconds, --seed and --shard of a campaign of `cases`, as `kernels`.
void declare_plan_options(Options& options, std::string_view cases, unsigned usual_count);

/// --jobs, --out, --json and --merge. `folder`: where findings are written by default.
void declare_campaign_options(Options& options, std::string_view folder);

/// --impl, --impl-server, --impl-format and --impl-memory.
void declare_implementation_options(Options& options);

}  // namespace musimd::cli
