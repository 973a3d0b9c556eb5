#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "gpu_backend/device/prelude/device_warp.hpp"

// Turns a compiled unit into a program: `nvcc FILE.cu -o FILE`. This file follows the unit's kernel, as text,
// and is followed by the facts of the program (Facts) and main().

namespace musimd::native {

/// Words of Σ before the first step: `words`, or start, start + step, ….
struct Preloaded {
    std::int64_t address;
    std::int64_t count;
    const std::int64_t* words;
    std::uint64_t start;
    std::uint64_t step;
};

/// An instruction before which the kernel may stop.
struct LeftAt {
    unsigned number;
    unsigned line;
    const char* text;
};

struct Facts {
    unsigned threads;  ///< N
    unsigned warps;    ///< W
    int word_width;
    int atomic_order;  ///< Services::atomic_order
    bool claims;       ///< accesses may need claims
    std::vector<const char*> variables;
    unsigned masks;          ///< per warp
    unsigned first_defined;  ///< the mask of definedness of variable 0
    unsigned room_rows;
    std::int64_t limit;  ///< address limit of Σ
    std::uint64_t max_steps;
    std::vector<std::uint64_t> active;  ///< Θ, 64 threads per word
    std::vector<Preloaded> preloads;
    std::vector<LeftAt> points;  ///< by DeviceWarp::point
    void (*launch)(void* warps, unsigned count);
};

struct Options {
    unsigned copies = 1;
    bool time = false;
    std::int64_t memory = 0;  ///< words of Σ
};

[[noreturn]] inline void fail(const char* message, const char* more = "") {
    std::fprintf(stderr, "error: %s%s\n", message, more);
    std::exit(2);
}
inline void expect(cudaError_t error) {
    if (error != cudaSuccess) fail("CUDA: ", cudaGetErrorString(error));
}

/// Device memory and its copy on the host.
class Block {
  public:
    explicit Block(std::size_t bytes) : host_(bytes) {
        expect(cudaMalloc(&device_, bytes + 1));
        expect(cudaMemset(device_, 0, bytes + 1));
    }
    ~Block() { cudaFree(device_); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    template <typename T>
    T* host(std::size_t offset = 0) {
        return reinterpret_cast<T*>(host_.data() + offset);
    }
    template <typename T>
    T* device(std::size_t offset = 0) const {
        return reinterpret_cast<T*>(static_cast<char*>(device_) + offset);
    }
    void push() { expect(cudaMemcpy(device_, host_.data(), host_.size(), cudaMemcpyHostToDevice)); }
    void pull() { expect(cudaMemcpy(host_.data(), device_, host_.size(), cudaMemcpyDeviceToHost)); }

  private:
    std::vector<char> host_;
    void* device_ = nullptr;
};

/// Copies of the program's grid, each with a Σ of its own.
class Run {
  public:
    Run(const Facts& facts, const Options& options);
    int run();

  private:
    void preload(std::size_t copy);
    bool next_launch();
    int report();
    void print_warp(unsigned w);
    void print_memory();
    int report_left(unsigned w);
    std::int64_t word(const void* words, std::size_t i) const {
        return word_bytes_ == 8 ? static_cast<const std::int64_t*>(words)[i]
                                : static_cast<const std::int32_t*>(words)[i];
    }
    bool ended(unsigned w) { return warps_.host<DeviceWarp>()[w].ending == Ending::stopped; }

