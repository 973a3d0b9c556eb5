#include "views/pictures/timeline_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "analysis/limit.hpp"
#include "views/pictures/frame.hpp"
#include "views/pictures/grid.hpp"
#include "views/pictures/legend.hpp"
#include "views/pictures/palette.hpp"
#include "views/text_columns.hpp"

namespace musimd::views {
namespace {

constexpr std::size_t kMaxLegendLines = 60;
constexpr std::size_t kLegendText = 36;
/// Of the strip of running threads below the rows: with the blank above it.
constexpr double kRunningHeight = 16;
constexpr double kRunningFoot = kRunningHeight + 6;

/// The columns of a strip.
struct Strip {
    std::size_t begin;
    std::size_t end;
};

class Drawing {
  public:
    Drawing(const TimelineRecord& record, const PictureLayout& layout, const StepWindow& window)
        : record_(record),
          layout_(layout),
          window_(window),
          grid_(std::max<std::size_t>(1, record.columns.size()), std::max<std::size_t>(1, record.threads),
                layout.is_compact),
          svg_(layout.title, description()) {}

    std::string draw();

  private:
    std::string what() const;
    std::string description() const;
    void declare_styles();
    void note_states();
    void draw_strip(Strip strip);
    void draw_labels(Strip strip);
    void draw_columns(Strip strip);
    void draw_rows(Strip strip);
    void draw_running(Strip strip);
    void draw_letters(Strip strip);
    void draw_blocks(Strip strip);
    void draw_folds(Strip strip);
    void draw_end();
    Legend states();
    Legend sides();
    std::string colour_of(Side side);
    std::string letter_of(const Lane& lane) const;
    double x_of(std::size_t column, Strip strip) const {
        return static_cast<double>(column - strip.begin) * grid_.column;
    }
    bool is_folded(std::size_t column) const;
    bool has_labels() const { return grid_.has_labels() && !layout_.is_compact; }
    bool shows(LaneState state) const { return shown_.contains({state, false}); }

