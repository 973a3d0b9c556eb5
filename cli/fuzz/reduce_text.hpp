#pragma once

#include "cli/command/options.hpp"
#include "differential/text/language.hpp"

namespace musimd::cli {

/// `musimd reduce FILE --command CMD` for a source of another language. Returns the exit status.
int reduce_text(const Options& options, differential::text::Language language);

}  // namespace musimd::cli
