#pragma once

#include <string>
#include <string_view>

namespace musimd::languages {

/// The text of a function, line by line. Lines for the same threads share one `if`.
class Lines {
  public:
    explicit Lines(int depth) : depth_(depth) {}

    void line(std::string_view text) {
        end_guard();
        add(text);
    }
    /// For the threads for which `on` holds; empty: all that come here.
    void guarded(const std::string& on, std::string_view text) {
        if (on != guard_) end_guard();
        if (on.empty()) return add(text);
        if (guard_.empty()) {
            add("if (" + on + ") {");
            ++depth_;
            guard_ = on;
        }
        add(text);
    }
    /// `if (…) {`; close() ends it.
    void open(std::string_view head) {
        line(std::string(head) + " {");
        ++depth_;
    }
    /// After close("} else {").
    void reopen() { ++depth_; }
    void close(std::string_view tail = "}") {
        end_guard();
        --depth_;
        add(tail);
    }
    std::string take() {
        end_guard();
        return std::move(text_);
    }

  private:
    void add(std::string_view text) {
        text_.append(static_cast<std::size_t>(depth_) * 4, ' ');
        text_ += text;
        text_ += '\n';
    }
    void end_guard() {
        if (guard_.empty()) return;
        guard_.clear();
        --depth_;
        add("}");
    }

    std::string text_;
    std::string guard_;
    int depth_;
};

}  // namespace musimd::languages
