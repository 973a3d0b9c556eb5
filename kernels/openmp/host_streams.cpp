#include <array>
#include <bit>
#include <sstream>

#include "isa/word.hpp"
#include "kernels/openmp/host_library.hpp"

// Streams of C++: the host's own formats them.

namespace musimd::kernels::openmp {
namespace {

/// In the order of their bits in dsl/openmp/headers/c++/bits/ios_settings.h.
constexpr std::array<std::ios::fmtflags, 15> kFlags = {
    std::ios::boolalpha, std::ios::dec,     std::ios::fixed,  std::ios::hex,        std::ios::internal,
    std::ios::left,      std::ios::oct,     std::ios::right,  std::ios::scientific, std::ios::showbase,
    std::ios::showpoint, std::ios::showpos, std::ios::skipws, std::ios::unitbuf,    std::ios::uppercase};

std::int64_t integer(const PrintedValue& value) {
    return static_cast<std::int64_t>(word_of_pattern(value.bits, value.type));
}

void put_number(std::ostream& to, const PrintedValue& value) {
    switch (value.type) {
        case Type::f32:
            to << std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
            break;
        case Type::f64:
            to << std::bit_cast<double>(value.bits);
            break;
        case Type::u64:
            to << value.bits;
            break;
        case Type::i32:  // as an int, which `hex` shows in 32 bits
            to << static_cast<std::int32_t>(integer(value));
            break;
        case Type::i16:
            to << static_cast<std::int16_t>(integer(value));
            break;
        default:
            to << integer(value);
    }
}

std::uint64_t exchange_flags(std::ios& stream, std::uint64_t mask, std::uint64_t wanted) {
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < kFlags.size(); ++i) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        if ((stream.flags() & kFlags[i]) != 0) before |= bit;
        if ((mask & bit) == 0) continue;
        stream.unsetf(kFlags[i]);
        if ((wanted & bit) != 0) stream.setf(kFlags[i]);
    }
    return before;
}

}  // namespace

void HostLibrary::put_to_stream(std::int64_t file, const std::string& text) {
    std::ostringstream& stream = files_.stream(file);
    if (stream.width() == 0) {
        print(file, text);
        return;
    }
    stream << text;
    print(file, stream.str());
    stream.str("");
}

std::uint64_t HostLibrary::put_to_stream(const Arguments& a) {
    const PrintedValue& value = a[1].value;
    const std::string_view kind = a[1].object;
    const std::int64_t file = integer(a[0].value);
    if (kind == "text") {
        put_to_stream(file, text_at(integer(value)));
        return 0;
    }
    std::ostringstream& stream = files_.stream(file);
    if (kind == "character")
        stream << static_cast<char>(integer(value));
    else if (kind == "boolean")
        stream << (value.bits != 0);
    else if (kind == "pointer")
        stream << reinterpret_cast<const void*>(value.bits);  // NOLINT: as C++ prints an address
    else
        put_number(stream, value);
    print(file, stream.str());
    stream.str("");
    return 0;
}

std::uint64_t HostLibrary::set_stream(const Arguments& a) {
    const std::int64_t file = integer(a[0].value);
    std::ostringstream& stream = files_.stream(file);
    const auto mask = static_cast<std::uint64_t>(integer(a[2].value));
    const auto value = integer(a[3].value);
    switch (integer(a[1].value)) {
        case 'f':
            return exchange_flags(stream, mask, static_cast<std::uint64_t>(value));
        case 'p':
            return static_cast<std::uint64_t>(mask != 0 ? stream.precision(value) : stream.precision());
        case 'w':
            return static_cast<std::uint64_t>(mask != 0 ? stream.width(value) : stream.width());
        case 'c':
            return static_cast<unsigned char>(mask != 0 ? stream.fill(static_cast<char>(value))
                                                        : stream.fill());
        default:  // 't': it has no text any more
            if (HostFiles::File* const opened = files_.find(file)) {
                opened->text->clear();
                opened->at = 0;
            }
            return 0;
    }
}

}  // namespace musimd::kernels::openmp
