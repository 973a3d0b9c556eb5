#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "isa/instruction.hpp"
#include "views/pictures/timeline.hpp"

namespace musimd::views {

/// The memory that a picture shows.
struct MemoryLayout {
    std::int64_t segment = 32;                      ///< words of an aligned segment, at least 1
    std::int64_t max_address = kDefaultMaxAddress;  ///< the highest before those of shared memory
};

/// A memory request: what the threads of the warp access in one step.
struct MemoryColumn {
    std::uint64_t step = 0;
    Label label = 0;
    MemoryUse use = MemoryUse::reads;
    std::size_t segments = 0;  ///< that it touches
    std::size_t cells = 0;     ///< its first one in MemoryRecord::cells
};

/// Consecutive rows that access one segment in a request.
struct MemoryCell {
    std::uint32_t column = 0;
    std::uint16_t row = 0;
    std::uint16_t rows = 1;
    std::uint32_t segment = 0;  ///< its number, or one of those below
};
inline constexpr std::uint32_t kSharedMemory = UINT32_MAX;
inline constexpr std::uint32_t kSeveralSegments = UINT32_MAX - 1;  ///< the threads of a row differ

/// What MemoryPicture has recorded of a run.
struct MemoryRecord {
    std::size_t threads = 0;
    std::uint32_t warps = 1;
    std::vector<MemoryColumn> columns;
    std::vector<MemoryCell> cells;
    std::vector<std::int64_t> segments;   ///< the first address of each, in the order of their first access
    std::map<Label, SourcePlace> places;  ///< source locations of instructions
    std::vector<Buffer> buffers;          ///< buffers of the program
    std::uint64_t requests = 0;      ///< requests of all steps of the warp, also of those that are not drawn
    std::uint64_t transactions = 0;  ///< segments, summed over them
    std::uint64_t accesses = 0;      ///< accesses of threads, summed over them
    std::string end;                 ///< how the run ended, if not by `stop`
};

/// Draws which thread of a warp accesses which memory segment, as an SVG: a column per request, a row per
/// thread, a colour per segment. Memory and the size of the picture are bounded.
class MemoryPicture final : public Observer {
  public:
    MemoryPicture(PictureLayout layout, MemoryLayout memory, LanesView::PlaceOf place_of);

    void on_step(const StepEvent& event) override;
    void on_trap(const Trap& trap) override;
    std::string svg(Outcome end);

  private:
    void start(const Program& program);
    std::size_t count(const StepEvent& event);
    void take(const StepEvent& event, std::size_t segments);
    std::uint32_t number_of(std::int64_t address);

    PictureLayout layout_;
    MemoryLayout memory_;
    LanesView::PlaceOf place_of_;
    StepWindow window_;
    MemoryRecord record_;
    std::unordered_map<std::int64_t, std::uint32_t> numbers_;  ///< numbers of segments
    std::vector<std::int64_t> touched_;                        ///< segments of the current request
    std::vector<std::uint32_t> row_segments_;                  ///< segments of the current request, by row
    std::size_t threads_per_row_ = 1;
    bool is_warp_over_ = false;
};

}  // namespace musimd::views
