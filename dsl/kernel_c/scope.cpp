#include "dsl/kernel_c/scope.hpp"

#include <ranges>

namespace musimd::dsl::kernel_c {

const Binding* Names::find(std::string_view name) const {
    for (const Scope& scope : scopes_ | std::views::reverse) {
        if (const auto found = scope.find(name); found != scope.end()) return &found->second;
    }
    return nullptr;
}

std::vector<Names::Scope> Names::enter() {
    std::vector<Scope> outer(std::make_move_iterator(scopes_.begin() + 1),
                             std::make_move_iterator(scopes_.end()));
    scopes_.resize(1);
    return outer;
}

void Names::leave(std::vector<Scope> outer) {
    scopes_.resize(1);
    std::ranges::move(outer, std::back_inserter(scopes_));
}

std::vector<std::string_view> Names::all() const {
    std::vector<std::string_view> result;
    for (const Scope& scope : scopes_) {
        for (const auto& [name, binding] : scope) result.push_back(name);
    }
    return result;
}

}  // namespace musimd::dsl::kernel_c
