#include "views/pictures/memory_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/limit.hpp"
#include "views/pictures/frame.hpp"
#include "views/pictures/grid.hpp"
#include "views/pictures/legend.hpp"
#include "views/pictures/palette.hpp"
#include "views/text_columns.hpp"

namespace musimd::views {
namespace {

constexpr std::size_t kMaxLegendSegments = kColours;
constexpr double kBars = 44;   // height of the tallest
constexpr double kMarks = 12;  // height of the row that says which requests store

/// a … z, aa, ab, …
std::string letters_of(std::size_t number) {
    std::string text;
    for (std::size_t n = number + 1; n > 0; n = (n - 1) / 26)
        text.insert(text.begin(), static_cast<char>('a' + (n - 1) % 26));
    return text;
}

/// Requests begin … end − 1, a line of the picture.
struct RequestLine {
    std::size_t begin;
    std::size_t end;
};

class MemoryDrawing {
  public:
    MemoryDrawing(const MemoryRecord& record, const PictureLayout& layout, const MemoryLayout& memory,
                  const StepWindow& window)
        : record_(record),
          layout_(layout),
          memory_(memory),
          window_(window),
          grid_(std::max<std::size_t>(1, record.columns.size()), std::max<std::size_t>(1, record.threads)),
          svg_(layout.title, summary()) {}

    std::string draw();

  private:
    std::string what() const;
    std::string summary() const;
    void declare_styles();
    std::size_t scale() const;
    void draw_line(RequestLine line);
    void draw_bars(RequestLine line);
    void draw_idle(RequestLine line);
    void draw_cells(RequestLine line);
    void draw_names(RequestLine line);
    void draw_uses(RequestLine line);
    void draw_labels(RequestLine line);
    std::string classes_of(std::uint32_t segment);
    Legend kinds() const;
    Legend segments();
    double x_of(std::size_t column, RequestLine line) const {
        return static_cast<double>(column - line.begin) * grid_.column;
    }
    double middle_of(std::size_t column, RequestLine line) const {
        return x_of(column, line) + grid_.cell_width() / 2.0;
    }
    std::size_t cells_end(std::size_t column) const {
        return column + 1 < record_.columns.size() ? record_.columns[column + 1].cells : record_.cells.size();
    }

