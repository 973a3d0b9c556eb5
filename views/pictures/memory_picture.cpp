#include "views/pictures/memory_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "views/pictures/grid.hpp"
#include "views/pictures/memory_drawing.hpp"
#include "views/pictures/run_end.hpp"
#include "views/text_columns.hpp"

namespace musimd::views {
namespace {

/// So many take less than 2 MB.
constexpr std::size_t kMaxCells = 120'000;
constexpr std::uint32_t kNoSegment = UINT32_MAX - 2;

}  // namespace

MemoryPicture::MemoryPicture(PictureLayout layout, MemoryLayout memory, LanesView::PlaceOf place_of)
    : layout_(std::move(layout)), memory_(memory), place_of_(std::move(place_of)), window_(layout_.range) {}

void MemoryPicture::on_step(const StepEvent& event) {
    window_.saw(event.number);
    if (event.warp != layout_.warp) return;
    if (record_.threads == 0) start(event.program);
    if (event.accesses.empty() || event.program.threads != record_.threads) return;
    const std::size_t segments = count(event);
    const bool takes =
        !is_warp_over_ && window_.takes(event.program, event.pc, event.number, record_.columns.size(),
                                        record_.cells.size() >= kMaxCells);
    if (takes) take(event, segments);
    is_warp_over_ = window_.is_over();
}

void MemoryPicture::on_trap(const Trap& trap) {
    record_.end = describe_trap(trap, record_.warps);
}

std::string MemoryPicture::svg(Outcome end) {
    if (record_.end.empty()) record_.end = describe_end(end);
    return drawing(record_, layout_, memory_, window_);
}

void MemoryPicture::start(const Program& program) {
    record_.threads = program.threads;
    record_.warps = program.warps;
    record_.buffers = program.buffers;
    const Grid grid(1, program.threads);
    threads_per_row_ = grid.threads_per_row;
    row_segments_.resize(grid.rows);
}

/// Adds a request to the sums, which are those of --stats; returns how many segments it touches.
std::size_t MemoryPicture::count(const StepEvent& event) {
    touched_.clear();
    for (const Access& access : event.accesses)
        if (access.address <= memory_.max_address) touched_.push_back(access.address / memory_.segment);
    std::ranges::sort(touched_);
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    record_.requests += touched_.empty() ? 0 : 1;
    record_.transactions += touched_.size();
    record_.accesses += event.accesses.size();
    return touched_.size();
}

void MemoryPicture::take(const StepEvent& event, std::size_t segments) {
    const auto column = static_cast<std::uint32_t>(record_.columns.size());
    if (!record_.places.contains(event.pc)) {
        SourcePlace& place = record_.places[event.pc] = place_of_(event.program, event.pc);
        place.text = with_single_blanks(place.text);
    }
    record_.columns.push_back(
        {event.number, event.pc, info(event.instruction().opcode).memory, segments, record_.cells.size()});
    std::ranges::fill(row_segments_, kNoSegment);
    for (const Access& access : event.accesses) {
        std::uint32_t& row = row_segments_[access.thread / threads_per_row_];
        const std::uint32_t number = number_of(access.address);
        row = row == kNoSegment || row == number ? number : kSeveralSegments;
    }
    for (std::size_t r = 0; r < row_segments_.size(); ++r) {
        if (row_segments_[r] == kNoSegment) continue;
        const bool continues = r > 0 && row_segments_[r] == row_segments_[r - 1];
        if (continues)
            record_.cells.back().rows += 1;
        else
            record_.cells.push_back({column, static_cast<std::uint16_t>(r), 1, row_segments_[r]});
    }
}

std::uint32_t MemoryPicture::number_of(std::int64_t address) {
    if (address > memory_.max_address) return kSharedMemory;
    const std::int64_t segment = address / memory_.segment;
    const auto [known, is_new] =
        numbers_.try_emplace(segment, static_cast<std::uint32_t>(record_.segments.size()));
    if (is_new) record_.segments.push_back(segment * memory_.segment);
    return known->second;
}

}  // namespace musimd::views
