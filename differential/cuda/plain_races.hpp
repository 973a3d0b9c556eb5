#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace musimd::differential::cuda {

/// Which accesses of the threads of a grid no barrier orders. Blocks run one after the other here.
class PlainRaces {
  public:
    enum class Use : std::uint8_t {
        read,
        write,
        atomic,
        atomic_read
    };  ///< the last: a comparison that fails

    explicit PlainRaces(std::uint32_t threads) : threads_(threads) {}

    void begin_block();
    /// All threads of the block.
    void barrier();
    /// Some threads of a warp.
    void sync(const std::vector<std::uint32_t>& threads);
    /// `block`: the memory is that of the block.
    void access(std::uint32_t array, std::uint64_t element, bool of_block, std::uint32_t thread, Use use);

    bool among_warps() const { return among_warps_; }
    bool among_threads() const { return among_threads_; }

  private:
    struct Access {
        std::uint32_t block;
        std::uint32_t phase;  ///< how many barriers the block has had
        std::uint32_t thread;
        std::uint32_t time;  ///< time of the thread
        Use use;
        friend bool operator==(const Access&, const Access&) = default;
    };

    bool is_ordered(const Access& earlier, std::uint32_t thread) const;

    std::uint32_t threads_;
    std::uint32_t block_ = 0;
    std::uint32_t phase_ = 0;
    std::vector<std::vector<std::uint32_t>> clocks_ = {};  ///< by thread: what it has seen of each
    std::unordered_map<std::uint64_t, std::vector<Access>> accesses_ = {};
    bool among_warps_ = false;
    bool among_threads_ = false;
};

}  // namespace musimd::differential::cuda
