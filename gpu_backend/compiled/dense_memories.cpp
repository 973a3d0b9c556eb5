#include "gpu_backend/compiled/dense_memories.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "simulator/native/dense_memory.hpp"

namespace musimd::gpu {
namespace {

using native::kPageWords;

/// Memories up to this size are copied in one piece, larger ones page by page.
constexpr std::size_t kMaxCopied = std::size_t{256} << 20;

constexpr std::size_t whole(std::size_t bytes) {
    return (bytes + 255) / 256 * 256;
}

std::size_t page_count(std::int64_t limit) {
    return static_cast<std::size_t>((limit + kPageWords - 1) / kPageWords);
}

}  // namespace

std::size_t DenseMemories::bytes(const Program& program, std::size_t grids, std::int64_t limit, bool claims) {
    const auto count = static_cast<std::size_t>(limit);
    const std::size_t word = program.word.width > 32 ? 8 : 4;
    return grids *
           (whole(count * word) + whole(count) + whole(page_count(limit)) + (claims ? whole(count * 8) : 0));
}

DenseMemories::DenseMemories(Device& device, const Program& program, std::size_t grids, std::int64_t limit,
                             bool claims)
    : word_(program.word), wide_(program.word.width > 32), limit_(limit) {
    const auto count = static_cast<std::size_t>(limit);
    words_ = {0, whole(count * (wide_ ? 8 : 4))};
    defined_ = {words_.of(grids), whole(count)};
    pages_ = {defined_.of(grids), whole(page_count(limit))};
    claims_ = {pages_.of(grids), claims ? whole(count * 8) : 0};
    block_ = device.allocate(claims_.of(grids));
    if (block_ != nullptr && claims_.begin <= kMaxCopied) copy_.resize(claims_.begin);
}

void DenseMemories::write(std::size_t offset, const void* from, std::size_t bytes) {
    if (copy_.empty()) {
        block_->write(offset, from, bytes);
    } else {
        std::memcpy(copy_.data() + offset, from, bytes);
    }
}

std::vector<std::byte> DenseMemories::read(std::size_t offset, std::size_t bytes) const {
    std::vector<std::byte> result(bytes);
    if (copy_.empty()) {
        block_->read(offset, result.data(), bytes);
    } else {
        std::memcpy(result.data(), copy_.data() + offset, bytes);
    }
    return result;
}

void DenseMemories::preload(std::size_t grid, const Preload& preload) {
    if (preload.count == 0) return;
    const auto count = static_cast<std::size_t>(preload.count);
    const auto first = static_cast<std::size_t>(preload.address);
    const auto put = [&](auto zero) {
        std::vector<decltype(zero)> words(count);
        for (std::size_t i = 0; i < count; ++i)
            words[i] = static_cast<decltype(zero)>(word_.wrapped(preload.word(static_cast<std::int64_t>(i))));
        write(words_.of(grid) + first * sizeof zero, words.data(), count * sizeof zero);
    };
    if (wide_) {
        put(std::int64_t{});
    } else {
        put(std::int32_t{});
    }
    const std::vector<std::uint8_t> ones(count, 1);
    write(defined_.of(grid) + first, ones.data(), count);
    const std::size_t first_page = first / kPageWords;
    write(pages_.of(grid) + first_page, ones.data(), (first + count - 1) / kPageWords - first_page + 1);
}

void DenseMemories::push() {
    if (!copy_.empty()) block_->write(0, copy_.data(), copy_.size());
}

native::Sigma DenseMemories::sigma(std::size_t grid) const {
    char* const first = static_cast<char*>(block_->address());
    native::Sigma result;
    result.words = first + words_.of(grid);
    result.defined = reinterpret_cast<std::uint8_t*>(first + defined_.of(grid));
    result.pages = reinterpret_cast<std::uint8_t*>(first + pages_.of(grid));
    if (claims_.each != 0) result.claims = reinterpret_cast<std::uint64_t*>(first + claims_.of(grid));
    result.limit = limit_;
    result.phase = std::uint64_t{1} << 40;
    result.only_thread = false;
    return result;
}

void DenseMemories::pull() {
    if (!copy_.empty()) block_->read(0, copy_.data(), copy_.size());
}

Memory DenseMemories::memory(std::size_t grid) const {
    Memory result;
    const std::size_t count = page_count(limit_);
    const auto touched = read(pages_.of(grid), count);
    for (std::size_t page = 0; page < count;) {
        std::size_t end = page;
        while (end < count && touched[end] != std::byte{0}) ++end;
        if (end == page) {
            ++page;
            continue;
        }
        const std::int64_t first = static_cast<std::int64_t>(page) * kPageWords;
        const std::int64_t last = std::min(static_cast<std::int64_t>(end) * kPageWords, limit_);
        const auto at = static_cast<std::size_t>(first);
        const auto words = static_cast<std::size_t>(last - first);
        const std::size_t word = wide_ ? 8 : 4;
        const auto found = read(words_.of(grid) + at * word, words * word);
        const auto defined = read(defined_.of(grid) + at, words);
        native::add_words(result, first, last - first, found.data(), wide_,
                          reinterpret_cast<const std::uint8_t*>(defined.data()));
        page = end;
    }
    return result;
}

}  // namespace musimd::gpu
