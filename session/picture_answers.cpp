// timeline {first?, last?, upto?, warp?, compact?}; memory_picture {segment?, warp?}

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "session/requests.hpp"
#include "views/pictures/grid.hpp"
#include "views/pictures/memory_picture.hpp"
#include "views/pictures/timeline.hpp"

namespace musimd::web {
namespace {

/// The layout that the request asks for; without a value if the warp does not exist.
std::optional<views::PictureLayout> layout_of(const Json& request, const Session& session) {
    const std::uint64_t warp = number_in(request, "warp").value_or(0);
    if (warp >= session.program().warps) return std::nullopt;
    const views::StepRange range{number_in(request, "first").value_or(1), number_in(request, "last")};
    return views::PictureLayout{display_name(session.file()), range, static_cast<std::uint32_t>(warp)};
}

/// The run up to the position, or to a later step; one that has not ended is drawn as one that stops.
template <typename Picture>
Json drawn(const Session& session, Picture& picture, std::optional<std::uint64_t> step = {}) {
    const auto end = session.repeat(picture, std::max(session.position(), step.value_or(0)));
    return {{"svg", picture.svg(end.value_or(Outcome::stop))}};
}

/// The first step and the line of each column.
Json columns_json(const Session& session, const views::TimelineRecord& record) {
    Json list = Json::array();
    for (const views::TimelineColumn& column : record.columns)
        list.push_back({column.first, session.line_of(column.label)});
    return list;
}

/// Loops that are folded, by their columns.
Json folds_json(const views::TimelineRecord& record) {
    Json list = Json::array();
    for (const views::TimelineFold& fold : record.folds)
        list.push_back({{"column", fold.column},
                        {"columns", fold.width},
                        {"first", fold.first},
                        {"last", fold.last},
                        {"steps", fold.steps},
                        {"times", fold.times},
                        {"lines", {fold.first_line, fold.last_line}}});
    return list;
}

/// `fold`: {open?, most?}, around the position.
std::optional<views::Folding> folding_in(const Json& request, const Session& session) {
    const auto member = request.find("fold");
    if (member == request.end() || !member->is_object()) return std::nullopt;
    views::Folding folding{.around = session.position()};
    folding.most = number_in(*member, "most").value_or(SIZE_MAX);
    const auto open = member->find("open");
    if (open == member->end() || !open->is_array()) return folding;
    for (const Json& step : *open)
        if (step.is_number_unsigned()) folding.open.insert(step.get<std::uint64_t>());
    return folding;
}

/// For each row its runs: the column after the last one, and whether threads run.
Json rows_json(const views::TimelineRecord& record) {
    Json list = Json::array();
    for (const std::vector<views::TimelineRun>& runs : record.rows) {
        Json row = Json::array();
        for (const views::TimelineRun& run : runs) {
            const bool does_run =
                run.lane.state == views::LaneState::runs || run.lane.state == views::LaneState::woken;
            row.push_back({{"end", run.end}, {"runs", does_run}});
        }
        list.push_back(std::move(row));
    }
    return list;
}

}  // namespace

Json timeline_answer(const Json& request, const Session& session) {
    auto layout = layout_of(request, session);
    if (!layout) return error("timeline: the warp does not exist");
    const auto compact = request.find("compact");
    layout->is_compact = compact != request.end() && *compact == true;
    layout->folding = folding_in(request, session);
    views::Timeline picture(std::move(*layout), session.places());
    Json answer = drawn(session, picture, number_in(request, "upto"));
    answer["columns"] = columns_json(session, picture.record());
    answer["cut"] = picture.is_cut();
    answer["folds"] = folds_json(picture.record());
    answer["rows"] = rows_json(picture.record());
    answer["threads_per_row"] = picture.threads_per_row();
    answer["left"] = views::kLeft;
    answer["column"] = picture.grid().column;
    return answer;
}

Json memory_picture_answer(const Json& request, const Session& session) {
    auto layout = layout_of(request, session);
    if (!layout) return error("memory_picture: the warp does not exist");
    const std::uint64_t segment = number_in(request, "segment").value_or(32);
    if (segment == 0 || segment > UINT32_MAX)
        return error("memory_picture: segment must be a number from 1 to 4294967295");
    const views::MemoryLayout memory{static_cast<std::int64_t>(segment), session.options().max_address};
    views::MemoryPicture picture(std::move(*layout), memory, session.places());
    return drawn(session, picture);
}

}  // namespace musimd::web
