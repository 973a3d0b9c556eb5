#include "reader/cuda/ptx_text.hpp"

#include <cctype>
#include <charconv>

namespace musimd::reader {
namespace {

/// Thrown at what cannot be read.
struct Unreadable {
    std::string what;
};

class PtxReader {
  public:
    explicit PtxReader(std::string_view text) : text_(text) {}

    std::vector<PtxInstruction> read() {
        std::vector<PtxInstruction> result;
        while (skip_blanks(), at_ < text_.size()) {
            if (take('{') || take('}') || take(';')) continue;
            PtxInstruction next = instruction();
            const std::string& name = next.words.front();
            if (name == "bra" || name == "call" || name == "ret" || name == "brx")
                throw Unreadable{"`" + name + "`"};
            if (!name.empty()) result.push_back(std::move(next));
        }
        return result;
    }

  private:
    // ---- characters

    void skip_blanks() {
        for (;;) {
            while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
            const std::string_view rest = text_.substr(at_);
            if (rest.starts_with("//"))
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (rest.starts_with("/*"))
                at_ = text_.find("*/", at_) == std::string_view::npos ? text_.size()
                                                                      : text_.find("*/", at_) + 2;
            else
                return;
        }
    }

    bool take(char c) {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    void expect(char c) {
        if (!take(c)) throw Unreadable{"'" + std::string(text_.substr(at_, 20)) + "'"};
    }

    /// A name, with the characters that instructions have in theirs.
    std::string word(std::string_view others) {
        skip_blanks();
        const std::size_t begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                      others.find(text_[at_]) != std::string_view::npos))
            ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }

    // ---- instructions

    PtxInstruction instruction() {
        PtxInstruction result;
        if (take('@')) {
            result.unless = take('!');
            result.predicate = operand();
        }
        const std::string name = word("._:");
        if (name.empty()) throw Unreadable{"'" + std::string(text_.substr(at_, 20)) + "'"};
        if (name.starts_with(".reg")) {
            at_ = std::min(text_.find(';', at_), text_.size());
            result.words.emplace_back();
            return result;
        }
        for (std::size_t begin = 0; begin <= name.size();) {
            const std::size_t end = std::min(name.find('.', begin), name.size());
            result.words.push_back(name.substr(begin, end - begin));
            begin = end + 1;
        }
        if (name.back() == ':') throw Unreadable{"the label '" + name + "'"};
        skip_blanks();
        if (at_ >= text_.size() || take(';')) return result;
        do {
            result.operands.push_back(operand());
            if (take('|')) result.found = operand();
        } while (take(','));
        skip_blanks();
        if (at_ < text_.size() && text_[at_] != '}') expect(';');
        return result;
    }

    PtxOperand operand() {
        if (take('[')) return address();
        if (take('{')) {
            PtxOperand list{.kind = PtxOperand::Kind::list};
            do {
                list.parts.push_back(operand());
            } while (take(','));
            expect('}');
            return list;
        }
        if (take('%')) {
            if (take('%')) return {.kind = PtxOperand::Kind::special, .text = word("._")};
            if (take('[')) {
                PtxOperand named{.kind = PtxOperand::Kind::outer, .text = word("_"), .number = -1};
                expect(']');
                return named;
            }
            return {.kind = PtxOperand::Kind::outer, .number = integer(word(""))};
        }
        const bool is_negative = take('-');
        const std::string text = word("_$");
        if (text.empty()) throw Unreadable{"'" + std::string(text_.substr(at_, 20)) + "'"};
        if (text.size() == 10 && (text.starts_with("0f") || text.starts_with("0F")))
            return {.number = integer("0x" + text.substr(2)), .is_float = true};
        if (std::isdigit(static_cast<unsigned char>(text.front())) == 0)
            return {.kind = PtxOperand::Kind::register_, .text = text};
        return {.number = is_negative ? -integer(text) : integer(text)};
    }

    PtxOperand address() {
        PtxOperand result{.kind = PtxOperand::Kind::address, .parts = {operand()}};
        if (take('+')) result.number = operand().number;
        expect(']');
        return result;
    }

    static std::int64_t integer(std::string text) {
        const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        if (is_hexadecimal) text = text.substr(2);
        if (text.ends_with("U") || text.ends_with("u")) text.pop_back();
        std::uint64_t number = 0;
        const auto [end, error] =
            std::from_chars(text.data(), text.data() + text.size(), number, is_hexadecimal ? 16 : 10);
        if (error != std::errc{} || end != text.data() + text.size()) throw Unreadable{"'" + text + "'"};
        return static_cast<std::int64_t>(number);
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

std::vector<PtxInstruction> read_ptx(std::string_view text, std::string& error) {
    try {
        return PtxReader(text).read();
    } catch (const Unreadable& found) {
        error = found.what;
        return {};
    }
}

}  // namespace musimd::reader
