#include "kernels/cuda/grid_thread.hpp"

#include <fmt/format.h>

#include "host/pattern.hpp"

namespace musimd::kernels::cuda {
namespace {

dsl::Dimensions at(std::uint32_t number, const dsl::Dimensions& sizes) {
    return {number % sizes[0], number / sizes[0] % sizes[1], number / sizes[0] / sizes[1]};
}

std::string coordinates(const dsl::Dimensions& d) {
    return fmt::format("({}, {}, {})", d[0], d[1], d[2]);
}

std::uint32_t number_of(const host::Pattern::Match& found, std::size_t group) {
    return static_cast<std::uint32_t>(std::stoul(found.group(group)));
}

/// What a match stands for, in the text of the machine.
class Words {
  public:
    Words(std::uint32_t warp, const Program& program, const GridShape& shape)
        : warp_(warp), program_(program), shape_(shape) {}

    std::string replacement(const host::Pattern::Match& found) const {
        if (found.has(2)) return thread(number_of(found, 1), number_of(found, 2));
        if (found.has(1)) return thread(number_of(found, 1), warp_);
        if (found.has(3))
            return thread(number_of(found, 3), warp_) + " and " + thread(number_of(found, 4), warp_);
        return set(found.group(5));
    }

  private:
    std::string thread(Thread lane, std::uint32_t warp) const {
        if (lane >= program_.threads || warp >= program_.warps) return fmt::format("thread {}", lane);
        return thread_text(grid_thread(warp, lane, program_, shape_), shape_);
    }

    /// Of lanes: `{0-2, 5}`.
    std::string set(const std::string& lanes) const {
        if (!shape_.is_linear())
            return fmt::format("lanes {} of warp {} of block {}", lanes, warp_ % program_.warps_per_block(),
                               coordinates(grid_thread(warp_, 0, program_, shape_).block));
        static const host::Pattern kNumber("\\d{1,9}");
        const std::uint32_t first = warp_ % program_.warps_per_block() * program_.threads;
        const std::string text = kNumber.replace(lanes, [&](const host::Pattern::Match& lane) {
            return std::to_string(first + std::stoul(lane.text()));
        });
        const bool is_one = text.find_first_of(",-") == std::string::npos;
        return fmt::format("{} {} of block {}", is_one ? "thread" : "threads", text,
                           shape_.block_number(program_.block_of(warp_)));
    }

    std::uint32_t warp_;
    const Program& program_;
    const GridShape& shape_;
};

}  // namespace

GridThread grid_thread(std::uint32_t warp, Thread lane, const Program& program, const GridShape& shape) {
    const std::uint32_t in_block = warp % program.warps_per_block() * program.threads + lane;
    return {at(in_block, shape.block), at(shape.block_number(program.block_of(warp)), shape.grid)};
}

std::string thread_text(const GridThread& thread, const GridShape& shape) {
    if (shape.is_linear()) return fmt::format("thread {} of block {}", thread.thread[0], thread.block[0]);
    return fmt::format("thread {} of block {}", coordinates(thread.thread), coordinates(thread.block));
}

std::string with_grid_threads(const std::string& message, std::uint32_t warp, const Program& program,
                              const GridShape& shape) {
    static const host::Pattern kThreads(
        "\\bthread (\\d{1,9})(?: of warp (\\d{1,9})| of block \\d{1,9})?"
        "|\\bthreads (\\d{1,9}) and (\\d{1,9})"
        "|\\bthreads? (\\{[^}]*\\})");
    const Words words(warp, program, shape);
    return kThreads.replace(message,
                            [&](const host::Pattern::Match& found) { return words.replacement(found); });
}

}  // namespace musimd::kernels::cuda
