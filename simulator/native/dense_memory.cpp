#include "simulator/native/dense_memory.hpp"

#include <sys/mman.h>

#include <algorithm>

namespace musimd::native {
namespace {

constexpr std::size_t kBehind = 64;  // a strip of lanes may begin at the last address

}  // namespace

ZeroPages::ZeroPages(std::size_t bytes)
    : bytes_(bytes),
      memory_(bytes == 0 ? nullptr
                         : mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (memory_ == MAP_FAILED) memory_ = nullptr;
}

ZeroPages::~ZeroPages() {
    if (memory_ != nullptr) munmap(memory_, bytes_);
}

DenseMemory::DenseMemory(const Program& program, std::int64_t max_address, bool claims)
    : wide_(program.word.width > 32),
      places_(static_cast<std::size_t>(std::min(max_address, kMostAddresses - 1)) + 1 + kBehind),
      words_(places_ * (wide_ ? 8 : 4)),
      defined_(places_),
      claims_(claims ? places_ * 8 : 0),
      pages_(places_ / kPageWords + 1),
      good_(words_.get() != nullptr && defined_.get() != nullptr && pages_.get() != nullptr &&
            (!claims || claims_.get() != nullptr)) {
    sigma_.words = words_.get();
    sigma_.defined = static_cast<std::uint8_t*>(defined_.get());
    sigma_.claims = static_cast<std::uint64_t*>(claims_.get());
    sigma_.pages = static_cast<std::uint8_t*>(pages_.get());
    sigma_.limit = static_cast<std::int64_t>(places_ - kBehind);
    sigma_.phase = std::uint64_t{1} << 40;
    if (good_) preload(program);
}

void DenseMemory::put(std::int64_t address, Value word) {
    if (wide_) {
        static_cast<std::int64_t*>(sigma_.words)[address] = word;
    } else {
        static_cast<std::int32_t*>(sigma_.words)[address] = static_cast<std::int32_t>(word);
    }
    sigma_.defined[address] = 1;
    sigma_.pages[address / kPageWords] = 1;
}

void DenseMemory::preload(const Program& program) {
    for (const Preload& preload : program.preloads) {
        if (preload.count > sigma_.limit || preload.address > sigma_.limit - preload.count) {
            good_ = false;
            return;
        }
        for (std::int64_t i = 0; i < preload.count; ++i)
            put(preload.address + i, program.word.wrapped(preload.word(i)));
    }
}

Memory DenseMemory::to_memory() const {
    Memory memory;
    for (std::int64_t page = 0; page * kPageWords < sigma_.limit; ++page) {
        if (sigma_.pages[page] == 0) continue;
        const std::int64_t end = std::min((page + 1) * kPageWords, sigma_.limit);
        add_words(memory, page * kPageWords, end - page * kPageWords,
                  static_cast<const char*>(sigma_.words) + page * kPageWords * (wide_ ? 8 : 4), wide_,
                  sigma_.defined + page * kPageWords);
    }
    return memory;
}

void add_words(Memory& memory, std::int64_t address, std::int64_t count, const void* words, bool wide,
               const std::uint8_t* defined) {
    for (std::int64_t i = 0; i < count; ++i) {
        if (defined[i] == 0) continue;
        memory.set(address + i, wide ? static_cast<const std::int64_t*>(words)[i]
                                     : Value{static_cast<const std::int32_t*>(words)[i]});
    }
}

}  // namespace musimd::native
