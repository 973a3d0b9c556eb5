#include "kernels/openmp/scan.hpp"

#include <cctype>
#include <cstdlib>
#include <optional>

namespace musimd::kernels::openmp {
namespace {

constexpr std::string_view kSpaces = " \t\n\v\f\r";

bool is_space(int c) {
    return c != TextSource::kEnd && kSpaces.find(static_cast<char>(c)) != std::string_view::npos;
}

/// A conversion of a format: `%*10[^,]`.
struct Conversion {
    bool assigns = true;
    std::size_t width = 0;  ///< 0: any
    char kind = 0;
    bool excludes = false;  ///< of a set
    std::string set;
};

class Scanner {
  public:
    Scanner(TextSource& from, std::string_view format, const std::function<bool(const Scanned&)>& take)
        : from_(from), format_(format), take_(take) {}

    int run() {
        while (!format_.empty()) {
            if (is_space(format_.front())) {
                format_.remove_prefix(1);
                skip_spaces();
            } else if (format_.front() != '%') {
                if (!matches(format_.front())) return result();
                format_.remove_prefix(1);
            } else {
                format_.remove_prefix(1);
                if (!convert(next())) return result();
            }
        }
        return count_;
    }

  private:
    int result() const { return count_ == 0 && ended_ ? -1 : count_; }

    void skip_spaces() {
        while (is_space(from_.peek())) from_.get();
    }

    bool matches(char c) {
        ended_ = from_.peek() == TextSource::kEnd;
        if (from_.peek() != static_cast<unsigned char>(c)) return false;
        from_.get();
        return true;
    }

    Conversion next() {
        Conversion result;
        const auto take_front = [&] {
            const char c = format_.empty() ? '\0' : format_.front();
            if (!format_.empty()) format_.remove_prefix(1);
            return c;
        };
        if (format_.starts_with('*')) result.assigns = take_front() == '\0';
        while (!format_.empty() && std::isdigit(static_cast<unsigned char>(format_.front())) != 0)
            result.width = result.width * 10 + static_cast<std::size_t>(take_front() - '0');
        while (!format_.empty() &&
               std::string_view("hlLqjzt").find(format_.front()) != std::string_view::npos)
            take_front();
        result.kind = take_front();
        if (result.kind != '[') return result;
        if (format_.starts_with('^')) result.excludes = take_front() == '^';
        do {
            const char c = take_front();
            if (c == '-' && !result.set.empty() && !format_.empty() && format_.front() != ']') {
                const char last = take_front();
                for (int k = result.set.back() + 1; k <= last; ++k) result.set += static_cast<char>(k);
            } else {
                result.set += c;
            }
        } while (!format_.empty() && format_.front() != ']');
        take_front();
        return result;
    }

    bool convert(const Conversion& c) {
        if (c.kind != 'c' && c.kind != '[' && c.kind != 'n') skip_spaces();
        if (c.kind == '%') return matches('%');
        if (c.kind == 'n') return take_({static_cast<std::int64_t>(from_.at() - begin_)});
        ended_ = from_.peek() == TextSource::kEnd;
        if (ended_) return false;
        switch (c.kind) {
            case 'c':
                return text(c, c.width == 0 ? 1 : c.width, [](int) { return true; });
            case 's':
                return text(c, c.width, [](int next) { return !is_space(next); });
            case '[':
                return text(c, c.width, [&](int next) {
                    return (c.set.find(static_cast<char>(next)) != std::string::npos) != c.excludes;
                });
            case 'd':
            case 'u':
                return integer(c, 10);
            case 'i':
                return integer(c, 0);
            case 'o':
                return integer(c, 8);
            case 'x':
            case 'X':
            case 'p':
                return integer(c, 16);
            default:
                return std::string_view("aAeEfFgG").find(c.kind) != std::string_view::npos && floating(c);
        }
    }

    template <typename F>
    bool text(const Conversion& c, std::size_t width, const F& belongs) {
        std::string found;
        while (from_.peek() != TextSource::kEnd && belongs(from_.peek()) &&
               (width == 0 || found.size() < width))
            found += static_cast<char>(from_.get());
        if (found.empty()) return false;
        return assign(c, {found, c.kind != 'c'});
    }

    bool assign(const Conversion& c, const Scanned& value) {
        if (!c.assigns) return true;
        if (!take_(value)) return false;
        ++count_;
        return true;
    }

    /// The longest beginning of what follows that strtod or strtol could read.
    std::string number(const Conversion& c, std::string_view characters) {
        std::string found;
        while (from_.peek() != TextSource::kEnd && (c.width == 0 || found.size() < c.width) &&
               characters.find(static_cast<char>(std::tolower(from_.peek()))) != std::string_view::npos) {
            const char next = static_cast<char>(from_.peek());
            const bool is_sign = next == '+' || next == '-';
            const bool may_have_sign =
                found.empty() || (characters.find('.') != std::string_view::npos &&
                                  std::tolower(static_cast<unsigned char>(found.back())) == 'e');
            if (is_sign && !may_have_sign) break;
            if (next == '.' && found.find('.') != std::string::npos) break;
            found += static_cast<char>(from_.get());
        }
        return found;
    }

    bool integer(const Conversion& c, int base) {
        const bool may_have_letters = base == 0 || base == 16;
        const std::string found = number(c, may_have_letters ? "+-0123456789abcdefx" : "+-0123456789");
        char* end = nullptr;
        const std::int64_t value = found.starts_with('-')
                                       ? std::strtoll(found.c_str(), &end, base)
                                       : static_cast<std::int64_t>(std::strtoull(found.c_str(), &end, base));
        put_back(found, end);
        return end != found.c_str() && assign(c, {value});
    }

    bool floating(const Conversion& c) {
        const std::string found = number(c, "+-.0123456789einfatyx");
        char* end = nullptr;
        const double value = std::strtod(found.c_str(), &end);
        put_back(found, end);
        return end != found.c_str() && assign(c, {value});
    }

    void put_back(const std::string& found, const char* end) {
        for (const char* c = found.c_str() + found.size(); c != end; --c) from_.unget();
    }

    TextSource& from_;
    std::string_view format_;
    const std::function<bool(const Scanned&)>& take_;
    const std::size_t begin_ = from_.at();
    int count_ = 0;
    bool ended_ = false;
};

}  // namespace

int scan_formatted(TextSource& from, std::string_view format,
                   const std::function<bool(const Scanned&)>& take) {
    return Scanner(from, format, take).run();
}

}  // namespace musimd::kernels::openmp
