// Cooperative groups, over the functions of musimd_cuda.h.
#pragma once

#include <cuda_runtime.h>

namespace cooperative_groups {
namespace details {
/// What is done with a number; of a structure, with each of its words.
template <typename T, typename Function>
static inline __device__ T by_words(T value, const Function &function) {
    if constexpr (__is_class(T) && sizeof(T) % 4 == 0) {
        unsigned int *const words = reinterpret_cast<unsigned int *>(&value);
        for (unsigned int i = 0; i < sizeof(T) / 4; i++) words[i] = function(words[i]);
        return value;
    } else {
        return function(value);
    }
}

static inline __device__ unsigned int thread_of_block() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
static inline __device__ unsigned int threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
static inline __device__ unsigned int block_of_grid() {
    return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
static inline __device__ unsigned int lane() { return thread_of_block() % 32; }
static inline __device__ unsigned int below(unsigned int lane) { return (1u << lane) - 1; }
/// Over all barriers of the grid so far, the blocks that have come to one, and those that have ended.
static __device__ unsigned int blocks_at_grid_barrier, blocks_ended;
static inline __device__ void block_ends() {
    if (thread_of_block() == 0) atomicAdd(&blocks_ended, 1u);
}
/// A barrier at which the block waits in two ways: reported as a deadlock.
static inline __device__ void never_open() {
    if (threads_of_block() == 1) __trap();
    __syncthreads_count(1);
}

}  // namespace details

/// The threads of the block.
class thread_block {
  public:
    static inline __device__ void sync() { __syncthreads(); }
    static inline __device__ unsigned int size() { return details::threads_of_block(); }
    static inline __device__ unsigned int num_threads() { return details::threads_of_block(); }
    static inline __device__ unsigned int thread_rank() { return details::thread_of_block(); }
    static inline __device__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static inline __device__ dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static inline __device__ dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static inline __device__ dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
static inline __device__ thread_block this_thread_block() { return thread_block(); }

/// Threads of a warp, which need not be adjacent.
class coalesced_group {
  public:
    explicit inline __device__ coalesced_group(unsigned int lanes) : lanes_(lanes) {}
    inline __device__ void sync() const { __syncwarp(lanes_); }
    inline __device__ unsigned int size() const { return __popc(lanes_); }
    inline __device__ unsigned int num_threads() const { return __popc(lanes_); }
    inline __device__ unsigned int thread_rank() const {
        return __popc(lanes_ & details::below(details::lane()));
    }
    inline __device__ unsigned int meta_group_rank() const { return 0; }
    inline __device__ unsigned int meta_group_size() const { return 1; }
    template <typename T>
    inline __device__ T shfl(T value, unsigned int rank) const {
        return __shfl_sync(lanes_, value, lane_of(rank % size()), 32);
    }
    template <typename T>
    inline __device__ T shfl_up(T value, unsigned int delta) const {
        const unsigned int rank = thread_rank();
        return __shfl_sync(lanes_, value, lane_of(rank < delta ? rank : rank - delta), 32);
    }
    template <typename T>
    inline __device__ T shfl_down(T value, unsigned int delta) const {
        const unsigned int rank = thread_rank();
        return __shfl_sync(lanes_, value, lane_of(rank + delta >= size() ? rank : rank + delta), 32);
    }
    inline __device__ int any(int predicate) const { return __any_sync(lanes_, predicate); }
    inline __device__ int all(int predicate) const { return __all_sync(lanes_, predicate); }
    inline __device__ unsigned int ballot(int predicate) const {
        return of_ranks(__ballot_sync(lanes_, predicate));
    }
    template <typename T>
    inline __device__ unsigned int match_any(T value) const {
        return of_ranks(__match_any_sync(lanes_, value));
    }
    template <typename T>
    inline __device__ unsigned int match_all(T value, int &all) const {
        return of_ranks(__match_all_sync(lanes_, value, &all));
    }
    /// The lanes of the warp.
    inline __device__ unsigned int mask() const { return lanes_; }

  private:
    inline __device__ int lane_of(unsigned int rank) const { return __fns(lanes_, 0, rank + 1); }
    /// A set of lanes as the set of their ranks.
    inline __device__ unsigned int of_ranks(unsigned int lanes) const {
        unsigned int ranks = 0;
        unsigned int rest = lanes_;
        for (unsigned int rank = 0; rest != 0; rank++, rest &= rest - 1)
            if (lanes & rest & (0u - rest)) ranks |= 1u << rank;
        return ranks;
    }
    unsigned int lanes_;
};
static inline __device__ coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/// `Size` adjacent threads of a warp.
template <unsigned int Size, typename Parent = void>
class thread_block_tile {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads; larger ones are not supported");

  public:
    thread_block_tile() = default;
    // The group of which it is a part may be left out of the type.
    template <typename Other>
    inline __device__ thread_block_tile(const thread_block_tile<Size, Other> &) {}

