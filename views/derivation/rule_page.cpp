#include <fmt/format.h>

#include "semantics/rule_schemas.hpp"
#include "views/derivation/page.hpp"

namespace musimd::views::derivation {

Page rule_page(RuleId rule) {
    const RuleSchema& schema = schema_of(rule);
    Page page{fmt::format("Rule {}: {}", to_string(rule), schema.title), {}};
    Section section;
    for (const InferenceSchema& from : schema.inferences) {
        Inference inference{std::string(to_string(rule)), 0, {}, std::string(from.conclusion)};
        for (const std::string_view premise : from.premises)
            inference.premises.push_back({std::string(premise)});
        section.inferences.push_back(std::move(inference));
    }
    page.sections.push_back(std::move(section));
    if (!schema.note.empty()) page.sections.push_back({"", {std::string(schema.note)}, {}, false, {}});
    return page;
}

}  // namespace musimd::views::derivation
