#include "kernels/spmd/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <optional>
#include <random>
#include <set>
#include <sstream>

#include "host/pattern.hpp"
#include "isa/diagnostic.hpp"
#include "isa/literal.hpp"
#include "kernels/spmd/comparison.hpp"
#include "kernels/spmd/numpy_file.hpp"

namespace musimd::kernels {
namespace {

using Random = std::mt19937_64;
constexpr std::int64_t kMaxElements = std::int64_t{1} << 24;
constexpr std::size_t kLongestForm = 300;  // a list of numbers may be longer

tl::unexpected<std::string> wrong(std::string text) {
    return tl::unexpected<std::string>(std::move(text));
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
    if (text.empty() || text.back() == at) parts.emplace_back();
    return parts;
}

std::uint64_t pattern_of_float(double value, Type type) {
    if (type == Type::f16) return f16_pattern(value);
    if (type == Type::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<std::uint64_t>(value);
}

std::uint64_t any_pattern(Random& random, Type type) {
    const std::vector<std::uint64_t> edges = edge_patterns(type);
    if (random() % 4 == 0) return edges[random() % edges.size()];
    std::uint64_t bits = random();
    if (!is_float(type) && random() % 2 == 0) bits >>= random() % 64;  // also small numbers
    // Floats mostly near 1, where results of several operations stay numbers.
    if (is_float(type) && random() % 4 != 0) {
        const double near =
            std::ldexp(1.0 + static_cast<double>(bits >> 12) / 0x1p52, static_cast<int>(bits % 16) - 8);
        return pattern_of_float((bits & 16) != 0 ? -near : near, type);
    }
    return pattern_of_word(static_cast<Value>(bits), type);
}

// The parts of an argument's text.
struct Written {
    std::string kind;  ///< zeros, iota, random, between, ascending, alias, file, numpy, numbers
    std::vector<std::string> parts;
    std::int64_t count = 0;
};

tl::expected<Written, std::string> read(const std::string& text, std::int64_t elements) {
    static const host::Pattern kCounted(
        "(zeros|iota|random|between|ascending)((?::[^:\\[]+)*)(?:\\[(n\\+)?(\\d{1,200})\\])?");
    static const host::Pattern kAlias("alias:(\\w+)(?:\\+(\\d{1,9}))?");
    const bool is_short = text.size() <= kLongestForm;
    if (const auto found = is_short ? kCounted.match(text) : std::nullopt) {
        Written written{found->group(1), {}, elements};
        if (!found->group(2).empty()) written.parts = split(found->group(2).substr(1), ':');
        if (!written.parts.empty() && (written.kind == "zeros" || written.kind == "iota"))
            return wrong(fmt::format("'{}' is not a number of elements", written.parts.front()));
        if (found->has(4)) {
            if (found->group(4).size() > 18) return wrong("more than 2^24 elements");
            const std::int64_t number = std::stoll(found->group(4));
            written.count = found->has(3) ? elements + number : number;
        }
        if (written.count > kMaxElements) return wrong("more than 2^24 elements");
        return written;
    }
    if (const auto found = is_short ? kAlias.match(text) : std::nullopt)
        return Written{"alias", {found->group(1), found->group(2)}, 0};
    if (text.starts_with("alias:")) return wrong("expected alias:NAME or alias:NAME+K");
    const bool is_file = text.starts_with('@');
    if (text.ends_with(".npy")) return Written{"numpy", {is_file ? text.substr(1) : text}, 0};
    if (is_file) return Written{"file", {text.substr(1)}, 0};
    return Written{"numbers", split(text, ','), 0};
}

tl::expected<std::vector<std::uint64_t>, std::string> numbers(const std::vector<std::string>& texts,
                                                              Type type) {
    std::vector<std::uint64_t> patterns;
    for (const std::string& text : texts) {
        const auto pattern = parse_number(text, type);
        if (!pattern) return wrong(fmt::format("'{}' is not a valid {}", shown(text), to_string(type)));
        patterns.push_back(*pattern);
    }
    return patterns;
}

tl::expected<std::vector<std::uint64_t>, std::string> numbers_of_file(const std::string& path, Type type) {
    std::ifstream file(path);
    if (!file) return wrong(fmt::format("{} cannot be read", path));
    std::vector<std::string> texts;
    for (std::string word; file >> std::setw(kLongestForm) >> word;) {
        if (word.size() == kLongestForm)
            return wrong(fmt::format("{}: '{}' is not a valid {}", path, shown(word), to_string(type)));
        texts.push_back(word);
        if (texts.size() > static_cast<std::size_t>(kMaxElements)) return wrong("more than 2^24 elements");
    }
    if (file.bad()) return wrong(fmt::format("{} cannot be read", path));  // a folder
    auto read = numbers(texts, type);
    if (!read) return wrong(fmt::format("{}: {}", path, read.error()));
    return read;
}

std::optional<std::uint64_t> seed_of(const std::vector<std::string>& parts, std::size_t at,
                                     std::uint64_t otherwise) {
    if (parts.size() <= at) return otherwise;
    const auto number = parse_integer(parts[at]);
    if (!number || *number < 0 || *number > UINT64_MAX) return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

tl::expected<std::vector<std::uint64_t>, std::string> between(const Written& written, Type type,
                                                              std::uint64_t seed) {
    const auto from = seed_of(written.parts, 2, seed);
    if (written.parts.size() < 2 || written.parts.size() > 3 || !from) {
        return wrong(fmt::format("expected {0}:LOW:HIGH or {0}:LOW:HIGH:SEED", written.kind));
    }
    const auto ends = numbers({written.parts[0], written.parts[1]}, type);
    if (!ends) return wrong(ends.error());
    Random random(*from);
    std::vector<std::uint64_t> patterns;
    const double low = std::strtod(written.parts[0].c_str(), nullptr);
    const double high = std::strtod(written.parts[1].c_str(), nullptr);
    if (!(low <= high))
        return wrong(
            fmt::format("the range is empty: {} is more than {}", written.parts[0], written.parts[1]));
    // As many as there are from one end to the other; 0 is all of 64 bits.
    const std::uint64_t values = pattern_of_word(static_cast<Value>((*ends)[1] - (*ends)[0]), type) + 1;
    std::vector<std::uint64_t> steps(static_cast<std::size_t>(written.count));
    for (std::uint64_t& step : steps) {
        step = random();
        if (is_float(type))
            step >>= 11;
        else if (values != 0)
            step %= values;
    }
    if (written.kind == "ascending") std::ranges::sort(steps);
    for (const std::uint64_t step : steps) {
        if (is_float(type))
            patterns.push_back(
                pattern_of_float(low + static_cast<double>(step) / 0x1p53 * (high - low), type));
        else
            patterns.push_back(pattern_of_word(static_cast<Value>((*ends)[0] + step), type));
    }
    return patterns;
}

tl::expected<std::vector<std::uint64_t>, std::string> elements_of(const Written& written, Type type,
                                                                  std::uint64_t seed) {
    std::vector<std::uint64_t> patterns;
    if (written.kind == "numbers") return numbers(written.parts, type);
    if (written.kind == "file") return numbers_of_file(written.parts[0], type);
    if (written.kind == "numpy")
        return read_numpy_file(written.parts[0], type, static_cast<std::size_t>(kMaxElements));
    if (written.kind == "between" || written.kind == "ascending") return between(written, type, seed);
    if (written.kind == "zeros")
        return std::vector<std::uint64_t>(static_cast<std::size_t>(written.count), 0);
    if (written.kind == "iota") {
        for (std::int64_t i = 0; i < written.count; ++i) {
            patterns.push_back(is_float(type) ? pattern_of_float(static_cast<double>(i), type)
                                              : pattern_of_word(i, type));
        }
        return patterns;
    }
    const auto from = seed_of(written.parts, 0, seed);
    if (!from || written.parts.size() > 1) return wrong("a seed is an integer from 0 to 2^64 - 1");
    Random random(*from);
    for (std::int64_t i = 0; i < written.count; ++i) patterns.push_back(any_pattern(random, type));
    return patterns;
}

std::vector<std::byte> bytes_of(const std::vector<std::uint64_t>& patterns, Type type) {
    Words words;
    for (const std::uint64_t pattern : patterns) words.emplace_back(static_cast<Value>(pattern));
    return memory_of_words(words, type);
}

// Builds a case, argument by argument; aliases after the buffers that they refer to.
class CaseMaker {
  public:
    CaseMaker(const KernelEntry& entry, std::size_t number, std::int64_t elements, std::uint64_t seed)
        : entry_(entry), seed_(seed) {
        launch_.entry = number;
        launch_.elements = elements;
        launch_.arguments.resize(entry.arguments.size());
    }

    tl::expected<void, std::string> add(std::size_t i, const std::string& text) {
        const KernelArgument& argument = entry_.arguments[i];
        const auto written = read(text, launch_.elements);
        if (!written) return wrong(written.error());
        if (!argument.pointer) return add_scalar(i, text);
        if (written->kind == "alias") return {};  // later
        const auto patterns = elements_of(*written, argument.type, seed_ + i * 0x9E3779B97F4A7C15);
        if (!patterns) return wrong(patterns.error());
        if (patterns->size() < static_cast<std::size_t>(launch_.elements)) {
            return wrong(
                fmt::format("it has {} elements, but the launch has {}", patterns->size(), launch_.elements));
        }
        launch_.arguments[i] = KernelLaunch::Pointer{launch_.memory.size(), 0};
        launch_.memory.push_back(bytes_of(*patterns, argument.type));
        return {};
    }

    tl::expected<void, std::string> add_alias(std::size_t i, const std::string& text) {
        const auto written = read(text, launch_.elements);
        if (!entry_.arguments[i].pointer || !written || written->kind != "alias") return {};
        const auto target = std::ranges::find(entry_.arguments, written->parts[0], &KernelArgument::name);
        if (target == entry_.arguments.end() || !target->pointer ||
            target->name == entry_.arguments[i].name) {
            return wrong(fmt::format("no other buffer is named '{}'", written->parts[0]));
        }
        const auto& place = std::get<KernelLaunch::Pointer>(
            launch_.arguments[static_cast<std::size_t>(target - entry_.arguments.begin())]);
        if (aliases_.contains(target->name)) return wrong("an alias cannot refer to another alias");
        const std::size_t steps = written->parts[1].empty() ? 0 : std::stoull(written->parts[1]);
        const std::size_t width = static_cast<std::size_t>(entry_.bits) / 8;
        const std::size_t needed = (steps + static_cast<std::size_t>(launch_.elements)) * width;
        if (launch_.memory[place.block].size() < needed) {
            return wrong(fmt::format("{} has fewer than {} elements", target->name, needed / width));
        }
        launch_.arguments[i] = KernelLaunch::Pointer{place.block, steps * width};
        return {};
    }

    void note_alias(const std::string& name) { aliases_.insert(name); }
    KernelLaunch take() { return std::move(launch_); }

  private:
    tl::expected<void, std::string> add_scalar(std::size_t i, const std::string& text) {
        const auto pattern = parse_number(text, entry_.arguments[i].type);
        if (!pattern)
            return wrong(
                fmt::format("'{}' is not a valid {}", shown(text), to_string(entry_.arguments[i].type)));
        launch_.arguments[i] = *pattern;
        return {};
    }

    const KernelEntry& entry_;
    std::uint64_t seed_;
    KernelLaunch launch_;
    std::set<std::string> aliases_;
};

}  // namespace

std::optional<std::uint64_t> parse_number(std::string_view text, Type type) {
    if (is_float(type)) {
        const std::string copy(text);
        char* end = nullptr;
        errno = 0;
        const bool blank = copy.empty() || std::isspace(static_cast<unsigned char>(copy[0])) != 0;
        // Rounds directly to the type: a double rounded again to an f32 could be off by one.
        const double value = type == Type::f32 ? static_cast<double>(std::strtof(copy.c_str(), &end))
                                               : std::strtod(copy.c_str(), &end);
        if (blank || *end != '\0') return std::nullopt;
        return pattern_of_float(value, type);
    }
    const auto number = parse_signed_integer(text);
    if (!number) return std::nullopt;
    const int width = width_of(type);
    const Integer most = (Integer{1} << (is_unsigned_integer(type) ? width : width - 1)) - 1;
    const Integer least = is_unsigned_integer(type) ? Integer{0} : -most - 1;
    if (*number < least || *number > most) return std::nullopt;
    return pattern_of_word(static_cast<Value>(*number), type);
}

std::vector<std::uint64_t> edge_patterns(Type type) {
    const std::uint64_t ones = pattern_of_word(-1, type);
    const std::uint64_t top = std::uint64_t{1} << (width_of(type) - 1);
    if (!is_float(type)) return {0, 1, 2, ones, ones - 1, top, top - 1, top + 1};
    const std::uint64_t infinity = infinity_of(type);
    const std::uint64_t one = pattern_of_float(1, type);
    std::vector<std::uint64_t> patterns = {0, one, 1, infinity - 1, infinity, one - 1};
    for (std::size_t i = 0; i < 6; ++i) patterns.push_back(patterns[i] | top);
    patterns.push_back(canonical_nan_of(type));
    return patterns;
}

tl::expected<KernelLaunch, std::string> make_case(const KernelEntry& entry, std::size_t number,
                                                  std::int64_t elements, const ArgumentTexts& arguments,
                                                  std::uint64_t seed) {
    std::vector<const std::string*> given(entry.arguments.size(), nullptr);
    for (const auto& [name, text] : arguments) {
        const auto found = std::ranges::find(entry.arguments, name, &KernelArgument::name);
        if (found == entry.arguments.end()) {
            return wrong(fmt::format("kernel {} has no parameter '{}'", entry.kernel, name));
        }
        const std::string*& place = given[static_cast<std::size_t>(found - entry.arguments.begin())];
        if (place != nullptr) return wrong(fmt::format("argument {} is given twice", name));
        place = &text;
    }
    CaseMaker maker(entry, number, elements, seed);
    for (const bool aliases : {false, true}) {
        for (std::size_t i = 0; i < given.size(); ++i) {
            const std::string& name = entry.arguments[i].name;
            if (given[i] == nullptr) return wrong(fmt::format("argument {} is missing", name));
            const auto added = aliases ? maker.add_alias(i, *given[i]) : maker.add(i, *given[i]);
            if (!added) return wrong(fmt::format("argument {}: {}", name, added.error()));
            if (!aliases && given[i]->starts_with("alias:")) maker.note_alias(name);
        }
    }
    return maker.take();
}

}  // namespace musimd::kernels
