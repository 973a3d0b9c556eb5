#include "kernels/openmp/host_memory.hpp"

#include <algorithm>
#include <vector>

#include "isa/word.hpp"

namespace musimd::kernels::openmp {

/// Regions of partial values and objects without memory are empty.
dsl::Region* HostMemory::region_at(std::int64_t address) {
    const auto has = [&](const dsl::Region& region) {
        return region.address != 0 && region.address <= address &&
               address < region.address + std::ssize(region.words);
    };
    if (latest_ != nullptr && has(*latest_)) return latest_;
    for (auto* list : {&state_.memory, &state_.unnamed}) {
        const auto found = std::ranges::find_if(*list, has);
        if (found != list->end()) return latest_ = &*found;
    }
    return nullptr;
}

std::optional<HostMemory::Word> HostMemory::word(std::int64_t address) {
    dsl::Region* const region = region_at(address);
    if (region == nullptr) return std::nullopt;
    if (const auto held = kept_.word_at(address)) return Word{held->first, held->second};
    const auto i = static_cast<std::size_t>(address - region->address);
    return Word{&region->words[i], region->defined.empty() ? nullptr : &region->defined[i]};
}

std::optional<std::uint64_t> HostMemory::read(std::int64_t address, Type type) {
    const auto at = word(address);
    if (!at || (at->defined != nullptr && *at->defined == 0)) return std::nullopt;
    return pattern_of_word(*at->value, type);
}

bool HostMemory::write(std::int64_t address, Type type, std::uint64_t pattern) {
    const auto at = word(address);
    if (!at) return false;
    *at->value = word_of_pattern(pattern, type);
    if (at->defined != nullptr) *at->defined = 1;
    return true;
}

std::optional<std::string> HostMemory::text(std::int64_t address) {
    std::string result;
    for (const std::int64_t end = address + numbers_from(address); address < end; ++address) {
        const auto byte = read(address, Type::i8);
        if (!byte) return std::nullopt;
        if (*byte == 0) return result;
        result += static_cast<char>(*byte);
    }
    return std::nullopt;
}

bool HostMemory::write_text(std::int64_t address, std::string_view text) {
    if (numbers_from(address) <= std::ssize(text)) return false;
    for (const char c : text) write(address++, Type::i8, static_cast<unsigned char>(c));
    return write(address, Type::i8, 0);
}

std::int64_t HostMemory::numbers_from(std::int64_t address) {
    const dsl::Region* const region = region_at(address);
    return region == nullptr ? 0 : region->address + std::ssize(region->words) - address;
}

void HostMemory::copy(std::int64_t to, std::int64_t from, std::int64_t count) {
    for (std::int64_t i = 0; i < std::min({count, numbers_from(to), numbers_from(from)}); ++i) {
        const Word source = *word(from + i);
        const Word target = *word(to + i);
        *target.value = *source.value;
        const std::uint8_t is_defined = source.defined == nullptr ? 1 : *source.defined;
        if (target.defined != nullptr) *target.defined = is_defined;
    }
}

}  // namespace musimd::kernels::openmp
