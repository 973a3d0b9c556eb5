#include "kernels/launch/nvcc_text.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace musimd::kernels {
namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class Rewriter {
  public:
    explicit Rewriter(std::string text) : text_(std::move(text)) {}

    std::string rewrite() {
        while (at_ < text_.size()) next();
        return std::move(text_);
    }

  private:
    void next() {
        if (skip_comment_or_text()) return;
        const char c = text_[at_];
        if (is_word(c)) return word();
        if (c == '<' && before_ != "operator" && join('<')) {
            open_ = true;
            depth_ = 0;
        } else if (c == '>' && open_ && depth_ == 0 && join('>')) {
            open_ = false;
        }
        if (c == '(' || c == '[' || c == '{') ++depth_;
        if (c == ')' || c == ']' || c == '}') --depth_;
        if (c == ';') open_ = false;
        if (std::isspace(static_cast<unsigned char>(c)) == 0) before_ = {};
        ++at_;
    }

    /// Three of the character, with blanks between them, become adjacent. Goes to the last of them; false if
    /// there are fewer.
    bool join(char c) {
        std::size_t count = 0;
        std::size_t end = at_;
        for (std::size_t i = at_; i < text_.size() && count < 3; ++i) {
            if (text_[i] == c) {
                ++count;
                end = i;
            } else if (text_[i] != ' ' && text_[i] != '\t') {
                break;
            }
        }
        if (count < 3) return false;
        std::fill(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                  text_.begin() + static_cast<std::ptrdiff_t>(end) + 1, ' ');
        std::fill_n(text_.begin() + static_cast<std::ptrdiff_t>(at_), 3, c);
        at_ = end;
        return true;
    }

    void word() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        const std::string_view found = std::string_view(text_).substr(begin, at_ - begin);
        // The host has the variable, too, with its value.
        if (before_ == "__device__" && found == "__managed__") blank(before_begin_, before_.size());
        if (before_ == "__managed__" && found == "__device__") return blank(begin, found.size());
        constexpr std::string_view kMacro = "alignAs";
        if (before_ == "__shared__" && found == "alignas") text_.replace(begin, kMacro.size(), kMacro);
        before_ = text_.substr(begin, at_ - begin);
        before_begin_ = begin;
    }

    void blank(std::size_t begin, std::size_t size) { text_.replace(begin, size, size, ' '); }

    void skip_to(std::string_view end, std::size_t from) {
        const std::size_t found = text_.find(end, from);
        at_ = found == std::string::npos ? text_.size() : found + end.size();
    }

    bool skip_comment_or_text() {
        const std::string_view rest = std::string_view(text_).substr(at_);
        if (rest.starts_with("//")) return skip_to("\n", at_), true;
        if (rest.starts_with("/*")) return skip_to("*/", at_ + 2), true;
        if (rest.starts_with("R\"")) {
            const std::size_t open = std::min(text_.find('(', at_), text_.size());
            skip_to(")" + text_.substr(at_ + 2, open - at_ - 2) + "\"", open);
            return true;
        }
        const char quote = rest.front();
        // Between digits, ' is part of a number.
        const bool begins = quote == '"' || (quote == '\'' && (at_ == 0 || !is_word(text_[at_ - 1])));
        if (!begins) return false;
        for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
            if (text_[at_] == '\\') ++at_;
        at_ = std::min(at_ + 1, text_.size());
        return true;
    }

    std::string text_;
    std::size_t at_ = 0;
    std::string before_;  ///< the last token, if it is a word
    std::size_t before_begin_ = 0;
    bool open_ = false;  ///< after the `<<<` of a launch
    int depth_ = 0;      ///< of parentheses since then
};

}  // namespace

std::string as_clang_accepts(std::string text) {
    return Rewriter(std::move(text)).rewrite();
}

}  // namespace musimd::kernels
