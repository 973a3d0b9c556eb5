#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What a child process sends to its parent, as bytes. Both are the same program.

namespace musimd::differential::harness {

class Wire {
  public:
    void put(std::uint64_t word) { text_.append(reinterpret_cast<const char*>(&word), sizeof word); }

    void put(std::string_view text) {
        put(text.size());
        text_ += text;
    }

    void put(const std::vector<std::uint64_t>& words) {
        put(words.size());
        text_.append(reinterpret_cast<const char*>(words.data()), words.size() * sizeof words[0]);
    }

    std::string text() && { return std::move(text_); }

  private:
    std::string text_;
};

/// Reads what a Wire wrote, in the same order.
class WireReader {
  public:
    explicit WireReader(std::string_view text) : rest_(text) {}

    std::uint64_t word() {
        std::uint64_t word = 0;
        copy(&word, sizeof word);
        return word;
    }

    std::string text() {
        std::string text(word(), '\0');
        copy(text.data(), text.size());
        return text;
    }

    std::vector<std::uint64_t> words() {
        std::vector<std::uint64_t> words(word());
        copy(words.data(), words.size() * sizeof words[0]);
        return words;
    }

  private:
    void copy(void* to, std::size_t bytes) {
        if (bytes != 0) std::memcpy(to, rest_.data(), bytes);
        rest_.remove_prefix(bytes);
    }

    std::string_view rest_;
};

}  // namespace musimd::differential::harness
