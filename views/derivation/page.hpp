#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "semantics/rule_id.hpp"

// What the writers of derivations print. Formulas are in the spelling of semantics/formula.hpp.

namespace musimd::views::derivation {

using WriteText = std::function<void(std::string_view)>;

/// A formula above a bar.
struct PremiseFormula {
    std::string formula;
    bool holds = true;
};

/// One bar.
struct Inference {
    std::string rule;        ///< its name beside the bar; empty: see `gap`
    std::uint64_t step = 0;  ///< the number of the step; 0 if it is not one
    std::vector<PremiseFormula> premises;
    std::string conclusion;
    std::string gap = {};  ///< instead of a bar: what is left out above the conclusion, as prose
};

/// `Θ₁ = {0-5}`
struct Definition {
    std::string name;
    std::string value;

    /// Whether the value is the rest of a sentence: prose comes first.
    bool is_sentence() const { return value.starts_with('"'); }
};

/// A part of a page.
struct Section {
    std::string heading;             ///< a formula; may be empty
    std::vector<std::string> prose;  ///< paragraphs; symbols are as in formulas, code between backquotes
    /// From the top down. If is_stacked, the conclusion of each inference is a premise of the next one.
    std::vector<Inference> inferences;
    bool is_stacked = false;
    std::vector<Definition> definitions;
};

/// What a writer prints.
struct Page {
    std::string title;
    std::vector<Section> sections;
};

/// The rule alone: its inferences, and what it means.
Page rule_page(RuleId rule);

/// As text for a terminal of this width.
void write_text(const Page& page, std::size_t width, const WriteText& write);
/// As a complete document for pdflatex, with packages of texlive-latex-base.
void write_latex(const Page& page, const WriteText& write);
/// As a complete HTML page without references to others, light or dark.
void write_html(const Page& page, const WriteText& write);

}  // namespace musimd::views::derivation
