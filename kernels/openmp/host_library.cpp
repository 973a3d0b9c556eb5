#include "kernels/openmp/host_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <optional>

#include "isa/word.hpp"
#include "kernels/openmp/scan.hpp"

namespace musimd::kernels::openmp {
namespace {

constexpr std::uint64_t kEndOfFile = static_cast<std::uint64_t>(-1);

std::int64_t number(const HostArgument& a) {
    return static_cast<std::int64_t>(word_of_pattern(a.value.bits, a.value.type));
}

/// A number of an object, and where its bytes are.
struct Place {
    Type type = Type::i8;
    std::int64_t offset = 0;
};

/// Of the object `i32@0,f64@8;16`.
struct Layout {
    std::vector<Place> numbers;
    std::int64_t bytes = 0;
};

std::optional<Layout> layout_of(std::string_view object) {
    Layout result;
    const std::size_t end = object.find(';');
    if (end == std::string_view::npos) return std::nullopt;
    result.bytes = std::strtoll(std::string(object.substr(end + 1)).c_str(), nullptr, 10);
    for (std::string_view rest = object.substr(0, end); !rest.empty();) {
        const std::string_view one = rest.substr(0, rest.find(','));
        const std::size_t at = one.find('@');
        const auto type = type_named(one.substr(0, at));
        if (!type || at == std::string_view::npos) return std::nullopt;
        result.numbers.push_back({*type, std::strtoll(std::string(one.substr(at + 1)).c_str(), nullptr, 10)});
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    }
    return result.numbers.empty() || result.bytes <= 0 ? std::nullopt : std::optional(std::move(result));
}

Type type_of_object(const HostArgument& a) {
    const auto layout = layout_of(a.object);
    return layout ? layout->numbers.front().type : Type::i8;
}

std::uint64_t pattern_of(double value, Type type) {
    if (type == Type::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<std::uint64_t>(value);
}

}  // namespace

struct HostLibrary::Function {
    std::string_view name;
    std::size_t arguments;  ///< at least
    std::uint64_t (HostLibrary::*call)(const Arguments&);
};

const HostLibrary::Function* HostLibrary::find(std::string_view name) {
    using Self = HostLibrary;
    static constexpr std::array<Function, 40> kFunctions = {{
        {"fopen", 2, &Self::open},
        {"fclose", 1, &Self::close},
        {"remove", 1, &Self::remove},
        {"feof", 1, &Self::at_end},
        {"fgetc", 1, &Self::get},
        {"getc", 1, &Self::get},
        {"getchar", 0, &Self::get},
        {"ungetc", 2, &Self::unget},
        {"fgets", 3, &Self::get_line},
        {"fputc", 2, &Self::put},
        {"putc", 2, &Self::put},
        {"putchar", 1, &Self::put},
        {"puts", 1, &Self::put_text},
        {"fputs", 2, &Self::put_text},
        {"perror", 1, &Self::put_text},
        {"fread", 4, &Self::read},
        {"fwrite", 4, &Self::write},
        {"fseek", 3, &Self::seek},
        {"ftell", 1, &Self::tell},
        {"rewind", 1, &Self::rewind},
        {"printf", 1, &Self::print_to_output},
        {"fprintf", 2, &Self::print_to_file},
        {"sprintf", 2, &Self::print_to_text},
        {"snprintf", 3, &Self::print_to_short_text},
        {"scanf", 1, &Self::scan_input},
        {"fscanf", 2, &Self::scan_file},
        {"sscanf", 2, &Self::scan_text},
        {"strtod", 2, &Self::to_double},
        {"strtold", 2, &Self::to_double},
        {"strtof", 2, &Self::to_double},
        {"atof", 1, &Self::to_double},
        {"open", 2, &Self::open_descriptor},
        {"close", 1, &Self::close},
        {"read", 3, &Self::read_bytes},
        {"write", 3, &Self::write_bytes},
        {"lseek", 3, &Self::seek_to},
        {"stream_put", 2, &Self::put_to_stream},
        {"musimd_stream_setting", 4, &Self::set_stream},
        {"count_numbers", 1, &Self::count_numbers},
        {"copy_numbers", 3, &Self::copy_numbers},
    }};
    const auto* found = std::ranges::find(kFunctions, name, &Function::name);
    return found == kFunctions.end() ? nullptr : found;
}

std::uint64_t HostLibrary::call(std::string_view name, const Arguments& arguments) {
    const Function* f = find(name);
    if (f == nullptr || arguments.size() < f->arguments)
        throw BadMemory(fmt::format("`{}` is called with too few arguments", name));
    const std::uint64_t result = (this->*f->call)(arguments);
    if (name == "strtof") return pattern_of(std::bit_cast<double>(result), Type::f32);
    return result;
}

std::string HostLibrary::text_at(std::int64_t address) const {
    if (address == 0) return "(null)";
    const auto text = memory_.text(address);
    if (!text) throw BadMemory("the text does not end inside of its object");
    return *text;
}

void HostLibrary::write_text(std::int64_t address, std::string_view text) {
    if (!memory_.write_text(address, text))
        throw BadMemory(fmt::format("{} bytes are written to an object that has {} from there on",
                                    text.size() + 1, memory_.numbers_from(address)));
}

// ---- files

std::uint64_t HostLibrary::open(const Arguments& a) {
    return static_cast<std::uint64_t>(files_.open(text_at(number(a[0])), text_at(number(a[1]))));
}

std::uint64_t HostLibrary::close(const Arguments& a) {
    const std::int64_t file = number(a[0]);
    if (file == 0) throw BadMemory("`fclose` of a null pointer");
    return files_.close(file) || file <= HostFiles::kInput ? 0 : kEndOfFile;
}

std::uint64_t HostLibrary::remove(const Arguments& a) {
    return files_.remove(text_at(number(a[0]))) ? 0 : kEndOfFile;
}

namespace {

HostFiles::File& opened(HostFiles& files, std::int64_t number) {
    HostFiles::File* const file = files.find(number);
    if (file == nullptr)
        throw BadMemory(number == 0 ? "the file is a null pointer: it was not opened"
                                    : "the file is not open");
    return *file;
}

}  // namespace

std::uint64_t HostLibrary::at_end(const Arguments& a) {
    return opened(files_, number(a[0])).is_at_end ? 1 : 0;
}

std::uint64_t HostLibrary::get(const Arguments& a) {
    HostFiles::File& file = opened(files_, a.empty() ? HostFiles::kInput : number(a[0]));
    if (file.at < file.text->size()) return static_cast<unsigned char>((*file.text)[file.at++]);
    file.is_at_end = true;
    return kEndOfFile;
}

std::uint64_t HostLibrary::unget(const Arguments& a) {
    HostFiles::File& file = opened(files_, number(a[1]));
    if (file.at == 0 || number(a[0]) < 0) return kEndOfFile;
    --file.at;
    file.is_at_end = false;
    return a[0].value.bits;
}

std::uint64_t HostLibrary::get_line(const Arguments& a) {
    HostFiles::File& file = opened(files_, number(a[2]));
    const auto most = static_cast<std::size_t>(std::max<std::int64_t>(number(a[1]) - 1, 0));
    const std::size_t end = file.text->find('\n', file.at);
    file.is_at_end = end == std::string::npos && file.text->size() - file.at < most;
    if (file.at >= file.text->size()) return 0;
    const std::string line =
        file.text->substr(file.at, std::min(most, end == std::string::npos ? end : end + 1 - file.at));
    file.at += line.size();
    write_text(number(a[0]), line);
    return a[0].value.bits;
}

std::uint64_t HostLibrary::put(const Arguments& a) {
    print(a.size() == 1 ? HostFiles::kOutput : number(a[1]), std::string(1, static_cast<char>(number(a[0]))));
    return a[0].value.bits;
}

/// `puts`, `fputs`, and `perror`.
std::uint64_t HostLibrary::put_text(const Arguments& a) {
    const std::string text = text_at(number(a[0]));
    return a.size() == 1 ? print(HostFiles::kOutput, text + "\n") : print(number(a[1]), text);
}

std::uint64_t HostLibrary::read(const Arguments& a) {
    HostFiles::File& file = opened(files_, number(a[3]));
    const auto layout = layout_of(a[0].object);
    if (!layout) throw BadMemory("what `fread` reads has an unknown type");
    const std::int64_t size = number(a[1]);
    const std::int64_t wanted = size * number(a[2]);
    const std::int64_t left = std::ssize(*file.text) - static_cast<std::int64_t>(file.at);
    const std::int64_t given = std::min(wanted, std::max<std::int64_t>(left, 0));
    file.is_at_end = given < wanted;
    for (std::int64_t element = 0; (element + 1) * layout->bytes <= given; ++element) {
        for (std::size_t k = 0; k < layout->numbers.size(); ++k) {
            const Place& place = layout->numbers[k];
            std::uint64_t bits = 0;
            for (int b = width_of(place.type) / 8; b-- > 0;)
                bits =
                    bits << 8 | static_cast<unsigned char>(
                                    (*file.text)[file.at + static_cast<std::size_t>(element * layout->bytes +
                                                                                    place.offset + b)]);
            const std::int64_t at =
                number(a[0]) + element * std::ssize(layout->numbers) + static_cast<std::int64_t>(k);
            if (!memory_.write(at, place.type, bits)) throw BadMemory("`fread` writes outside of the object");
        }
    }
    file.at += static_cast<std::size_t>(given);
    return size == 0 ? 0 : static_cast<std::uint64_t>(given / size);
}

std::uint64_t HostLibrary::write(const Arguments& a) {
    const auto layout = layout_of(a[0].object);
    if (!layout) throw BadMemory("what `fwrite` writes has an unknown type");
    const std::int64_t bytes = number(a[1]) * number(a[2]);
    std::string text(static_cast<std::size_t>(std::max<std::int64_t>(bytes, 0)), '\0');
    for (std::int64_t element = 0; (element + 1) * layout->bytes <= bytes; ++element) {
        for (std::size_t k = 0; k < layout->numbers.size(); ++k) {
            const Place& place = layout->numbers[k];
            const std::int64_t at =
                number(a[0]) + element * std::ssize(layout->numbers) + static_cast<std::int64_t>(k);
            const auto bits = memory_.read(at, place.type);
            if (!bits) throw BadMemory("`fwrite` reads what has no value");
            for (int b = 0; b < width_of(place.type) / 8; ++b)
                text[static_cast<std::size_t>(element * layout->bytes + place.offset + b)] =
                    static_cast<char>(*bits >> (8 * b));
        }
    }
    print(number(a[3]), text);
    return a[2].value.bits;
}

std::uint64_t HostLibrary::seek(const Arguments& a) {
    HostFiles::File& file = opened(files_, number(a[0]));
    const std::int64_t from = number(a[2]) == 0   ? 0
                              : number(a[2]) == 1 ? static_cast<std::int64_t>(file.at)
                                                  : std::ssize(*file.text);
    if (from + number(a[1]) < 0) return kEndOfFile;
    file.at = static_cast<std::size_t>(from + number(a[1]));
    file.is_at_end = false;
    return 0;
}

std::uint64_t HostLibrary::tell(const Arguments& a) {
    return opened(files_, number(a[0])).at;
}

std::uint64_t HostLibrary::rewind(const Arguments& a) {
    HostFiles::File& file = opened(files_, number(a[0]));
    file.at = 0;
    file.is_at_end = false;
    return 0;
}

// ---- descriptors of files, whose numbers are those of the files

std::uint64_t HostLibrary::open_descriptor(const Arguments& a) {
    constexpr std::int64_t kWrites = 3;  // the bits of O_WRONLY and O_RDWR
    const std::int64_t file = files_.open(text_at(number(a[0])), (number(a[1]) & kWrites) == 0 ? "r" : "w+");
    return file == 0 ? kEndOfFile : static_cast<std::uint64_t>(file);
}

std::uint64_t HostLibrary::read_bytes(const Arguments& a) {
    const HostArgument one = {{Type::i64, 1}, "-"};
    return read({a[1], one, a[2], a[0]});
}

std::uint64_t HostLibrary::write_bytes(const Arguments& a) {
    const HostArgument one = {{Type::i64, 1}, "-"};
    return write({a[1], one, a[2], a[0]});
}

std::uint64_t HostLibrary::seek_to(const Arguments& a) {
    return seek(a) == kEndOfFile ? kEndOfFile : tell(a);
}

// ---- formats

std::string HostLibrary::formatted(const Arguments& a, std::size_t format) const {
    std::vector<PrintedValue> values;
    for (std::size_t i = format + 1; i < a.size(); ++i) values.push_back(a[i].value);
    return print_formatted(text_at(number(a[format])), values,
                           [this](std::int64_t address) { return text_at(address); });
}

std::uint64_t HostLibrary::print(std::int64_t file, const std::string& text) {
    if (file == HostFiles::kOutput || file == HostFiles::kErrors)
        print_(file, text);
    else
        HostFiles::write(opened(files_, file), text);
    return text.size();
}

std::uint64_t HostLibrary::print_to_output(const Arguments& a) {
    return print(HostFiles::kOutput, formatted(a, 0));
}

std::uint64_t HostLibrary::print_to_file(const Arguments& a) {
    return print(number(a[0]), formatted(a, 1));
}

std::uint64_t HostLibrary::print_to_text(const Arguments& a) {
    const std::string text = formatted(a, 1);
    write_text(number(a[0]), text);
    return text.size();
}

std::uint64_t HostLibrary::print_to_short_text(const Arguments& a) {
    const std::string text = formatted(a, 2);
    const std::int64_t size = number(a[1]);
    if (size > 0)
        write_text(number(a[0]), std::string_view(text).substr(0, static_cast<std::size_t>(size - 1)));
    return text.size();
}

std::uint64_t HostLibrary::scan(TextSource& from, const Arguments& a, std::size_t format) {
    std::size_t next = format + 1;
    const auto take = [&](const Scanned& scanned) {
        if (next >= a.size()) return false;
        const HostArgument& to = a[next++];
        if (const auto* text = std::get_if<std::string>(&scanned.value)) {
            if (scanned.is_text) {
                write_text(number(to), *text);
            } else {
                for (std::size_t i = 0; i < text->size(); ++i)
                    if (!memory_.write(number(to) + static_cast<std::int64_t>(i), Type::i8,
                                       static_cast<unsigned char>((*text)[i])))
                        throw BadMemory("`%c` writes outside of the object");
            }
            return true;
        }
        const Type type = type_of_object(to);
        const auto* floating = std::get_if<double>(&scanned.value);
        const std::uint64_t bits = floating != nullptr
                                       ? pattern_of(*floating, type)
                                       : static_cast<std::uint64_t>(std::get<std::int64_t>(scanned.value));
        if (is_float(type) != (floating != nullptr))
            throw BadMemory("a conversion of the format does not fit the type of its argument");
        if (!memory_.write(number(to), type, bits & low_bits(static_cast<std::size_t>(width_of(type)))))
            throw BadMemory("an argument of `scanf` points to no object");
        return true;
    };
    return static_cast<std::uint64_t>(
        static_cast<std::int64_t>(scan_formatted(from, text_at(number(a[format])), take)));
}

std::uint64_t HostLibrary::scan_input(const Arguments& a) {
    Arguments with_file = {HostArgument{{Type::i64, static_cast<std::uint64_t>(HostFiles::kInput)}, "-"}};
    with_file.insert(with_file.end(), a.begin(), a.end());
    return scan_file(with_file);
}

std::uint64_t HostLibrary::scan_file(const Arguments& a) {
    HostFiles::File& file = opened(files_, number(a[0]));
    const std::shared_ptr<std::string> text = file.text;
    TextSource from(*text, file.at);
    const std::uint64_t result = scan(from, a, 1);
    file.at = from.at();
    file.is_at_end = from.peek() == TextSource::kEnd;
    return result;
}

std::uint64_t HostLibrary::scan_text(const Arguments& a) {
    const std::string text = text_at(number(a[0]));
    TextSource from(text);
    return scan(from, a, 1);
}

std::uint64_t HostLibrary::to_double(const Arguments& a) {
    const std::string text = text_at(number(a[0]));
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (a.size() > 1 && number(a[1]) != 0)
        memory_.write(number(a[1]), Type::i64,
                      static_cast<std::uint64_t>(number(a[0]) + (end - text.c_str())));
    return std::bit_cast<std::uint64_t>(value);
}

// ---- what `realloc` needs

std::uint64_t HostLibrary::count_numbers(const Arguments& a) {
    return static_cast<std::uint64_t>(memory_.numbers_from(number(a[0])));
}

std::uint64_t HostLibrary::copy_numbers(const Arguments& a) {
    memory_.copy(number(a[0]), number(a[1]), number(a[2]));
    return 0;
}

}  // namespace musimd::kernels::openmp
