// timeline {first?, last?, warp?}; memory_picture {segment?, warp?}

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "session/requests.hpp"
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

/// The run up to the position; one that has not ended is drawn as one that stops.
template <typename Picture>
Json drawn(const Session& session, Picture picture) {
    const auto end = session.repeat(picture);
    return {{"svg", picture.svg(end.value_or(Outcome::stop))}};
}

}  // namespace

Json timeline_answer(const Json& request, const Session& session) {
    auto layout = layout_of(request, session);
    if (!layout) return error("timeline: the warp does not exist");
    return drawn(session, views::Timeline(std::move(*layout), session.places()));
}

Json memory_picture_answer(const Json& request, const Session& session) {
    auto layout = layout_of(request, session);
    if (!layout) return error("memory_picture: the warp does not exist");
    const std::uint64_t segment = number_in(request, "segment").value_or(32);
    if (segment == 0 || segment > UINT32_MAX)
        return error("memory_picture: segment must be a number from 1 to 4294967295");
    const views::MemoryLayout memory{static_cast<std::int64_t>(segment), session.options().max_address};
    return drawn(session, views::MemoryPicture(std::move(*layout), memory, session.places()));
}

}  // namespace musimd::web
