#include "views/pictures/frame.hpp"

#include <algorithm>

#include "views/text_columns.hpp"

namespace musimd::views {
namespace {

constexpr double kNarrowest = 520;  // of the legend
constexpr double kMargin = 22;

}  // namespace

double slanted_height(std::size_t columns) {
    return 0.77 * kCharacter * static_cast<double>(columns) + 22;
}

double slanted_width(std::size_t columns) {
    return 0.64 * kCharacter * static_cast<double>(columns);
}

double Frame::content_width() const {
    return std::max(grid_.width(), kNarrowest);
}

void Frame::title(const std::string& name, const std::string& subtitle) {
    y_ += 18;
    svg_.text("title", kMargin, y_, name);
    widest_ = std::max(widest_, kCharacter * static_cast<double>(columns_of(name)));
    note(subtitle);
}

void Frame::note(const std::string& text, const std::string& classes) {
    if (text.empty()) return;
    y_ += 18;
    svg_.text(classes, kMargin, y_, text);
    widest_ = std::max(widest_, kCharacter * static_cast<double>(columns_of(text)));
}

void Frame::begin_strip() {
    y_ += head_ + 14;
    svg_.begin_group(kLeft, y_);
}

void Frame::end_strip() {
    svg_.end_group();
    y_ += grid_.height() + foot_ + 24;
}

void Frame::legend(const Legend& legend) {
    if (legend.empty()) return;
    y_ += 16;
    y_ += legend.draw(svg_, kLeft, y_, content_width());
}

std::string Frame::finish() {
    const double width = std::max(kLeft + content_width() + right_ + kMargin, widest_ + 2 * kMargin);
    return svg_.finish(width, y_ + 14);
}

}  // namespace musimd::views