    const MemoryRecord& record_;
    const PictureLayout& layout_;
    const MemoryLayout& memory_;
    const StepWindow& window_;
    Grid grid_;
    Svg svg_;
};

std::string MemoryDrawing::what() const {
    const std::string warp =
        record_.warps == 1 ? "" : fmt::format(" of warp {} of {}", layout_.warp, record_.warps);
    return fmt::format("Which thread{} accesses which segment of {} words, request by request", warp,
                       memory_.segment);
}

std::string MemoryDrawing::summary() const {
    if (record_.requests == 0) return "No memory requests.";
    const double each = static_cast<double>(record_.transactions) / static_cast<double>(record_.requests);
    const double lanes = static_cast<double>(record_.accesses) /
                         (static_cast<double>(record_.requests) * static_cast<double>(record_.threads));
    return fmt::format("{} {} · {} {}, {:.1f} for each · {:.0f} % of the threads take part",
                       with_thousands(record_.requests), record_.requests == 1 ? "request" : "requests",
                       with_thousands(record_.transactions),
                       record_.transactions == 1 ? "transaction" : "transactions", each, 100 * lanes);
}

void MemoryDrawing::declare_styles() {
    svg_.style("col", fmt::format("stroke-width: {}", grid_.cell_width()));
    svg_.style("unused", "fill: #eaeef2", "fill: #21262d");
    svg_.style("idle", fmt::format("stroke: #eaeef2; stroke-width: {}", grid_.cell_height()),
               "stroke: #21262d");
    svg_.style("bar", "fill: #59636e; stroke: #59636e", "fill: #9198a1; stroke: #9198a1");
    svg_.style("several", "fill: #59636e; stroke: #59636e", "fill: #9198a1; stroke: #9198a1");
    svg_.style("shared", "fill: #1f2328; stroke: #1f2328", "fill: #f0f6fc; stroke: #f0f6fc");
    svg_.style("load", "fill: none; stroke: #59636e", "stroke: #9198a1");
    svg_.style("axis", "stroke: #d1d9e0", "stroke: #3d444d");
    svg_.style("alarm", "fill: #d1242f; font-weight: bold", "fill: #ff7b72");
    svg_.style("name", "font-size: 10px; font-weight: bold; fill: #ffffff; text-anchor: middle");
}

std::string MemoryDrawing::draw() {
    declare_styles();
    std::size_t longest = 0;
    if (grid_.has_labels())
        for (const MemoryColumn& c : record_.columns)
            longest = std::max(longest, columns_of(shortened(record_.places.at(c.label).text, kLabelText)));
    const double labels = grid_.has_labels() ? slanted_height(longest) : 8;
    Frame frame(svg_, grid_, labels + kBars + 16, std::max(20.0, slanted_width(longest) - 10), kMarks);
    frame.title(layout_.title, what());
    frame.note(summary(), "");
    frame.note(window_.note());
    if (!record_.end.empty()) frame.note("The run ends: " + record_.end, "alarm");
    for (std::size_t begin = 0; begin < record_.columns.size(); begin += grid_.columns_per_strip) {
        frame.begin_strip();
        draw_line({begin, std::min(begin + grid_.columns_per_strip, record_.columns.size())});
        frame.end_strip();
    }
    if (!record_.columns.empty()) frame.legend(kinds());
    frame.legend(segments());
    return frame.finish();
}

void MemoryDrawing::draw_line(RequestLine line) {
    draw_bars(line);
    draw_idle(line);
    draw_cells(line);
    draw_uses(line);
    if (grid_.has_words()) draw_names(line);
    if (grid_.has_labels()) draw_labels(line);
    std::vector<std::uint64_t> steps;
    for (std::size_t i = line.begin; i < line.end; ++i) steps.push_back(record_.columns[i].step);
    grid_.draw_axes(svg_, steps, kMarks);
}

/// The segments of the tallest bar: as many as threads, so that pictures can be compared.
std::size_t MemoryDrawing::scale() const {
    std::size_t most = 1;
    for (const MemoryColumn& column : record_.columns) most = std::max(most, column.segments);
    return record_.threads <= 64 ? std::max(most, record_.threads) : most;
}

void MemoryDrawing::draw_bars(RequestLine line) {
    const std::size_t tallest = scale();
    const double bottom = -10;
    const bool has_numbers = grid_.column >= 14;
    std::string bars;
    for (std::size_t i = line.begin; i < line.end; ++i) {
        const std::size_t segments = record_.columns[i].segments;
        const double height = kBars * static_cast<double>(segments) / static_cast<double>(tallest);
        bars +=
            fmt::format("M{} {}v-{}", coordinate(middle_of(i, line)), coordinate(bottom), coordinate(height));
        if (has_numbers)
            svg_.text("faint middle", middle_of(i, line), bottom - height - 3, std::to_string(segments));
    }
    const double width = static_cast<double>(line.end - line.begin) * grid_.column - grid_.column_gap;
    svg_.path("axis", fmt::format("M0 {}h{}", coordinate(bottom), coordinate(width)));
    if (!has_numbers)
        svg_.path("axis", fmt::format("M0 {}h{}", coordinate(bottom - kBars), coordinate(width)));
    svg_.path("bar col", bars);
    if (!has_numbers) svg_.text("faint end", -10, bottom - kBars + 4, fmt::format("{}", tallest));
    svg_.text("faint end", -10, bottom - kBars / 2 + 4, "segments");
}

void MemoryDrawing::draw_idle(RequestLine line) {
    const std::string width =
        coordinate(static_cast<double>(line.end - line.begin) * grid_.column - grid_.column_gap);
    std::string rows;
    for (std::size_t r = 0; r < grid_.rows; ++r)
        rows += fmt::format("M0 {}h{}", coordinate(grid_.middle_of(r)), width);
    svg_.path("idle", rows);
}

std::string MemoryDrawing::classes_of(std::uint32_t segment) {
    if (segment == kSharedMemory) return "shared";
    if (segment == kSeveralSegments) return "several";
    return strong(svg_, segment);
}

void MemoryDrawing::draw_cells(RequestLine line) {
    std::map<std::string, std::string> paths;
    for (std::size_t i = line.begin; i < line.end; ++i)
        for (std::size_t c = record_.columns[i].cells; c < cells_end(i); ++c) {
            const MemoryCell& cell = record_.cells[c];
            paths[classes_of(cell.segment)] +=
                fmt::format("M{} {}v{}", coordinate(middle_of(i, line)), cell.row * grid_.row,
                            cell.rows * grid_.row - grid_.row_gap);
        }
    for (const auto& [classes, data] : paths)
        svg_.path(classes + " col", data, grid_.row_gap == 0 ? "" : grid_.dashes());
}

/// As in the paper's figure: the segment's letter, in each thread's cell.
void MemoryDrawing::draw_names(RequestLine line) {
    for (std::size_t i = line.begin; i < line.end; ++i)
        for (std::size_t c = record_.columns[i].cells; c < cells_end(i); ++c) {
            const MemoryCell& cell = record_.cells[c];
            if (cell.segment >= kSeveralSegments) continue;
            for (std::size_t r = cell.row; r < std::size_t{cell.row} + cell.rows; ++r)
                svg_.text("name", middle_of(i, line), grid_.middle_of(r) + 3.5, letters_of(cell.segment));
        }
}

/// Below the threads: stores are full, loads are hollow, updates are half full.
void MemoryDrawing::draw_uses(RequestLine line) {
    std::string stores;
    std::string loads;
    const double top = grid_.height() + 6;
    for (std::size_t i = line.begin; i < line.end; ++i) {
        const MemoryUse use = record_.columns[i].use;
        if (use != MemoryUse::reads)
            stores += fmt::format("M{} {}v{}", coordinate(middle_of(i, line)), coordinate(top),
                                  use == MemoryUse::updates ? "3" : "6");
        if (use != MemoryUse::writes && grid_.column >= 4)
            loads += fmt::format("M{} {}h{}v5h-{}z", coordinate(x_of(i, line) + 0.5), coordinate(top + 0.5),
                                 grid_.cell_width() - 1, grid_.cell_width() - 1);
    }
    svg_.path("bar col", stores);
    svg_.path("load", loads);
}

void MemoryDrawing::draw_labels(RequestLine line) {
    for (std::size_t i = line.begin; i < line.end; ++i)
        svg_.slanted("", middle_of(i, line) + 4, -kBars - 30,
                     shortened(record_.places.at(record_.columns[i].label).text, kLabelText));
}

Legend MemoryDrawing::kinds() const {
    Legend legend;
    const auto use = [&](MemoryUse wanted) {
        return std::ranges::any_of(record_.columns, [&](const MemoryColumn& c) { return c.use == wanted; });
    };
    const auto has = [&](std::uint32_t segment) {
        return std::ranges::any_of(record_.cells, [&](const MemoryCell& c) { return c.segment == segment; });
    };
    const auto mark = [](const char* classes, double height) {
        return [=](Svg& svg) { svg.rect(classes, 0.5, 3.5, 13, height); };
    };
    if (use(MemoryUse::reads)) legend.add({mark("load", 5), "load"});
    if (use(MemoryUse::writes)) legend.add({mark("bar", 5), "store"});
    if (use(MemoryUse::updates))
        legend.add({[=](Svg& svg) {
                        mark("load", 5)(svg);
                        mark("bar", 2)(svg);
                    },
                    "load and store at once"});
    legend.add({[](Svg& svg) { svg.rect("unused", 0, 0, 14, 12); }, "takes no part"});
    if (has(kSharedMemory)) legend.add(box_entry("shared", "shared memory"));
    if (has(kSeveralSegments)) legend.add(box_entry("several", "threads of the row access several segments"));
    return legend;
}

Legend MemoryDrawing::segments() {
    Legend legend;
    for (std::size_t i = 0; i < std::min(record_.segments.size(), kMaxLegendSegments); ++i) {
        const std::int64_t first = record_.segments[i];
        const std::int64_t last = first + memory_.segment - 1;
        std::string text = grid_.has_words() ? letters_of(i) + "  " : "";
        text += memory_.segment == 1 ? std::to_string(first) : fmt::format("{}-{}", first, last);
        for (const Buffer& buffer : record_.buffers)
            if (buffer.address <= last && first < buffer.address + buffer.count) {
                text += "  " + shortened(buffer.name, 16);
                break;
            }
        legend.add(box_entry(strong(svg_, i), text));
    }
    if (record_.segments.size() > kMaxLegendSegments)
        legend.add({[](Svg&) {}, fmt::format("and {} more; colours repeat",
                                             with_thousands(record_.segments.size() - kMaxLegendSegments))});
    return legend;
}

}  // namespace

std::string drawing(const MemoryRecord& record, const PictureLayout& layout, const MemoryLayout& memory,
                    const StepWindow& window) {
    return MemoryDrawing(record, layout, memory, window).draw();
}

}  // namespace musimd::views
