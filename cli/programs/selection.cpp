#include "cli/programs/selection.hpp"

#include <algorithm>

namespace musimd::cli {

void declare_selection_options(Options& options) {
    std::vector<std::string_view> tiers;
    for (const SizeTierInfo& info : size_tiers()) tiers.push_back(info.name);
    options.value("levels", "A,B", "only programs that need no other levels than these, and core");
    options.one_of("tier", "TIER", tiers, "only programs up to this size (default large: all)");
}

Selection read_selection_options(const Options& options) {
    Selection selection;
    std::vector<std::string_view> words;
    for (const ConformanceLevelInfo& info : conformance_levels()) words.push_back(info.name);
    if (const auto names = options.text("levels")) {
        selection.levels = {ConformanceLevel::core};
        for (const std::string& name : comma_list(*names)) {
            const auto level = conformance_level_named(name);
            if (!level) throw invalid_choice("levels", name, words);
            selection.levels.push_back(*level);
        }
    } else {
        for (const ConformanceLevelInfo& info : conformance_levels()) selection.levels.push_back(info.level);
    }
    if (const auto tier = options.choice("tier")) selection.tier = *size_tier_named(*tier);
    return selection;
}

bool is_selected(const Selection& selection, const std::vector<ConformanceLevel>& levels, SizeTier tier) {
    return tier <= selection.tier && std::ranges::all_of(levels, [&](ConformanceLevel level) {
               return std::ranges::find(selection.levels, level) != selection.levels.end();
           });
}

}  // namespace musimd::cli
