#include "simulator/native/dense_memory.hpp"

#include <algorithm>
#include <span>

#include "simulator/codegen/translation.hpp"
#include "simulator/preload.hpp"

namespace musimd::native {

static_assert(kPageWords == host::Arena::kPage);

namespace {

host::Arena::Kind kind_for(const Program& program) {
    if (program.warps == 1 && program.races != RaceMode::thread) return host::Arena::Kind::words;
    const bool is_short =
        program.word.width <= 32 && program.races != RaceMode::thread && !codegen::claims_by_blocks(program);
    return is_short ? host::Arena::Kind::words_and_short_claims : host::Arena::Kind::words_and_claims;
}

}  // namespace

DenseMemory::DenseMemory(const Program& program, std::int64_t max_address)
    : wide_(program.word.width > 32),
      end_(std::min(max_address + program.grid * program.shared_words(), kMaxAddresses - 1) + 1),
      arena_(end_, kind_for(program)),
      good_(arena_.good()) {
    good_ &= program.shared_words() == 0 || end_ == max_address + 1 + program.grid * program.shared_words();
    sigma_.words = arena_.words;
    sigma_.defined = arena_.defined;
    find_claims();
    sigma_.pages = arena_.used;
    sigma_.limit = std::min(max_address, kMaxAddresses - 1) + 1;
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
        arena_.expect(preload.count);
        good_ &= preload.count <= sigma_.limit && preload.address <= sigma_.limit - preload.count;
    }
    if (good_) each_preloaded_word(program, [&](std::int64_t a, Value word) { put(a, word); });
}

Memory DenseMemory::to_memory() const {
    Memory memory;
    for (std::int64_t first = 0; first < end_; first += kPageWords) {
        if (sigma_.pages[first / kPageWords] == 0) continue;
        add_words(memory, first, std::min(kPageWords, end_ - first),
                  static_cast<const char*>(sigma_.words) + first * (wide_ ? 8 : 4), wide_,
                  sigma_.defined + first);
    }
    return memory;
}

void add_words(Memory& memory, std::int64_t address, std::int64_t count, const void* words, bool wide,
               const std::uint8_t* defined) {
    const std::span<const std::uint8_t> there(defined, static_cast<std::size_t>(count));
    if (wide) {
        memory.append(address, static_cast<const std::int64_t*>(words), there);
    } else {
        memory.append(address, static_cast<const std::int32_t*>(words), there);
    }
}

}  // namespace musimd::native