    const Facts& facts_;
    Options options_;
    std::size_t word_bytes_;
    std::int64_t limit_;
    unsigned count_;  ///< hardware warps
    std::size_t row_bytes_;
    std::size_t mask_bytes_;
    Block warps_;
    Block sigmas_;
    Block services_;
    Block rows_;
    Block masks_;
    Block room_;
    Block words_;
    Block defined_;
    Block pages_;
    Block claims_;
    std::uint64_t slice_ = 1 << 12;
    double seconds_ = 0;
};

inline std::size_t page_count(std::int64_t limit) {
    return static_cast<std::size_t>((limit + kPageWords - 1) / kPageWords);
}

inline Run::Run(const Facts& facts, const Options& options)
    : facts_(facts),
      options_(options),
      word_bytes_(facts.word_width > 32 ? 8 : 4),
      limit_(options.memory > facts.limit ? options.memory : facts.limit),
      count_(options.copies * facts.warps),
      row_bytes_(row_stride(facts.threads) * word_bytes_),
      mask_bytes_(mask_stride(facts.threads) * 8),
      warps_(count_ * sizeof(DeviceWarp)),
      sigmas_(options.copies * sizeof(Sigma)),
      services_(sizeof(Services)),
      rows_(count_ * facts.variables.size() * row_bytes_),
      masks_(count_ * facts.masks * mask_bytes_),
      room_(count_ * facts.room_rows * row_bytes_),
      words_(options.copies * static_cast<std::size_t>(limit_) * word_bytes_),
      defined_(options.copies * static_cast<std::size_t>(limit_)),
      pages_(options.copies * page_count(limit_)),
      claims_(facts.claims ? options.copies * static_cast<std::size_t>(limit_) * 8 : 0) {
    const auto count = static_cast<std::size_t>(limit_);
    services_.host<Services>()->atomic_order = facts.atomic_order;
    for (std::size_t copy = 0; copy < options.copies; ++copy) {
        preload(copy);
        Sigma sigma;
        sigma.words = words_.device<char>(copy * count * word_bytes_);
        sigma.defined = defined_.device<std::uint8_t>(copy * count);
        sigma.pages = pages_.device<std::uint8_t>(copy * page_count(limit_));
        if (facts.claims) sigma.claims = claims_.device<std::uint64_t>(copy * count * 8);
        sigma.limit = limit_;
        sigma.phase = std::uint64_t{1} << 40;
        sigma.only_thread = false;
        sigma.claim_all = true;
        sigmas_.host<Sigma>()[copy] = sigma;
    }
    for (std::size_t i = 0; i < count_; ++i) {
        DeviceWarp warp;
        warp.rows = rows_.device<char>(i * facts.variables.size() * row_bytes_);
        warp.masks = masks_.device<std::uint64_t>(i * facts.masks * mask_bytes_);
        warp.room = room_.device<char>(i * facts.room_rows * row_bytes_);
        warp.sigma = sigmas_.device<Sigma>() + i / facts.warps;
        warp.services = services_.device<Services>();
        warp.warp = static_cast<std::uint32_t>(i % facts.warps);
        warp.ending = Ending::paused;
        warps_.host<DeviceWarp>()[i] = warp;
        std::memcpy(masks_.host<char>(i * facts.masks * mask_bytes_), facts.active.data(),
                    facts.active.size() * 8);
    }
    for (Block* block : {&sigmas_, &services_, &masks_, &words_, &defined_, &pages_}) block->push();
}

inline void Run::preload(std::size_t copy) {
    const std::size_t first = copy * static_cast<std::size_t>(limit_);
    const int unused = 64 - facts_.word_width;
    for (const Preloaded& p : facts_.preloads) {
        for (std::int64_t i = 0; i < p.count; ++i) {
            const auto bits = p.words != nullptr ? static_cast<std::uint64_t>(p.words[i])
                                                 : p.start + static_cast<std::uint64_t>(i) * p.step;
            const auto word = static_cast<std::int64_t>(bits << unused) >> unused;
            const std::size_t at = first + static_cast<std::size_t>(p.address + i);
            if (word_bytes_ == 8) {
                words_.host<std::int64_t>()[at] = word;
            } else {
                words_.host<std::int32_t>()[at] = static_cast<std::int32_t>(word);
            }
            defined_.host<std::uint8_t>()[at] = 1;
            pages_.host<std::uint8_t>()[copy * page_count(limit_) +
                                        static_cast<std::size_t>((p.address + i) / kPageWords)] = 1;
        }
    }
}

// Sets which warps run in the next launch: those that paused or, if all others of their grid have stopped,
// those that wait at a barrier. Returns false if none does.
inline bool Run::next_launch() {
    bool any = false;
    for (unsigned copy = 0; copy < options_.copies; ++copy) {
        DeviceWarp* const first = warps_.host<DeviceWarp>() + copy * facts_.warps;
        bool left = false;
        bool paused = false;
        for (unsigned w = 0; w < facts_.warps; ++w) {
            const bool at_limit = first[w].ending == Ending::paused && first[w].max_steps == facts_.max_steps;
            left |= at_limit || first[w].ending == Ending::handed || first[w].ending == Ending::conflict;
            paused |= first[w].ending == Ending::paused;
        }
        const Ending goes_on = paused ? Ending::paused : Ending::waits;
        bool opens = false;
        for (unsigned w = 0; w < facts_.warps; ++w) {
            DeviceWarp& warp = first[w];
            warp.runs = !left && warp.ending == goes_on ? 1 : 0;
            opens |= warp.runs != 0 && !paused;
            warp.max_steps = facts_.max_steps - warp.steps > slice_ ? warp.steps + slice_ : facts_.max_steps;
            any |= warp.runs != 0;
        }
        if (opens) sigmas_.host<Sigma>()[copy].phase += std::uint64_t{1} << 40;
    }
    return any;
}

inline int Run::run() {
    cudaEvent_t begin, end;
    expect(cudaEventCreate(&begin));
    expect(cudaEventCreate(&end));
    while (next_launch()) {
        warps_.push();
        sigmas_.push();
        expect(cudaEventRecord(begin));
        facts_.launch(warps_.device<void>(), count_);
        expect(cudaGetLastError());
        expect(cudaEventRecord(end));
        expect(cudaEventSynchronize(end));
        warps_.pull();
        float milliseconds = 0;
        expect(cudaEventElapsedTime(&milliseconds, begin, end));
        seconds_ += milliseconds / 1000;
        if (milliseconds < 100 && slice_ < std::uint64_t{1} << 40) slice_ *= 2;
        if (milliseconds > 500 && slice_ > 1024) slice_ /= 2;
    }
    for (Block* block : {&rows_, &masks_, &words_, &defined_}) block->pull();
    return report();
}

// ---- results

inline void Run::print_warp(unsigned w) {
    const std::uint64_t* const masks = masks_.host<std::uint64_t>(w * facts_.masks * mask_bytes_);
    const auto has = [&](std::size_t mask, unsigned t) {
        return (masks[mask * mask_bytes_ / 8 + t / 64] >> (t % 64) & 1) != 0;
    };
    std::printf("active ");
    for (unsigned t = 0; t < facts_.threads; ++t) {
        if (has(0, t)) std::printf(" %u", t);
    }
    std::printf("\n");
    for (std::size_t v = 0; v < facts_.variables.size(); ++v) {
        const void* const row = rows_.host<char>((w * facts_.variables.size() + v) * row_bytes_);
        std::printf("%s ", facts_.variables[v]);
        for (unsigned t = 0; t < facts_.threads; ++t) {
            if (has(facts_.first_defined + v, t)) {
                std::printf(" %lld", static_cast<long long>(word(row, t)));
            } else {
                std::printf(" _");
            }
        }
        std::printf("\n");
    }
}

inline void Run::print_memory() {
    std::printf("\nmemory");
    std::int64_t last = -2;
    for (std::int64_t a = 0; a < limit_; ++a) {
        if (defined_.host<std::uint8_t>()[a] == 0) continue;
        if (a != last + 1 || a % 16 == 0) std::printf("\n%lld:", static_cast<long long>(a));
        std::printf(" %lld", static_cast<long long>(word(words_.host<void>(), static_cast<std::size_t>(a))));
        last = a;
    }
    std::printf("\n");
}

inline int Run::report_left(unsigned w) {
    const DeviceWarp& warp = warps_.host<DeviceWarp>()[w];
    const LeftAt& at = facts_.points[warp.point];
    if (warp.ending == Ending::paused) {
        std::fprintf(stderr, "limit: warp %u is close to its limit of %llu steps\n", w,
                     static_cast<unsigned long long>(facts_.max_steps));
        return 3;
    }
    if (warp.beyond >= limit_) {
        std::fprintf(stderr, "error: warp %u uses address %lld, but memory has %lld words: raise --memory\n",
                     w, static_cast<long long>(warp.beyond), static_cast<long long>(limit_));
        return 2;
    }
    std::fprintf(
        stderr,
        "left: warp %u stopped before instruction %u (line %u): %s\nIt traps there or soon after, or "
        "needs something that this program does not support: see musimd run.\n",
        w, at.number, at.line, at.text);
    return 1;
}

// Prints the state of the first copy that did not stop; if all did, that of the first.
inline int Run::report() {
    std::uint64_t steps = 0;
    std::uint64_t all_steps = 0;
    for (unsigned w = 0; w < count_; ++w) {
        const DeviceWarp& warp = warps_.host<DeviceWarp>()[w];
        if (w < facts_.warps) steps += warp.steps;
        all_steps += warp.steps;
    }
    int status = 0;
    for (unsigned w = 0; w < count_ && status == 0; ++w) {
        const Ending ending = warps_.host<DeviceWarp>()[w].ending;
        if (ending != Ending::stopped && ending != Ending::waits) status = report_left(w);
    }
    if (status == 0) {
        std::printf("stop after %llu steps\n", static_cast<unsigned long long>(steps));
        for (unsigned w = 0; w < facts_.warps; ++w) {
            std::printf(facts_.warps > 1 ? "\nwarp %u\n" : "\n", w);
            print_warp(w);
        }
        print_memory();
        if (options_.copies > 1) std::printf("\nthe other %u copies stopped, too\n", options_.copies - 1);
    }
    if (options_.time) {
        std::fprintf(stderr, "time: %.6f s on the device, %.4g steps per second\n", seconds_,
                     seconds_ > 0 ? static_cast<double>(all_steps) / seconds_ : 0.0);
    }
    return status;
}

inline long long parse_number(const char* option, const char* text, long long most) {
    char* end = nullptr;
    const long long value = text == nullptr ? 0 : std::strtoll(text, &end, 10);
    if (text == nullptr || *text == '\0' || *end != '\0' || value < 1 || value > most)
        fail("expected a number after ", option);
    return value;
}

inline int run_main(const Facts& facts, int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--time") == 0) {
            options.time = true;
        } else if (std::strcmp(argv[i], "--copies") == 0) {
            options.copies =
                static_cast<unsigned>(parse_number("--copies", argv[++i], (1LL << 31) / facts.warps - 1));
        } else if (std::strcmp(argv[i], "--memory") == 0) {
            options.memory = parse_number("--memory", argv[++i], 1LL << 32);
        } else {
            std::printf(
                "usage: %s [--copies N] [--time] [--memory WORDS]\n\n"
                "Runs the program with its initial memory, and prints the result like musimd run.\n"
                "--copies  run N copies at once, each with its own memory\n"
                "--time    print the time on the device to standard error\n"
                "--memory  words of memory, at least %lld\n",
                argv[0], static_cast<long long>(facts.limit));
            return std::strcmp(argv[i], "--help") == 0 ? 0 : 2;
        }
    }
    return Run(facts, options).run();
}

}  // namespace musimd::native
