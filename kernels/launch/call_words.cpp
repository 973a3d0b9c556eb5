#include "kernels/launch/call_words.hpp"

namespace musimd::kernels::openmp {
namespace {

ObjectWords words_of(dsl::Region& region, const KeptMemory& kept) {
    ObjectWords result{.first = region.address, .end = region.address + std::ssize(region.words)};
    if (const host::Arena* arena = kept.held(result.end)) {
        result.words = static_cast<Value*>(arena->words) + region.address;
        result.defined = arena->defined + region.address;
        return result;
    }
    result.words = region.words.data();
    result.defined = region.defined.empty() ? nullptr : region.defined.data();
    return result;
}

bool is_at(const dsl::Region& region, std::int64_t address) {
    return region.address != 0 && region.address <= address &&
           address < region.address + std::ssize(region.words);
}

}  // namespace

std::optional<ObjectWords> object_words(std::int64_t address, CallState& state, const KeptMemory& kept) {
    for (std::size_t b = 0; b < state.memory.size(); ++b) {
        if (!is_at(state.memory[b], address)) continue;
        ObjectWords result = words_of(state.memory[b], kept);
        result.buffer = static_cast<dsl::BufferId>(b);
        return result;
    }
    for (dsl::Region& region : state.unnamed) {
        if (is_at(region, address)) return words_of(region, kept);
    }
    return std::nullopt;
}

}  // namespace musimd::kernels::openmp