    const TimelineRecord& record_;
    const PictureLayout& layout_;
    const StepWindow& window_;
    Grid grid_;
    Svg svg_;
    std::set<std::pair<LaneState, bool>> shown_;  ///< states, and whether threads of a row differ
};

std::string Drawing::what() const {
    const std::string warp =
        record_.warps == 1 ? "" : fmt::format(" of warp {} of {}", layout_.warp, record_.warps);
    return fmt::format("What each thread{} does at each step", warp);
}

std::string Drawing::description() const {
    return fmt::format(
        "A column per step, in the colour of the {}; a row per thread of warp {}. Threads that sleep are "
        "grey, "
        "with a tinge of the branch for which they wait. Below, how many threads run.",
        record_.has_blocks ? "basic block" : "innermost open branch and its side", layout_.warp);
}

void Drawing::declare_styles() {
    const int height = grid_.cell_height();
    const int cover = height + std::min(grid_.row_gap, 1);
    svg_.style("col", fmt::format("stroke-width: {}", grid_.cell_width()));
    svg_.style("cover", fmt::format("stroke-width: {}", cover));
    svg_.style("thin", fmt::format("stroke-width: {}", std::max(1, height / 8)));
    svg_.style(
        "stripe",
        fmt::format("stroke-width: {}; stroke: {}", coordinate(std::max(1.0, height / 5.0)), kLightPage),
        fmt::format("stroke: {}", kDarkPage));
    svg_.style("blank", fmt::format("stroke: {}", kLightPage), fmt::format("stroke: {}", kDarkPage));
    svg_.style("line", "stroke: #8c959f; stroke-dasharray: 1 3", "stroke: #7d8590");
    svg_.style("block", "fill: none; stroke: #d15704; stroke-width: 2", "stroke: #f0883e");
    svg_.style("trap", "fill: #d1242f; stroke: #d1242f; stroke-width: 2", "fill: #ff7b72; stroke: #ff7b72");
    svg_.style("alarm", "fill: #d1242f; font-weight: bold", "fill: #ff7b72");
    svg_.style("running", "fill: #8c959f", "fill: #7d8590");
    svg_.style("letter", "font-size: 10px; fill: #59636e; text-anchor: middle", "fill: #c4cbd2");
}

std::string Drawing::colour_of(Side side) {
    if (side.of == 0) return no_branch(svg_);
    return of_branch(svg_, record_.colours.at(side.of), side.is_second);
}

void Drawing::note_states() {
    for (const std::vector<TimelineRun>& runs : record_.rows)
        for (const TimelineRun& run : runs) shown_.insert({run.lane.state, run.differs});
}

std::string Drawing::draw() {
    declare_styles();
    note_states();
    std::size_t longest = 0;
    if (has_labels())
        for (const TimelineColumn& c : record_.columns)
            longest = std::max(longest, columns_of(shortened(record_.places.at(c.label).text, kLabelText)));
    const double head = has_labels() ? slanted_height(longest) : layout_.is_compact ? 0 : 18;
    Frame frame(svg_, grid_, head, std::max(20.0, slanted_width(longest) - 10), kRunningFoot);
    if (!layout_.is_compact) {
        frame.title(layout_.title, what());
        frame.note(window_.note());
        if (!record_.folds.empty())
            frame.note("Loops that repeat are folded (--first and --last show their steps)");
        if (!record_.end.empty()) frame.note("The run ends: " + record_.end, "alarm");
    }
    for (std::size_t begin = 0; begin < record_.columns.size(); begin += grid_.columns_per_strip) {
        frame.begin_strip();
        draw_strip({begin, std::min(begin + grid_.columns_per_strip, record_.columns.size())});
        frame.end_strip();
    }
    if (!record_.columns.empty() && !layout_.is_compact) {
        frame.legend(states());
        frame.legend(sides());
    }
    return frame.finish();
}

void Drawing::draw_strip(Strip strip) {
    draw_columns(strip);
    draw_rows(strip);
    draw_blocks(strip);
    draw_running(strip);
    if (!layout_.is_compact) draw_folds(strip);
    if (grid_.has_letters()) draw_letters(strip);
    if (has_labels()) draw_labels(strip);
    std::vector<std::uint64_t> steps;
    for (std::size_t i = strip.begin; i < strip.end; ++i) steps.push_back(record_.columns[i].first);
    grid_.draw_axes(svg_, steps, kRunningFoot);
    if (strip.end == record_.columns.size()) draw_end();
}

void Drawing::draw_labels(Strip strip) {
    for (std::size_t i = strip.begin; i < strip.end; ++i) {
        if (is_folded(i)) continue;
        svg_.slanted("", x_of(i, strip) + grid_.cell_width() / 2.0 + 4, -12,
                     shortened(record_.places.at(record_.columns[i].label).text, kLabelText));
    }
}

bool Drawing::is_folded(std::size_t column) const {
    return std::ranges::any_of(record_.folds, [&](const TimelineFold& fold) {
        return fold.column <= column && column < fold.column + fold.width;
    });
}

/// Each column as if all threads did it; the rows cover those that do not.
void Drawing::draw_columns(Strip strip) {
    std::map<Side, std::string> paths;
    const double middle = grid_.cell_width() / 2.0;
    const std::string height = coordinate(grid_.height());
    for (std::size_t i = strip.begin; i < strip.end; ++i)
        paths[record_.columns[i].side] +=
            fmt::format("M{} 0v{}", coordinate(x_of(i, strip) + middle), height);
    for (const auto& [side, data] : paths)
        svg_.path(colour_of(side) + " col", data, grid_.row_gap == 0 ? "" : grid_.dashes());
}

/// A bar as high as many threads run, for each stretch of columns in which as many do.
void Drawing::draw_running(Strip strip) {
    const double foot = grid_.height() + 4 + kRunningHeight;
    std::string bars;
    for (std::size_t i = strip.begin; i < strip.end;) {
        const std::size_t begin = i;
        const std::size_t running = record_.columns[i].running;
        while (i < strip.end && record_.columns[i].running == running) ++i;
        const double share = static_cast<double>(running) / static_cast<double>(grid_.threads);
        const double width = x_of(i, strip) - x_of(begin, strip) - grid_.column_gap;
        bars += fmt::format("M{} {}h{}v-{}h-{}z", coordinate(x_of(begin, strip)), coordinate(foot),
                            coordinate(width), coordinate(share * kRunningHeight), coordinate(width));
    }
    svg_.path("running", bars);
    svg_.text("faint end", -10, foot - 4, "running");
}

void Drawing::draw_rows(Strip strip) {
    std::map<std::pair<int, std::string>, std::string> paths;  // by layer and classes
    const auto add = [&](int layer, const std::string& classes, const std::string& data) {
        paths[{layer, classes}] += data;
    };
    for (std::size_t r = 0; r < record_.rows.size(); ++r) {
        for (const TimelineRun& run : record_.rows[r]) {
            const std::size_t begin = std::max(run.begin, strip.begin);
            const std::size_t end = std::min(run.end, strip.end);
            if (begin >= end) continue;
            const std::string line =
                fmt::format("M{} {}h{}", coordinate(x_of(begin, strip) - (grid_.column_gap > 1 ? 0.5 : 0)),
                            coordinate(grid_.middle_of(r)),
                            coordinate(static_cast<double>(end - begin) * grid_.column - grid_.column_gap +
                                       (grid_.column_gap > 1 ? 1 : 0)));
            switch (run.lane.state) {
                case LaneState::runs:
                    if (run.differs) add(1, "stripe", line);
                    break;
                case LaneState::woken:
                    add(1, "stripe", line);
                    break;
                case LaneState::waits:
                    if (run.lane.branch == 0)  // in a group that no join expects
                        add(0, "blank cover", line);
                    else
                        add(0, asleep(svg_, record_.colours.at(run.lane.branch)) + " cover", line);
                    break;
                case LaneState::at_sync:
                    add(0, asleep(svg_, record_.colours.at(run.lane.branch)) + " cover", line);
                    add(1, of_branch(svg_, record_.colours.at(run.lane.branch), false) + " thin", line);
                    break;
                case LaneState::absent:
                    add(0, "blank cover", line);
                    if (run.differs) add(1, "line", line);
                    break;
                case LaneState::exited:
                    add(0, "blank cover", line);
                    add(1, "line", line);
                    break;
            }
        }
    }
    for (const auto& [key, data] : paths) svg_.path(key.second, data);
}

std::string Drawing::letter_of(const Lane& lane) const {
    if (lane.branch == 0) return "-";
    const auto number = std::ranges::find(record_.branches, lane.branch) - record_.branches.begin();
    if (number >= 26) return "…";
    return std::string(1, static_cast<char>((lane.state == LaneState::waits ? 'a' : 'A') + number));
}

/// Once per run, in its first column.
void Drawing::draw_letters(Strip strip) {
    for (std::size_t r = 0; r < record_.rows.size(); ++r)
        for (const TimelineRun& run : record_.rows[r]) {
            const bool is_named = run.lane.state == LaneState::waits || run.lane.state == LaneState::at_sync;
            if (!is_named || run.end <= strip.begin || run.begin >= strip.end) continue;
            const double x = x_of(std::max(run.begin, strip.begin), strip) + grid_.cell_width() / 2.0;
            const double y = grid_.middle_of(r) + (run.lane.state == LaneState::at_sync ? -2 : 4);
            svg_.text("letter", x, y, letter_of(run.lane));
        }
}

/// A frame around the steps of each everywhere block, a smaller one around nested blocks.
void Drawing::draw_blocks(Strip strip) {
    std::uint32_t deepest = 0;
    for (std::size_t i = strip.begin; i < strip.end; ++i)
        deepest = std::max(deepest, record_.columns[i].depth);
    for (std::uint32_t depth = 1; depth <= std::min(deepest, 8U); ++depth) {
        for (std::size_t i = strip.begin; i < strip.end; ++i) {
            if (record_.columns[i].depth < depth) continue;
            const std::size_t begin = i;
            while (i < strip.end && record_.columns[i].depth >= depth) ++i;
            const double inset = depth - 1;
            const double gap = std::max(2.0, grid_.column_gap / 2.0) - inset;
            svg_.rect("block", x_of(begin, strip) - gap, -4 + inset,
                      x_of(i, strip) - x_of(begin, strip) - grid_.column_gap + 2 * gap,
                      grid_.height() + 8 - 2 * inset, 3);
        }
    }
}

/// What is left out, over the blank columns.
void Drawing::draw_folds(Strip strip) {
    constexpr double kLine = 15;
    for (const TimelineFold& fold : record_.folds) {
        if (fold.column < strip.begin || fold.column >= strip.end) continue;
        const double width = static_cast<double>(fold.width) * grid_.column - grid_.column_gap;
        const double x = x_of(fold.column, strip) + width / 2;
        const std::string text = fold.text();
        const std::size_t colon = text.find(':');
        const std::size_t line = text.find(" line");
        const bool has_lines = line != std::string::npos && grid_.height() >= 3 * kLine;
        const double middle = grid_.height() / 2 + 4;
        if (!has_lines) {
            svg_.text("faint middle", x, middle, "… " + text.substr(0, colon));
            continue;
        }
        svg_.text("faint middle", x, middle - kLine, "… " + text.substr(0, colon + 1));
        svg_.text("faint middle", x, middle, text.substr(colon + 2, line - colon - 2));
        svg_.text("faint middle", x, middle + kLine, text.substr(line + 1));
    }
}

/// The mark of a trap, or that the run goes on.
void Drawing::draw_end() {
    const std::size_t in_strip = (record_.columns.size() - 1) % grid_.columns_per_strip + 1;
    const double x = static_cast<double>(in_strip) * grid_.column + 4;
    if (window_.steps_after() > 0) {
        svg_.text("faint", x, grid_.height() / 2 + 4, "…");
        return;
    }
    if (record_.trapped.empty()) return;
    svg_.path("trap", fmt::format("M{} -4v{}", coordinate(x), coordinate(grid_.height() + 8)));
    for (const Thread t : record_.trapped)
        if (t % grid_.threads_per_row == 0 || grid_.threads_per_row == 1)
            svg_.path("trap", fmt::format("M{} {}l6 -4v8z", coordinate(x),
                                          coordinate(grid_.middle_of(t / grid_.threads_per_row))));
}

Legend Drawing::states() {
    Legend legend;
    const auto sample = [](std::vector<std::string> layers) {
        return [layers = std::move(layers)](Svg& svg) {
            for (const std::string& classes : layers) {
                const bool is_stripe = classes == "stripe" || classes.ends_with(" thin");
                if (classes.ends_with(" cover"))
                    svg.rect(classes.substr(0, classes.find(' ')), 0, 0, 14, 12);
                else if (is_stripe || classes == "line")
                    svg.path(classes, "M0 6h14");
                else
                    svg.rect(classes, 0, 0, 14, 12);
            }
        };
    };
    const auto letter = [&](const char* name) {
        return grid_.has_letters() ? fmt::format(" ({})", name) : "";
    };
    const std::string full = no_branch(svg_);
    const std::string faint = asleep(svg_, 0);
    if (std::ranges::any_of(record_.columns, [](const TimelineColumn& c) { return c.side.of == 0; }))
        legend.add({sample({full}), "runs, and no branch is open"});
    if (shows(LaneState::woken)) legend.add({sample({full, "stripe"}), "runs, woken by everywhere"});
    const std::string waits = record_.has_groups ? "is in another group, on a side" : "waits for its side";
    const std::string_view end = record_.has_groups ? "join" : "sync";
    if (shows(LaneState::waits))
        legend.add({sample({faint}), waits + " of the branch of this tinge" + letter("a")});
    if (shows(LaneState::at_sync))
        legend.add({sample({faint, of_branch(svg_, 0, false) + " thin"}),
                    fmt::format("waits at the {} of the branch of this tinge", end) + letter("A")});
    if (shows(LaneState::exited)) legend.add({sample({"line"}), "has exited"});
    if (std::ranges::any_of(record_.columns, [](const TimelineColumn& c) { return c.depth > 0; }))
        legend.add({[](Svg& svg) { svg.rect("block", 1, 1, 12, 10, 2); }, "everywhere block"});
    if (shown_.contains({LaneState::runs, true}))
        legend.add({sample({full, "stripe"}), "some threads of the row run"});
    if (shown_.contains({LaneState::absent, true}))
        legend.add({sample({"line"}), "threads of the row wait for different reasons"});
    return legend;
}

/// The branches that threads are on a side of, or wait for; or the basic blocks.
Legend Drawing::sides() {
    Legend legend;
    std::set<Label> listed(record_.branches.begin(), record_.branches.end());
    for (const TimelineColumn& column : record_.columns) listed.insert(column.side.of);
    listed.erase(0);
    std::size_t left = kMaxLegendLines;
    for (const Label label : listed) {
        if (left-- == 0) break;
        const SourcePlace& place = record_.places.at(label);
        const std::string line = place.line == 0 ? "" : fmt::format("{:>3}  ", place.line);
        std::string text = line + shortened(place.text, kLegendText);
        if (grid_.has_letters() && std::ranges::find(record_.branches, label) != record_.branches.end())
            text += fmt::format("  ({})", letter_of({LaneState::waits, label}));
        const std::size_t colour = record_.colours.at(label);
        const std::string first = of_branch(svg_, colour, false);
        if (record_.has_blocks) {
            legend.add(box_entry(first, text));
            continue;
        }
        legend.add({[first, second = of_branch(svg_, colour, true)](Svg& svg) {
                        svg.rect(first, 0, 0, 7, 12);
                        svg.rect(second, 7, 0, 7, 12);
                    },
                    text + "  first, second side"});
    }
    if (listed.size() > kMaxLegendLines)
        legend.add({[](Svg&) {}, fmt::format("and {} more", listed.size() - kMaxLegendLines)});
    return legend;
}

}  // namespace

std::string drawing(const TimelineRecord& record, const PictureLayout& layout, const StepWindow& window) {
    return Drawing(record, layout, window).draw();
}

}  // namespace musimd::views
