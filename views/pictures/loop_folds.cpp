#include "views/pictures/loop_folds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/limit.hpp"
#include "views/pictures/grid.hpp"
#include "views/pictures/timeline.hpp"

namespace musimd::views {
namespace {

constexpr std::size_t kFirstIterations = 3;  // that are shown before a fold
constexpr std::size_t kLastIterations = 2;   // and after it
constexpr std::size_t kLeastFolded = 60;     // columns
constexpr std::size_t kLongestIteration = 100;
constexpr std::size_t kTextWidth = 100;  // pixels

/// Columns that are shown as they are, or as a fold.
struct ColumnPiece {
    std::size_t begin;
    std::size_t end;
    std::size_t period = 0;  ///< columns of an iteration; 0: it is no fold
};

std::uint64_t mixed_key(std::uint64_t key, std::uint64_t value) {
    key = (key ^ value) * 0x9E3779B97F4A7C15U;
    return key ^ (key >> 32U);
}

/// Of each column: what it shows. Equal columns have the same key.
std::vector<std::uint64_t> column_keys(const TimelineRecord& record) {
    std::vector<std::uint64_t> keys;
    for (const TimelineColumn& c : record.columns)
        keys.push_back(
            mixed_key(mixed_key(mixed_key(c.label, c.depth), c.side.of), c.side.is_second ? 1 : 0));
    for (const std::vector<TimelineRun>& runs : record.rows) {
        for (const TimelineRun& run : runs) {
            const auto state = static_cast<std::uint64_t>(run.lane.state);
            const std::uint64_t row = mixed_key(mixed_key(state, run.lane.branch), run.differs ? 1 : 0);
            for (std::size_t c = run.begin; c < run.end; ++c) keys[c] = mixed_key(keys[c], row);
        }
    }
    return keys;
}

/// The fold of the iterations that begin at a column; with period 0 if nothing repeats.
ColumnPiece fold_at(std::size_t begin, std::size_t end, const std::vector<std::uint64_t>& keys) {
    for (std::size_t period = 1; period <= kLongestIteration; ++period) {
        std::size_t same = begin;
        while (same + period < end && keys[same] == keys[same + period]) ++same;
        const std::size_t iterations = (same - begin) / period + 1;
        if (iterations < kFirstIterations + kLastIterations + 1) continue;
        const std::size_t folded = iterations - kFirstIterations - kLastIterations;
        if (folded * period < kLeastFolded) continue;
        const std::size_t first = begin + kFirstIterations * period;
        return {first, first + folded * period, period};
    }
    return {begin, begin};
}

void add_pieces(std::size_t begin, std::size_t end, const std::vector<std::uint64_t>& keys,
                std::vector<ColumnPiece>& pieces) {
    std::size_t shown = begin;  // from here on, nothing is in a piece
    for (std::size_t at = begin; at < end;) {
        const ColumnPiece fold = fold_at(at, end, keys);
        if (fold.period == 0) {
            ++at;
            continue;
        }
        pieces.push_back({shown, fold.begin});
        pieces.push_back(fold);
        shown = at = fold.end;
    }
    pieces.push_back({shown, end});
}

TimelineFold fold_of(const ColumnPiece& piece, const TimelineRecord& record) {
    TimelineFold fold{.first = record.columns[piece.begin].first,
                      .last = record.columns[piece.end].first - 1,
                      .steps = piece.end - piece.begin,
                      .times = (piece.end - piece.begin) / piece.period};
    for (std::size_t c = piece.begin; c < piece.begin + piece.period; ++c) {
        const std::uint32_t line = record.places.at(record.columns[c].label).line;
        fold.first_line = c == piece.begin ? line : std::min(fold.first_line, line);
        fold.last_line = std::max(fold.last_line, line);
    }
    return fold;
}

void append_run(TimelineRun run, std::vector<TimelineRun>& runs) {
    if (run.begin == run.end) return;
    if (!runs.empty() && runs.back().is_like(run))
        runs.back().end = run.end;
    else
        runs.push_back(run);
}

/// The row with the columns of the pieces alone; a fold has so many blank ones.
std::vector<TimelineRun> shown_runs(const std::vector<TimelineRun>& runs,
                                    const std::vector<ColumnPiece>& pieces, std::size_t width) {
    std::vector<TimelineRun> result;
    std::size_t column = 0;
    std::size_t r = 0;
    for (const ColumnPiece& piece : pieces) {
        if (piece.period != 0) {
            append_run({{LaneState::absent, 0}, false, column, column + width}, result);
            column += width;
            continue;
        }
        while (r < runs.size() && runs[r].end <= piece.begin) ++r;
        for (std::size_t i = r; i < runs.size() && runs[i].begin < piece.end; ++i) {
            TimelineRun run = runs[i];
            run.begin = column + std::max(run.begin, piece.begin) - piece.begin;
            run.end = column + std::min(run.end, piece.end) - piece.begin;
            append_run(run, result);
        }
        column += piece.end - piece.begin;
    }
    return result;
}

/// Replaces the columns by those of the pieces.
void show_pieces(const std::vector<ColumnPiece>& pieces, std::size_t width, TimelineRecord& record) {
    std::vector<TimelineColumn> columns;
    for (const ColumnPiece& piece : pieces) {
        const auto begin = record.columns.begin() + static_cast<std::ptrdiff_t>(piece.begin);
        if (piece.period == 0) {
            columns.insert(columns.end(), begin,
                           record.columns.begin() + static_cast<std::ptrdiff_t>(piece.end));
            continue;
        }
        record.folds.push_back(fold_of(piece, record));
        record.folds.back().column = columns.size();
        record.folds.back().width = width;
        TimelineColumn blank = *begin;
        blank.running = 0;
        columns.insert(columns.end(), width, blank);
    }
    for (std::vector<TimelineRun>& runs : record.rows) runs = shown_runs(runs, pieces, width);
    record.columns = std::move(columns);
}

/// So many columns have room for the text of a fold, in a picture of so many others.
std::size_t width_of_fold(std::size_t others, std::size_t folds, std::size_t threads) {
    std::size_t width = 1;
    while (width * static_cast<std::size_t>(Grid(others + folds * width, threads).column) < kTextWidth)
        ++width;
    return width;
}

}  // namespace

std::string TimelineFold::text() const {
    const std::string lines = first_line == 0           ? "these instructions"
                              : first_line == last_line ? fmt::format("line {}", first_line)
                                                        : fmt::format("lines {}-{}", first_line, last_line);
    return fmt::format("{} steps: {} times {}", with_thousands(steps), with_thousands(times), lines);
}

void fold_loops(const Folding& folding, TimelineRecord& record) {
    const std::vector<std::uint64_t> keys = column_keys(record);
    const auto after = std::ranges::upper_bound(record.columns, folding.around, {}, &TimelineColumn::first);
    const auto middle = static_cast<std::size_t>(after - record.columns.begin());
    std::vector<ColumnPiece> pieces;
    add_pieces(0, middle, keys, pieces);
    add_pieces(middle, keys.size(), keys, pieces);
    std::size_t folds = 0;
    std::size_t others = 0;
    for (ColumnPiece& piece : pieces) {
        if (piece.period != 0 && folding.open.contains(record.columns[piece.begin].first)) piece.period = 0;
        if (piece.period != 0)
            ++folds;
        else
            others += piece.end - piece.begin;
    }
    if (folds > 0)
        show_pieces(pieces, width_of_fold(std::min(others, folding.most), folds, record.threads), record);
    if (record.columns.size() <= folding.most) return;
    const auto at = std::ranges::upper_bound(record.columns, folding.around, {}, &TimelineColumn::first);
    const auto column = static_cast<std::size_t>(at - record.columns.begin());
    const std::size_t end =
        std::min(record.columns.size(), std::max(column + folding.most / 2, folding.most));
    keep_columns(end - folding.most, end, record);
}

void keep_columns(std::size_t begin, std::size_t end, TimelineRecord& record) {
    std::erase_if(record.folds, [&](const TimelineFold& fold) {
        return fold.column < begin || fold.column + fold.width > end;
    });
    for (TimelineFold& fold : record.folds) fold.column -= begin;
    const std::vector<ColumnPiece> kept = {{begin, end}};
    show_pieces(kept, 0, record);
    std::erase_if(record.branches, [&](Label branch) {
        const auto waits_for_it = [&](const TimelineRun& run) { return run.lane.branch == branch; };
        return std::ranges::none_of(record.rows, [&](const std::vector<TimelineRun>& runs) {
            return std::ranges::any_of(runs, waits_for_it);
        });
    });
}

}  // namespace musimd::views
