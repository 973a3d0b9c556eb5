#include "kernels/spmd/numpy_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "host/pattern.hpp"

namespace musimd::kernels {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeader = 4096;

tl::unexpected<std::string> file_error(std::string text) {
    return tl::unexpected<std::string>(std::move(text));
}

struct Header {
    std::string type;  ///< `<f4`
    bool by_columns = false;
    std::vector<std::size_t> shape;
};

std::uint64_t little_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// So many bytes; fewer at the end of the file.
std::string take(std::istream& file, std::size_t count) {
    std::string bytes(count, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(count));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

/// The Python dictionary before the elements.
std::optional<std::string> header_text(std::istream& file) {
    const std::string start = take(file, kMagic.size() + 2);
    if (!start.starts_with(kMagic) || start.size() != kMagic.size() + 2) return std::nullopt;
    const std::size_t size_bytes = start[kMagic.size()] == 1 ? 2 : 4;
    const std::string size = take(file, size_bytes);
    if (size.size() != size_bytes || little_endian(size) > kMaxHeader) return std::nullopt;
    std::string text = take(file, little_endian(size));
    return text.size() == little_endian(size) ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<Header> read_header(std::istream& file) {
    static const host::Pattern kType("'descr': *'([^']*)'");
    static const host::Pattern kOrder("'fortran_order': *(True|False)");
    static const host::Pattern kShape("'shape': *\\(([0-9, ]*)\\)");
    static const host::Pattern kNumber("\\d{1,18}");
    const auto text = header_text(file);
    if (!text) return std::nullopt;
    const auto type = kType.search(*text);
    const auto order = kOrder.search(*text);
    const auto shape = kShape.search(*text);
    if (!type || !order || !shape) return std::nullopt;
    Header header{.type = type->group(1), .by_columns = order->group(1) == "True", .shape = {}};
    for (const host::Pattern::Match& number : kNumber.search_all(shape->group(1)))
        header.shape.push_back(std::stoull(number.text()));
    return header;
}

/// As numpy names it: `<f4`, `|u1`.
std::string numpy_name(Type type) {
    const char kind = is_float(type) ? 'f' : is_signed_integer(type) ? 'i' : 'u';
    const int bytes = width_of(type) / 8;
    return fmt::format("{}{}{}", bytes == 1 ? '|' : '<', kind, bytes);
}

}  // namespace

tl::expected<std::vector<std::uint64_t>, std::string> read_numpy_file(const std::string& path, Type type,
                                                                      std::size_t most_elements) {
    std::ifstream file(path, std::ios::binary);
    if (!file || file.peek() == std::ifstream::traits_type::eof())
        return file_error(fmt::format("{} cannot be read, or is empty", path));
    const auto header = read_header(file);
    if (!header) return file_error(fmt::format("{} is not an array as numpy.save writes it", path));
    const std::string expected = numpy_name(type);
    if (header->type != expected && !(header->type == "|b1" && expected == "|u1"))
        return file_error(
            fmt::format("{} has elements of the type '{}'; expected '{}' ({}), as returned by .astype('{}')",
                        path, header->type, expected, to_string(type), expected));
    if (header->by_columns && header->shape.size() > 1)
        return file_error(
            fmt::format("{} is stored in column-major order; expected row-major order, as returned by "
                        "numpy.ascontiguousarray",
                        path));
    std::size_t elements = 1;
    for (const std::size_t n : header->shape) {
        if (n != 0 && elements > most_elements / n)
            return file_error(fmt::format("{} has more than {} elements", path, most_elements));
        elements *= n;
    }
    const auto width = static_cast<std::size_t>(width_of(type)) / 8;
    const std::string bytes = take(file, elements * width);
    if (bytes.size() != elements * width)
        return file_error(
            fmt::format("{} ends after {} of {} elements", path, bytes.size() / width, elements));
    std::vector<std::uint64_t> patterns;
    for (std::size_t i = 0; i < elements; ++i)
        patterns.push_back(little_endian(std::string_view(bytes).substr(i * width, width)));
    return patterns;
}

}  // namespace musimd::kernels
