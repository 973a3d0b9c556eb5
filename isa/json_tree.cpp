#include "isa/json_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace musimd::json {
namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The tokens of a text that is known to be JSON up to here, one after the other.
class TokenScanner {
  public:
    explicit TokenScanner(std::string_view rest) : rest_(rest) {}

    /// The next token that is not a comma or a colon.
    std::string_view next() {
        const std::size_t begin = rest_.find_first_not_of(" \t\r\n,:");
        if (begin == std::string_view::npos) return rest_.substr(rest_.size());
        rest_.remove_prefix(begin);
        const std::string_view token = rest_.substr(0, length());
        rest_.remove_prefix(token.size());
        return token;
    }
    const char* at() const { return rest_.data(); }

  private:
    std::size_t length() const {
        const char first = rest_.front();
        if (first == '"') return length_of_string();
        if (std::string_view("{}[]").find(first) != std::string_view::npos) return 1;
        return std::min(rest_.find_first_of(" \t\r\n,:]}"), rest_.size());
    }
    std::size_t length_of_string() const {
        std::size_t end = 1;
        while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
        return std::min(end + 1, rest_.size());
    }

    std::string_view rest_;
};

/// What nlohmann's parser calls: builds the tree, and stops at an error.
class TreeBuilder {
  public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    TreeBuilder(std::string_view text, Diagnostics& diagnostics)
        : text_(text), places_(text), tokens_(text), diagnostics_(diagnostics) {}

    std::optional<Node> take_root() { return std::move(root_); }

    bool null() { return value(Node::Kind::null); }
    bool boolean(bool) { return value(Node::Kind::boolean); }
    bool number_integer(number_integer_t) { return number(); }
    bool number_unsigned(number_unsigned_t) { return number(); }
    bool number_float(number_float_t, const string_t&) { return number(); }
    bool string(string_t&) { return value(Node::Kind::string); }
    bool binary(binary_t&) { return false; }
    bool start_object(std::size_t) { return begin(Node::Kind::object); }
    bool start_array(std::size_t) { return begin(Node::Kind::array); }
    bool end_object() { return end(); }
    bool end_array() { return end(); }
    bool key(string_t& name);
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& error);

  private:
    bool number();
    bool value(Node::Kind kind) { return add(Node(kind, tokens_.next())); }
    bool begin(Node::Kind kind);
    bool end();
    bool add(Node node);
    bool fail(const char* where, std::string message) {
        const TextPosition place = places_.of(where);
        diagnostics_.error(place.line, place.offset, std::move(message));
        return false;
    }

    std::string_view text_;
    Places places_;
    TokenScanner tokens_;
    Diagnostics& diagnostics_;
    std::vector<Node> open_;
    std::vector<std::set<std::string, std::less<>>> keys_;  ///< of the open objects and arrays
    std::optional<Node> root_;
};

bool TreeBuilder::number() {
    const std::string_view raw = tokens_.next();
    const bool is_integer = raw.find_first_of(".eE") == std::string_view::npos;
    return add(Node(is_integer ? Node::Kind::integer : Node::Kind::number, raw));
}

bool TreeBuilder::begin(Node::Kind kind) {
    const std::string_view raw = tokens_.next();
    if (open_.size() == kMaxDepth)
        return fail(raw.data(), fmt::format("more than {} levels of objects and lists", kMaxDepth));
    open_.emplace_back(kind, raw);
    keys_.emplace_back();
    return true;
}

bool TreeBuilder::end() {
    tokens_.next();
    Node node = std::move(open_.back());
    open_.pop_back();
    keys_.pop_back();
    return add(std::move(node));
}

bool TreeBuilder::key(string_t& name) {
    const std::string_view raw = tokens_.next();
    if (!keys_.back().insert(name).second)
        return fail(raw.data(), fmt::format("the member '{}' occurs twice", shown(name)));
    open_.back().add(Node(Node::Kind::string, raw));
    return true;
}

bool TreeBuilder::add(Node node) {
    if (open_.empty())
        root_ = std::move(node);
    else
        open_.back().add(std::move(node));
    return true;
}

bool TreeBuilder::parse_error(std::size_t position, const std::string&,
                              const nlohmann::detail::exception& error) {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) {
        const std::string_view number = tokens_.next();
        return fail(number.data(),
                    fmt::format("{} is out of range; no number is above 1.8e308", shown(number)));
    }
    const std::string_view what = error.what();
    const std::size_t detail = what.find(": ");
    const std::size_t offset = std::min(position == 0 ? 0 : position - 1, text_.size());
    return fail(text_.data() + offset,
                fmt::format("not JSON: {}",
                            shown(detail == std::string_view::npos ? what : what.substr(detail + 2), 160)));
}

}  // namespace

const std::vector<Node>& Node::children() const {
    static const std::vector<Node> none;
    return children_ ? *children_ : none;
}

std::string Node::text() const {
    const auto parsed = nlohmann::json::parse(raw(), nullptr, false);
    return parsed.is_string() ? parsed.get<std::string>() : std::string();
}

const Node* Node::find(std::string_view key) const {
    if (kind_ != Kind::object) return nullptr;
    const std::vector<Node>& all = children();
    for (std::size_t i = 0; i + 1 < all.size(); i += 2)
        if (all[i].text() == key) return &all[i + 1];
    return nullptr;
}

void Node::add(Node child) {
    if (!children_) children_ = std::make_unique<std::vector<Node>>();
    children_->push_back(std::move(child));
}

std::optional<Node> parse(std::string_view text, Diagnostics& diagnostics) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    TreeBuilder builder(text, diagnostics);
    nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    if (!diagnostics.empty()) return std::nullopt;
    return builder.take_root();
}

TextPosition Places::of(const char* where) const {
    const auto after = std::ranges::upper_bound(lines_, where, std::less<>(),
                                                [](std::string_view line) { return line.data(); });
    if (after == lines_.begin()) return {};
    const std::string_view line = *std::prev(after);
    const auto offset = static_cast<std::size_t>(where - line.data());
    return {static_cast<std::uint32_t>(after - lines_.begin()), std::min(offset, line.size()), line};
}

}  // namespace musimd::json
