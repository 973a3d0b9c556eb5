#include <fmt/format.h>

#include <algorithm>

#include "isa/diagnostic.hpp"
#include "semantics/formula.hpp"
#include "views/derivation/page.hpp"

namespace musimd::views::derivation {
namespace {

constexpr std::size_t kMargin = 12;  // for the step and the rule
constexpr std::string_view kBetween = "    ";

std::size_t text_columns(std::string_view text) {
    return column_of(text, text.size()) - 1;
}

std::string bar(std::size_t columns) {
    std::string text;
    for (std::size_t i = 0; i < columns; ++i) text += "─";
    return text;
}

/// Pieces side by side, in lines of at most so many columns where the pieces allow it.
std::vector<std::string> in_lines(const std::vector<std::string>& pieces, std::string_view between,
                                  std::size_t columns) {
    std::vector<std::string> lines;
    for (const std::string& piece : pieces) {
        const bool fits = !lines.empty() &&
                          text_columns(lines.back()) + text_columns(between) + text_columns(piece) <= columns;
        if (fits) {
            lines.back() += std::string(between) + piece;
        } else {
            lines.push_back(piece);
        }
    }
    return lines;
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0) words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

class TextWriter {
  public:
    TextWriter(std::size_t width, const WriteText& write) : width_(width), write_(write) {}

    void print(const Page& page) {
        write_(page.title + "\n");
        for (const Section& section : page.sections) {
            write_("\n");
            print(section);
        }
    }

  private:
    std::size_t room() const { return width_ > kMargin + 20 ? width_ - kMargin : 20; }

    void line(std::string_view text, std::size_t indent = 0) {
        write_(fmt::format("{}{}\n", std::string(kMargin + indent, ' '), text));
    }

    void print(const Section& section) {
        if (!section.heading.empty()) write_(formula_text(section.heading) + "\n\n");
        for (const std::string& paragraph : section.prose) {
            for (const std::string& text : in_lines(words_of(paragraph), " ", width_)) write_(text + "\n");
            if (!section.inferences.empty()) write_("\n");
        }
        bool is_first = true;
        for (const Inference& inference : section.inferences) {
            if (!is_first && !section.is_stacked) write_("\n");
            is_first = false;
            print(inference, section.is_stacked ? 4 : 0);
        }
        print(section.definitions);
    }

    /// `indent`: of the premises, if the line above them is another premise.
    void print(const Inference& inference, std::size_t indent) {
        if (inference.rule.empty()) {
            line(inference.gap);
            if (!inference.conclusion.empty()) line(formula_text(inference.conclusion));
            return;
        }
        std::vector<std::string> premises;
        for (const PremiseFormula& premise : inference.premises)
            premises.push_back((premise.holds ? "" : "✗ ") + formula_text(premise.formula));
        const std::string conclusion = formula_text(inference.conclusion);
        std::size_t columns = text_columns(conclusion);
        for (const std::string& text : in_lines(premises, kBetween, room() - indent)) {
            line(text, indent);
            columns = std::max(columns, indent + text_columns(text));
        }
        const std::string step = inference.step == 0 ? "" : std::to_string(inference.step);
        write_(fmt::format("{:>5} {:<6}{}\n", step, inference.rule, bar(std::min(columns, room()))));
        line(conclusion);
    }

    void print(const std::vector<Definition>& definitions) {
        std::size_t longest = 0;
        for (const Definition& d : definitions) longest = std::max(longest, formula_columns(d.name));
        const std::size_t indent = longest + 7;
        for (const Definition& d : definitions) {
            const std::string name = formula_text(d.name);
            const std::string blanks(longest - text_columns(name), ' ');
            std::string begin = fmt::format("    {}{} {} ", name, blanks, d.is_sentence() ? " " : "=");
            const std::size_t columns = width_ > indent + 20 ? width_ - indent : 20;
            for (const std::string& text : in_lines(words_of(formula_text(d.value)), " ", columns)) {
                write_(begin + text + "\n");
                begin = std::string(indent, ' ');
            }
        }
    }

    std::size_t width_;
    const WriteText& write_;
};

}  // namespace

void write_text(const Page& page, std::size_t width, const WriteText& write) {
    TextWriter(width, write).print(page);
}

}  // namespace musimd::views::derivation
