// musimd cache

#include "host/cache.hpp"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "isa/json_text.hpp"

namespace musimd::cli {
namespace {

using host::Cache;

constexpr std::string_view kAboutCache =
    "Shows the folder of the compilation cache and its size; 'musimd cache clear' empties it\n"
    "(docs/cache.md). Clearing it is always safe: what is missing is compiled again.\n\n"
    "Exit status: 0, or 2 for a bad command line or if there is no cache.\n";

constexpr std::string_view kExamplesCache =
    "Examples:\n"
    "  musimd cache\n"
    "  musimd cache clear\n";

nlohmann::ordered_json json_of(const Cache& cache, const Cache::Usage& usage) {
    return {{"format", 1},
            {"folder", cache.folder().string()},
            {"entries", usage.entries},
            {"bytes", usage.bytes},
            {"max_bytes", cache.max_bytes()}};
}

}  // namespace

Options declare_cache() {
    Options options("cache", "[clear]", kAboutCache, kExamplesCache);
    options.operand_words({"clear"});
    options.flag("json", "print it as one JSON object; after 'clear', what was removed");
    return options;
}

int cache(const Arguments& arguments) {
    Options options = declare_cache();
    if (!options.parse(arguments, 0, 1)) return kOk;
    const bool clear = !options.operands().empty();
    if (clear && options.operands()[0] != "clear") {
        throw UsageError(fmt::format("expected 'clear', found '{}'", shown(options.operands()[0])));
    }
    const Cache cache = Cache::of_user();
    if (!cache.usable()) throw InputError(fmt::format("musimd cache: error: {}\n", cache.trouble()));
    const Cache::Usage usage = clear ? cache.remove_all() : cache.usage();
    if (options.has("json")) {
        std::cout << json_text(json_of(cache, usage), 1) << '\n';
    } else if (clear) {
        std::cout << fmt::format("{}: {} removed\n", cache.folder().string(), host::to_string(usage));
    } else {
        std::cout << cache.description() << '\n';
    }
    return kOk;
}

}  // namespace musimd::cli