    static inline __device__ void sync() { __syncwarp(mask()); }
    static constexpr inline __device__ unsigned int size() { return Size; }
    static constexpr inline __device__ unsigned int num_threads() { return Size; }
    static inline __device__ unsigned int thread_rank() { return details::thread_of_block() % Size; }
    static inline __device__ unsigned int meta_group_rank() { return details::thread_of_block() / Size; }
    static inline __device__ unsigned int meta_group_size() {
        return (details::threads_of_block() + Size - 1) / Size;
    }
    template <typename T>
    static inline __device__ T shfl(T value, int rank) {
        return details::by_words(value, [&](auto word) { return __shfl_sync(mask(), word, rank, Size); });
    }
    template <typename T>
    static inline __device__ T shfl_up(T value, unsigned int delta) {
        return details::by_words(value, [&](auto word) { return __shfl_up_sync(mask(), word, delta, Size); });
    }
    template <typename T>
    static inline __device__ T shfl_down(T value, unsigned int delta) {
        return details::by_words(value, [&](auto word) { return __shfl_down_sync(mask(), word, delta, Size); });
    }
    template <typename T>
    static inline __device__ T shfl_xor(T value, unsigned int lanes) {
        return details::by_words(value, [&](auto word) { return __shfl_xor_sync(mask(), word, lanes, Size); });
    }
    static inline __device__ int any(int predicate) { return __any_sync(mask(), predicate); }
    static inline __device__ int all(int predicate) { return __all_sync(mask(), predicate); }
    static inline __device__ unsigned int ballot(int predicate) {
        return __ballot_sync(mask(), predicate) >> first();
    }
    template <typename T>
    static inline __device__ unsigned int match_any(T value) {
        return __match_any_sync(mask(), value) >> first();
    }
    template <typename T>
    static inline __device__ unsigned int match_all(T value, int &all) {
        return __match_all_sync(mask(), value, &all) >> first();
    }
    /// The lanes of the warp.
    static inline __device__ unsigned int mask() { return 0xffffffffu >> (32 - Size) << first(); }

  private:
    static inline __device__ unsigned int first() { return details::lane() / Size * Size; }
};

/// Any group of a block: all of its threads, or some of a warp.
class thread_group {
  public:
    inline __device__ thread_group(const thread_block &) : is_block_(true), lanes_(0) {}
    inline __device__ thread_group(const coalesced_group &of) : is_block_(false), lanes_(of.mask()) {}
    template <unsigned int Size, typename Parent>
    inline __device__ thread_group(const thread_block_tile<Size, Parent> &)
        : is_block_(false), lanes_(thread_block_tile<Size, Parent>::mask()) {}
    inline __device__ void sync() const {
        if (is_block_)
            __syncthreads();
        else
            __syncwarp(lanes_);
    }
    inline __device__ unsigned int size() const {
        return is_block_ ? details::threads_of_block() : __popc(lanes_);
    }
    inline __device__ unsigned int num_threads() const { return size(); }
    inline __device__ unsigned int thread_rank() const {
        return is_block_ ? details::thread_of_block() : __popc(lanes_ & details::below(details::lane()));
    }

  private:
    bool is_block_;
    unsigned int lanes_;
};

template <unsigned int Size, typename Parent>
static inline __device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
    return thread_block_tile<Size, Parent>();
}
/// The size need not be a constant.
static inline __device__ thread_group tiled_partition(const thread_block &, unsigned int size) {
    return coalesced_group(0xffffffffu >> (32 - size) << (details::lane() / size * size));
}
/// Of the threads that call it, those with the same label.
template <typename Label>
static inline __device__ coalesced_group labeled_partition(const coalesced_group &of, Label label) {
    return coalesced_group(__match_any_sync(of.mask(), label));
}
template <unsigned int Size, typename Parent, typename Label>
static inline __device__ coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &, Label label) {
    return coalesced_group(__match_any_sync(thread_block_tile<Size, Parent>::mask(), label));
}
static inline __device__ coalesced_group binary_partition(const coalesced_group &of, bool side) {
    return labeled_partition(of, (int)side);
}
template <unsigned int Size, typename Parent>
static inline __device__ coalesced_group binary_partition(const thread_block_tile<Size, Parent> &of, bool side) {
    return labeled_partition(of, (int)side);
}

/// All threads of the launch.
class grid_group {
  public:
    static inline __device__ bool is_valid() { return true; }
    // A block that has ended comes to no barrier.
    static inline __device__ void sync() {
        __musimd_at_end(details::block_ends);
        __syncthreads();
        if (details::thread_of_block() == 0) {
            __threadfence();
            const unsigned int blocks = num_blocks();
            const unsigned int first = atomicAdd(&details::blocks_at_grid_barrier, 1u) / blocks * blocks;
            for (bool opens = false; !opens;) {
                const unsigned int ended = __musimd_atomic_load(&details::blocks_ended);
                const unsigned int here = __musimd_atomic_load(&details::blocks_at_grid_barrier) - first;
                opens = here >= blocks;
                if (!opens && here + ended >= blocks) details::never_open();
            }
            __threadfence();
        }
        __syncthreads();
    }
    static inline __device__ unsigned long long size() {
        return (unsigned long long)num_blocks() * details::threads_of_block();
    }
    static inline __device__ unsigned long long num_threads() { return size(); }
    static inline __device__ unsigned long long thread_rank() {
        return (unsigned long long)block_rank() * details::threads_of_block() + details::thread_of_block();
    }
    static inline __device__ unsigned int num_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
    static inline __device__ unsigned int block_rank() { return details::block_of_grid(); }
    static inline __device__ dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    static inline __device__ dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static inline __device__ dim3 group_dim() { return dim_blocks(); }
};
static inline __device__ grid_group this_grid() { return grid_group(); }

template <typename Group>
static inline __device__ void sync(const Group &group) {
    group.sync();
}
template <typename Group>
static inline __device__ void synchronize(const Group &group) {
    group.sync();
}
template <typename Group>
static inline __device__ unsigned int thread_rank(const Group &group) {
    return group.thread_rank();
}
template <typename Group>
static inline __device__ unsigned int group_size(const Group &group) {
    return group.size();
}

}  // namespace cooperative_groups
