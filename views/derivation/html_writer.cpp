#include <fmt/format.h>

#include <algorithm>

#include "isa/diagnostic.hpp"
#include "semantics/formula.hpp"
#include "views/derivation/page.hpp"

namespace musimd::views::derivation {
namespace {

constexpr std::string_view kStyle =
    R"(:root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--soft:#666;--part:#1a4e8a;--code:#7a3e00;--wrong:#b00020}
@media(prefers-color-scheme:dark){:root{--ink:#e6e6e6;--paper:#16181c;--soft:#a0a0a0;--part:#8ab8f0;--code:#e0b080;--wrong:#ff8080}}
body{margin:2em auto;max-width:70em;padding:0 1em;background:var(--paper);color:var(--ink);font:1rem/1.5 "Latin Modern Math","STIX Two Text",Cambria,"DejaVu Serif",serif}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin:1.6em 0 .4em}
code{font-family:"DejaVu Sans Mono",Consolas,monospace;font-size:.85em;color:var(--code)}
.part{color:var(--part);font-style:italic}.name{font-style:italic}.prose,p{font-family:"DejaVu Sans",Verdana,sans-serif;font-size:.85rem}
sub{font-size:.7em;line-height:0}
.inference{display:grid;grid-template-columns:6em max-content;max-width:100%}
.apart .inference{margin:.8em 0}
.premises,.conclusion,.gap{grid-column:2;padding:.1em .3em;max-width:calc(100vw - 9em)}
.premises{display:flex;flex-wrap:wrap;gap:0 2em}
.stacked .premises{padding-left:2em}
.conclusion{border-top:1px solid currentColor}
.gap + .conclusion{border-top:0}.gap{color:var(--soft)}
.rule{grid-column:1;grid-row:2;transform:translateY(-50%);height:1.5em;text-align:right;padding-right:.6em;font-size:.85rem;white-space:nowrap}
.only .rule{grid-row:1}
.step{color:var(--soft);padding-right:.5em}
.fails{color:var(--wrong);outline:1px dashed var(--wrong)}.fails::before{content:"✗ "}
table{border-collapse:collapse}td{vertical-align:top;padding:.05em .4em}td:first-child{text-align:right;white-space:nowrap}
)";

std::string escaped_html(std::string_view text) {
    std::string html;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        text.remove_prefix(character.size());
        const char c = character[0];
        const bool is_unsafe =
            length == 0 || (length == 1 && static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t');
        if (is_unsafe) {
            html += "\xEF\xBF\xBD";
        } else if (c == '&') {
            html += "&amp;";
        } else if (c == '<') {
            html += "&lt;";
        } else if (c == '>') {
            html += "&gt;";
        } else if (c == '"') {
            html += "&quot;";
        } else {
            html += character;
        }
    }
    return html;
}

std::string html_name(const FormulaToken& token) {
    std::string html = escaped_html(token.base);
    for (std::uint32_t i = 0; i < token.primes; ++i) html += "′";
    if (!token.subscript.empty()) html += fmt::format("<sub>{}</sub>", escaped_html(token.subscript));
    return html;
}

std::string html_of(const FormulaToken& token) {
    const std::string text = escaped_html(token.base);
    switch (token.kind) {
        case FormulaKind::part:
            return fmt::format("<span class=\"part\">{}</span>", html_name(token));
        case FormulaKind::name:
            return fmt::format("<span class=\"name\">{}</span>", html_name(token));
        case FormulaKind::keyword:
        case FormulaKind::function:
            return fmt::format("<b>{}</b>", text);
        case FormulaKind::code:
            return fmt::format("<code>{}</code>", text);
        case FormulaKind::prose:
            return fmt::format("<span class=\"prose\">{}</span>", text);
        case FormulaKind::number:
        case FormulaKind::sign:
        case FormulaKind::blank:
            return text;
    }
    return {};
}

std::string html_formula(std::string_view formula) {
    std::string html;
    for (const FormulaToken& token : formula_tokens(formula)) html += html_of(token);
    return html;
}

/// Prose with code between backquotes.
std::string html_paragraph(std::string_view text) {
    std::string html;
    bool is_code = false;
    while (true) {
        const std::size_t end = std::min(text.find('`'), text.size());
        const std::string piece = escaped_html(text.substr(0, end));
        html += is_code ? fmt::format("<code>{}</code>", piece) : piece;
        if (end == text.size()) return html;
        text.remove_prefix(end + 1);
        is_code = !is_code;
    }
}

void write_html_inference(const Inference& inference, const WriteText& write) {
    if (inference.rule.empty()) {
        write(fmt::format("<div class=\"inference\"><div class=\"gap prose\">{}</div>",
                          html_paragraph(inference.gap)));
        if (!inference.conclusion.empty())
            write(fmt::format("<div class=\"conclusion\">{}</div>", html_formula(inference.conclusion)));
        return write("</div>\n");
    }
    const bool is_axiom = inference.premises.empty();
    write(fmt::format("<div class=\"inference{}\">", is_axiom ? " only" : ""));
    if (!is_axiom) write("<div class=\"premises\">");
    for (const PremiseFormula& premise : inference.premises)
        write(fmt::format("<span{}>{}</span>", premise.holds ? "" : " class=\"fails\"",
                          html_formula(premise.formula)));
    if (!is_axiom) write("</div>");
    const std::string step =
        inference.step == 0 ? "" : fmt::format("<span class=\"step\">{}</span>", inference.step);
    write(fmt::format("<div class=\"rule\">{}{}</div><div class=\"conclusion\">{}</div></div>\n", step,
                      escaped_html(inference.rule), html_formula(inference.conclusion)));
}

void write_html_section(const Section& section, const WriteText& write) {
    write(fmt::format("<section class=\"{}\">\n", section.is_stacked ? "stacked" : "apart"));
    if (!section.heading.empty()) write(fmt::format("<h2>{}</h2>\n", html_formula(section.heading)));
    for (const std::string& paragraph : section.prose)
        write(fmt::format("<p>{}</p>\n", html_paragraph(paragraph)));
    for (const Inference& inference : section.inferences) write_html_inference(inference, write);
    if (!section.definitions.empty()) write("<table>\n");
    for (const Definition& d : section.definitions) {
        write(fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", html_formula(d.name),
                          d.is_sentence() ? "" : "=", html_formula(d.value)));
    }
    if (!section.definitions.empty()) write("</table>\n");
    write("</section>\n");
}

}  // namespace

void write_html(const Page& page, const WriteText& write) {
    write(
        fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n"
                    "<style>\n{}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
                    escaped_html(page.title), kStyle, escaped_html(page.title)));
    for (const Section& section : page.sections) write_html_section(section, write);
    write("</body>\n</html>\n");
}

}  // namespace musimd::views::derivation
