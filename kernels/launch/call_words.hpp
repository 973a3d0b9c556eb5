#pragma once

#include <cstdint>
#include <optional>

#include "kernels/launch/kept_memory.hpp"
#include "kernels/launch/part.hpp"

namespace musimd::kernels::openmp {

/// The words of one object between two parts, wherever they are.
struct ObjectWords {
    std::int64_t first = 0;  ///< address
    std::int64_t end = 0;
    std::optional<dsl::BufferId> buffer = {};  ///< whose memory it is; nothing if it has no name any more
    Value* words = nullptr;
    std::uint8_t* defined = nullptr;  ///< null: all are

    bool contains(std::int64_t address) const { return first <= address && address < end; }
    bool is_defined(std::int64_t address) const {
        return defined == nullptr || defined[address - first] != 0;
    }
    Value& at(std::int64_t address) const { return words[address - first]; }
};

/// The object at the address, or nothing.
std::optional<ObjectWords> object_words(std::int64_t address, CallState& state, const KeptMemory& kept);

}  // namespace musimd::kernels::openmp
