#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

// Numbers as bytes. A varint has seven bits of the number in each byte, the lowest first; the highest bit is
// set in all but the last. A signed number n is 2n, or −2n − 1 if it is negative.

namespace musimd::views::trace {

constexpr std::uint64_t folded(std::uint64_t n) {
    return (n << 1) ^ (static_cast<std::int64_t>(n) < 0 ? ~std::uint64_t{0} : 0);
}
constexpr std::uint64_t unfolded(std::uint64_t n) {
    return (n >> 1) ^ ((n & 1) != 0 ? ~std::uint64_t{0} : 0);
}

class ByteWriter {
  public:
    void varint(std::uint64_t n) {
        if (bytes_.size() - used_ < kLongest) bytes_.resize(2 * bytes_.size() + 64);
        auto* to = reinterpret_cast<unsigned char*>(bytes_.data()) + used_;
        for (; n >= 128; n >>= 7) *to++ = static_cast<unsigned char>(n | 128);
        *to++ = static_cast<unsigned char>(n);
        used_ = static_cast<std::size_t>(to - reinterpret_cast<unsigned char*>(bytes_.data()));
    }
    /// A difference of words modulo 2^64, short if it is near 0.
    void difference(std::uint64_t n) { varint(folded(n)); }

    std::string_view bytes() const { return {bytes_.data(), used_}; }
    std::size_t size() const { return used_; }
    void clear() { used_ = 0; }

  private:
    static constexpr std::size_t kLongest = 10;
    std::string bytes_;  ///< buffer of which `used_` bytes are written
    std::size_t used_ = 0;
};

/// What a reader throws at bytes that no writer writes.
struct BadTrace {
    const char* message;
};

class ByteReader {
  public:
    explicit ByteReader(std::string_view bytes = {}) : bytes_(bytes) {}

    bool empty() const { return bytes_.empty(); }
    std::size_t size() const { return bytes_.size(); }

    std::uint64_t varint() {
        std::uint64_t n = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (bytes_.empty()) throw BadTrace{"a number is truncated"};
            const auto byte = static_cast<unsigned char>(bytes_.front());
            bytes_.remove_prefix(1);
            n |= std::uint64_t{byte & 127U} << shift;
            if (byte < 128) return n;
        }
        throw BadTrace{"a number is too long"};
    }
    /// A varint of at most this.
    std::uint64_t varint(std::uint64_t most) {
        const std::uint64_t n = varint();
        if (n > most) throw BadTrace{"a number is too large"};
        return n;
    }
    std::uint64_t difference() { return unfolded(varint()); }

    std::string_view take(std::uint64_t count) {
        if (count > bytes_.size()) throw BadTrace{"a section is truncated"};
        const std::string_view taken = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return taken;
    }

  private:
    std::string_view bytes_;
};

/// The checksum of a block: from h = the block's letter, h := (h xor w) · 0x9E3779B97F4A7C15, then h := h xor
/// (h >> 29), for each word w of eight bytes, the lowest first; the last one is filled up with zeros.
inline std::uint64_t checksum(char letter, std::string_view bytes) {
    auto h = static_cast<std::uint64_t>(static_cast<unsigned char>(letter));
    while (!bytes.empty()) {
        unsigned char part[8] = {};
        const std::size_t count = bytes.size() < 8 ? bytes.size() : 8;
        std::memcpy(part, bytes.data(), count);
        bytes.remove_prefix(count);
        std::uint64_t word = 0;
        for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{part[i]} << (8 * i);
        h = (h ^ word) * 0x9E3779B97F4A7C15U;
        h ^= h >> 29;
    }
    return h;
}

}  // namespace musimd::views::trace
