#include "views/pictures/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "views/xml.hpp"

namespace musimd::views {
namespace {

constexpr const char* kFont =
    "ui-monospace, SFMono-Regular, Menlo, Consolas, \"DejaVu Sans Mono\", monospace";

int channel(const Colour& colour, std::size_t number) {
    int value = 0;
    const char* const begin = colour.data() + 1 + 2 * number;
    std::from_chars(begin, begin + 2, value, 16);
    return value;
}

}  // namespace

Colour mixed(const Colour& first, const Colour& second, double share) {
    Colour result = "#";
    for (std::size_t i = 0; i < 3; ++i)
        result +=
            fmt::format("{:02x}", std::lround(channel(first, i) * (1 - share) + channel(second, i) * share));
    return result;
}

std::string coordinate(double number) {
    std::string text = fmt::format("{:.1f}", number);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

Svg::Svg(std::string title, std::string description)
    : title_(std::move(title)), description_(std::move(description)) {
    style("page", fmt::format("fill: {}; stroke: #d1d9e0", kLightPage),
          fmt::format("fill: {}; stroke: #3d444d", kDarkPage));
    style("title", "font-weight: bold");
    style("faint", "fill: #59636e", "fill: #9198a1");
    style("middle", "text-anchor: middle");
    style("end", "text-anchor: end");
}

void Svg::style(const std::string& name, const std::string& light, const std::string& dark) {
    if (std::ranges::find(rules_, name, &Rule::name) == rules_.end()) rules_.push_back({name, light, dark});
}

void Svg::rect(std::string_view classes, double x, double y, double width, double height, double rounding) {
    const std::string corners = rounding == 0 ? "" : fmt::format(" rx=\"{}\"", coordinate(rounding));
    body_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", classes,
                         coordinate(x), coordinate(y), coordinate(width), coordinate(height), corners);
}

void Svg::text(std::string_view classes, double x, double y, std::string_view text) {
    const std::string names = classes.empty() ? "" : fmt::format(" class=\"{}\"", classes);
    body_ += fmt::format("<text{} x=\"{}\" y=\"{}\">{}</text>\n", names, coordinate(x), coordinate(y),
                         escape_xml(text));
}

void Svg::slanted(std::string_view classes, double x, double y, std::string_view text) {
    const std::string names = classes.empty() ? "" : fmt::format(" class=\"{}\"", classes);
    body_ += fmt::format("<text{} transform=\"translate({} {}) rotate(-50)\">{}</text>\n", names,
                         coordinate(x), coordinate(y), escape_xml(text));
}

void Svg::path(std::string_view classes, std::string_view data, std::string_view dashes) {
    if (data.empty()) return;
    const std::string pattern = dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dashes);
    body_ += fmt::format("<path class=\"{}\"{} d=\"{}\"/>\n", classes, pattern, data);
}

void Svg::begin_group(double x, double y) {
    body_ += fmt::format("<g transform=\"translate({} {})\">\n", coordinate(x), coordinate(y));
}

void Svg::end_group() {
    body_ += "</g>\n";
}

std::string Svg::finish(double width, double height) const {
    std::string light;
    std::string dark;
    for (const Rule& rule : rules_) {
        light += fmt::format(".{} {{ {} }}\n", rule.name, rule.light);
        if (!rule.dark.empty()) dark += fmt::format("  .{} {{ {} }}\n", rule.name, rule.dark);
    }
    const std::string w = coordinate(width);
    const std::string h = coordinate(height);
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" "
               "role=\"img\" aria-labelledby=\"title desc\">\n"
               "<title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n"
               "text {{ font: 12px {}; fill: #1f2328; white-space: pre }}\npath {{ fill: none }}\n{}"
               "@media (prefers-color-scheme: dark) {{\n  text {{ fill: #f0f6fc }}\n{}}}\n</style>\n"
               "<rect class=\"page\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\"/>\n",
               w, h, w, h, escape_xml(title_), escape_xml(description_), kFont, light, dark,
               coordinate(width - 1), coordinate(height - 1)) +
           body_ + "</svg>\n";
}

}  // namespace musimd::views
