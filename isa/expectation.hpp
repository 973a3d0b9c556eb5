#pragma once

#include <boost/spirit/home/x3.hpp>
#include <functional>
#include <string>
#include <utility>

// Expectations of a grammar, for builds without exceptions: Boost's own `>` throws.

namespace musimd {

/// The first expectation that the text does not meet.
struct Unmet {
    const char* where = nullptr;  ///< null: all are met
    std::string what;             ///< the name of the rule that was expected
};

struct unmet_tag;

/// must[p]: here, only p may follow. If the text does not match p, parse_expecting fails, even if another
/// alternative of the grammar would match.
template <typename Subject>
struct MustDirective : boost::spirit::x3::unary_parser<Subject, MustDirective<Subject>> {
    using Base = boost::spirit::x3::unary_parser<Subject, MustDirective<Subject>>;
    static const bool is_pass_through_unary = true;

    explicit constexpr MustDirective(const Subject& meant) : Base(meant) {}

    template <typename Iterator, typename Context, typename RuleContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context& context, RuleContext& rule_context,
               Attribute& attribute) const {
        if (this->subject.parse(first, last, context, rule_context, attribute)) return true;
        Unmet& unmet = boost::spirit::x3::get<unmet_tag>(context).get();
        if (unmet.where == nullptr) unmet = {first, boost::spirit::x3::what(this->subject)};
        return false;
    }
};

struct Must {
    template <typename Subject>
    constexpr auto operator[](const Subject& meant) const {
        const auto parser = boost::spirit::x3::as_parser(meant);
        return MustDirective<std::remove_const_t<decltype(parser)>>(parser);
    }
};
inline constexpr Must must;

/// Reads [at, end) by a rule; false if it does not match, with `unmet` set if an expectation says why.
template <typename Rule, typename Skipper, typename Attribute>
bool parse_expecting(const Rule& rule, const Skipper& skipper, const char*& at, const char* end,
                     Attribute& result, Unmet& unmet) {
    namespace x3 = boost::spirit::x3;
    const bool matches =
        x3::phrase_parse(at, end, x3::with<unmet_tag>(std::ref(unmet))[rule], skipper, result);
    return matches && unmet.where == nullptr;
}

}  // namespace musimd
