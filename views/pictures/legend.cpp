#include "views/pictures/legend.hpp"

#include <algorithm>

#include "views/text_columns.hpp"

namespace musimd::views {
namespace {

constexpr double kLine = 19;    // height
constexpr double kSample = 20;  // with the blank after it
constexpr double kBlank = 24;   // between columns

}  // namespace

LegendEntry box_entry(std::string classes, std::string text) {
    return {[classes = std::move(classes)](Svg& svg) { svg.rect(classes, 0, 0, 14, 12); }, std::move(text)};
}

double Legend::draw(Svg& svg, double x, double y, double width) const {
    if (entries_.empty()) return 0;
    double widest = 0;
    for (const LegendEntry& entry : entries_)
        widest =
            std::max(widest, kSample + kBlank + kCharacter * static_cast<double>(columns_of(entry.text)));
    const auto columns = static_cast<std::size_t>(std::max(1.0, (width + kBlank) / widest));
    const std::size_t rows = (entries_.size() + columns - 1) / columns;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        svg.begin_group(x + static_cast<double>(i / rows) * widest,
                        y + static_cast<double>(i % rows) * kLine);
        entries_[i].sample(svg);
        svg.text("", kSample, 10, entries_[i].text);
        svg.end_group();
    }
    return static_cast<double>(rows) * kLine;
}

}  // namespace musimd::views
