#pragma once

#include <cstring>
#include <initializer_list>

#include "gpu_backend/portable/backend.hpp"

// Buffers of words for launches on backends of standard APIs.

namespace musimd::test {

template <typename Word>
std::vector<std::byte> bytes_of(const std::vector<Word>& words) {
    std::vector<std::byte> bytes(words.size() * sizeof(Word));
    if (!words.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

template <typename Word>
std::vector<Word> words_of(const std::vector<std::byte>& bytes) {
    std::vector<Word> words(bytes.size() / sizeof(Word));
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(Word));
    return words;
}

}  // namespace musimd::test
