#include <fmt/format.h>

#include <algorithm>

#include "isa/diagnostic.hpp"
#include "semantics/formula.hpp"
#include "views/derivation/page.hpp"

namespace musimd::views::derivation {
namespace {

// \inference{STEP}{RULE}{PREMISES}{CONCLUSION}: the bar is as wide as what is above or below it.
constexpr std::string_view kPreamble = R"(\documentclass[10pt]{article}
\usepackage[utf8]{inputenc}
\usepackage[a4paper,margin=18mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{1pt}
\raggedbottom
\newlength{\barwidth}
\newlength{\room}
\newlength{\labelroom}
\setlength{\labelroom}{5.5em}
\newcommand{\code}[1]{\texttt{\small #1}}
\newcommand{\fails}[1]{\fbox{#1}\,\textit{fails}}
\newcommand{\formulaline}[1]{\hspace*{\labelroom}\parbox[t]{\room}{\raggedright\hangindent=1.5em\strut #1\strut}\par}
\newcommand{\inference}[4]{%
  \settowidth{\barwidth}{#3}\settowidth{\room}{#4}%
  \ifdim\room>\barwidth \setlength{\barwidth}{\room}\fi
  \setlength{\room}{\linewidth}\addtolength{\room}{-\labelroom}%
  \ifdim\barwidth>\room \setlength{\barwidth}{\room}\fi
  \if\relax\detokenize{#3}\relax\else\formulaline{#3}\nopagebreak\fi
  \makebox[\labelroom][r]{\footnotesize\textcolumn{#1}\textsc{(#2)}\enspace}\rule[.55ex]{\barwidth}{.4pt}\par\nopagebreak\vspace{-3pt}%
  \formulaline{#4}}
\newcommand{\textcolumn}[1]{\makebox[1.6em][r]{#1}\enspace}
\newcommand{\premise}[1]{\leavevmode\setbox0\hbox{#1}\ifdim\wd0>.8\linewidth #1\else\box0\fi}
\newcommand{\leftout}[1]{\hspace*{\labelroom}#1\par}
\newcommand{\where}[2]{{\raggedright\hangindent=4em\makebox[2.4em][r]{#1}\ #2\par}}
\begin{document}
)";

/// Text outside of formulas; symbols are formulas.
std::string escaped(std::string_view text) {
    std::string latex;
    while (!text.empty()) {
        const std::string_view character = text.substr(0, std::max<std::size_t>(utf8_length(text), 1));
        text.remove_prefix(character.size());
        const char c = character[0];
        if (const FormulaSymbol* symbol = find_formula_symbol(character)) {
            latex += fmt::format("${}$", symbol->latex);
        } else if (character.size() > 1 || static_cast<unsigned char>(c) >= 0x80) {
            latex += '?';
        } else if (c == '\\') {
            latex += "\\textbackslash{}";
        } else if (c == '^' || c == '~') {
            latex += fmt::format("\\{}{{}}", c);
        } else if (std::string_view("{}_#$%&").find(c) != std::string_view::npos) {
            latex += fmt::format("\\{}", c);
        } else {
            latex += c;
        }
    }
    return latex;
}

/// Text with code between backquotes.
std::string paragraph_of(std::string_view text) {
    std::string latex;
    bool is_code = false;
    while (true) {
        const std::size_t end = std::min(text.find('`'), text.size());
        const std::string piece = escaped(text.substr(0, end));
        latex += is_code ? fmt::format("\\code{{{}}}", piece) : piece;
        if (end == text.size()) return latex;
        text.remove_prefix(end + 1);
        is_code = !is_code;
    }
}

std::string sign(const FormulaToken& token) {
    if (const FormulaSymbol* symbol = find_formula_symbol(token.base))
        return std::string(symbol->latex) + ' ';
    if (token.base == "{" || token.base == "}") return '\\' + token.base;
    if (token.base == "\\") return "\\setminus ";
    if (token.base == "|") return "\\mid ";
    if (token.base == ",") return ",\\allowbreak ";
    return token.base == "^" ? token.base : escaped(token.base);
}

std::string name(const FormulaToken& token) {
    const FormulaSymbol* symbol = find_formula_symbol(token.base);
    std::string latex = symbol != nullptr        ? std::string(symbol->latex)
                        : token.base.size() == 1 ? token.base
                                                 : fmt::format("\\mathit{{{}}}", token.base);
    latex += std::string(token.primes, '\'');
    if (!token.subscript.empty()) {
        const bool is_number =
            std::ranges::all_of(token.subscript, [](char c) { return '0' <= c && c <= '9'; });
        latex += is_number ? fmt::format("_{{{}}}", token.subscript)
                           : fmt::format("_{{\\mathit{{{}}}}}", token.subscript);
    }
    return latex + ' ';
}

std::string number(std::string_view text) {
    const std::size_t dash = text.find('-', 1);
    if (dash == std::string_view::npos) return std::string(text);
    return fmt::format("{}\\mbox{{--}}{}", text.substr(0, dash), text.substr(dash + 1));
}

std::string mathematics(const FormulaToken& token) {
    switch (token.kind) {
        case FormulaKind::part:
        case FormulaKind::name:
            return name(token);
        case FormulaKind::keyword:
        case FormulaKind::function:
            return fmt::format("\\mathbf{{{}}}", escaped(token.base));
        case FormulaKind::number:
            return number(token.base);
        case FormulaKind::sign:
            return sign(token);
        case FormulaKind::code:
            return fmt::format("\\mbox{{\\code{{{}}}}}", escaped(token.base));
        case FormulaKind::prose:
            return fmt::format("\\mbox{{{}}}", escaped(token.base));
        case FormulaKind::blank:
            return {};
    }
    return {};
}

/// In mathematical mode. Blanks beside signs are TeX's.
std::string formula_of(std::string_view formula) {
    const std::vector<FormulaToken> tokens = formula_tokens(formula);
    std::string latex;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool is_between = i > 0 && i + 1 < tokens.size() && tokens[i - 1].kind != FormulaKind::sign &&
                                tokens[i + 1].kind != FormulaKind::sign;
        const bool beside_prose =
            i > 0 && i + 1 < tokens.size() &&
            (tokens[i - 1].kind == FormulaKind::prose || tokens[i + 1].kind == FormulaKind::prose);
        if (tokens[i].kind == FormulaKind::blank) {
            latex += is_between || beside_prose ? "\\ " : "";
        } else {
            latex += mathematics(tokens[i]);
        }
    }
    return fmt::format("${}$", latex);
}

std::string premises_of(const Inference& inference) {
    std::string latex;
    for (const PremiseFormula& premise : inference.premises) {
        if (!latex.empty()) latex += "\\quad\n    ";
        const std::string formula = fmt::format("\\premise{{{}}}", formula_of(premise.formula));
        latex += premise.holds ? formula : fmt::format("\\fails{{{}}}", formula);
    }
    return latex;
}

// `is_stacked`: the line above the premises is another one, so that they are indented.
void write_inference(const Inference& inference, bool is_stacked, const WriteText& write) {
    if (inference.rule.empty()) {
        write(fmt::format("\\leftout{{{}}}\n", paragraph_of(inference.gap)));
        if (!inference.conclusion.empty())
            write(fmt::format("\\leftout{{{}}}\n", formula_of(inference.conclusion)));
        return;
    }
    const std::string step = inference.step == 0 ? "" : std::to_string(inference.step);
    write(fmt::format("\\inference{{{}}}{{{}}}{{{}{}}}{{{}}}\n", step, inference.rule,
                      is_stacked ? "\\hspace*{1.5em}" : "", premises_of(inference),
                      formula_of(inference.conclusion)));
}

void write_section(const Section& section, const WriteText& write) {
    if (!section.heading.empty())
        write(fmt::format("\\bigskip\n\\textbf{{{}}}\\par\\nopagebreak\\smallskip\n",
                          formula_of(section.heading)));
    for (const std::string& paragraph : section.prose) write(paragraph_of(paragraph) + "\\par\\smallskip\n");
    for (const Inference& inference : section.inferences) {
        write_inference(inference, section.is_stacked, write);
        if (!section.is_stacked) write("\\smallskip\n");
    }
    for (const Definition& d : section.definitions) {
        write(fmt::format("\\where{{{}}}{{{}{}}}\n", formula_of(d.name), d.is_sentence() ? "" : "$=$ ",
                          formula_of(d.value)));
    }
}

}  // namespace

void write_latex(const Page& page, const WriteText& write) {
    write(kPreamble);
    write(fmt::format("\\textbf{{\\large {}}}\\par\\medskip\n", paragraph_of(page.title)));
    for (const Section& section : page.sections) write_section(section, write);
    write("\\end{document}\n");
}

}  // namespace musimd::views::derivation
