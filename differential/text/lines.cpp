#include "differential/text/lines.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "differential/text/statements.hpp"

namespace musimd::differential::text {
namespace {

using std::literals::operator""sv;
using Form = Node::Form;

class LineReader {
  public:
    LineReader(Tokens tokens, const std::vector<std::size_t>& partner)
        : tokens_(tokens), shaders_(tokens, partner), end_(tokens.empty() ? 0 : tokens.size() - 1) {}

    Node lines(std::size_t begin, std::size_t end) const {
        Node node{Node::Kind::sequence, Form::plain, begin, end};
        for (std::size_t i = begin; i < end; i = node.children.back().end)
            node.children.push_back(line(i, end));
        return node;
    }

    // Commands up to an END, which is not among them, or to the end.
    Node commands(std::size_t begin, std::size_t depth) const {
        Node node{Node::Kind::sequence, Form::plain, begin, begin};
        while (node.end < end_ && (depth == 0 || !is_end(node.end))) {
            node.children.push_back(command(node.end, depth));
            node.end = node.children.back().end;
        }
        return node;
    }

    // `[compute shader]` and the lines below it are a statement.
    Node sections() const {
        Node file{Node::Kind::sequence, Form::plain, 0, end_};
        for (std::size_t i = 0; i < end_; i = file.children.back().end) {
            const std::size_t head = end_of_line(i, end_);
            std::size_t end = head;
            while (end < end_ && !tokens_[end].is("[")) end = end_of_line(end, end_);
            Node section{Node::Kind::statement, Form::plain, i, end};
            const bool is_shader = head - i >= 2 && tokens_[head - 2].text == "shader";
            section.children.push_back(is_shader ? shaders_.sequence(head, end, 1) : lines(head, end));
            file.children.push_back(std::move(section));
        }
        return file;
    }

  private:
    std::size_t end_of_line(std::size_t i, std::size_t end) const {
        for (++i; i < end && !tokens_[i].starts_line();) ++i;
        return i;
    }

    bool is_end(std::size_t i) const { return tokens_[i].text == "END" && tokens_[i].starts_line(); }

    std::size_t next_end(std::size_t i) const {
        while (i < end_ && !is_end(i)) ++i;
        return i;
    }

    Node line(std::size_t begin, std::size_t end) const {
        const bool is_directive = tokens_[begin].kind == Token::Kind::directive;
        return {Node::Kind::statement, is_directive ? Form::directive : Form::plain, begin,
                end_of_line(begin, end)};
    }

    Node command(std::size_t begin, std::size_t depth) const {
        Node node = line(begin, end_);
        const std::size_t head = node.end;
        if (!begins_block(begin, head) || depth > kDeepestNode) return node;
        const std::string_view name = tokens_[begin].text;
        if (name == "SHADER") {
            const std::string_view language = tokens_[head - 1].text;
            const bool is_assembly = language == "ASM" || language == "HEX";  // SPIRV-ASM
            const std::size_t end = next_end(head);
            node.children.push_back(is_assembly ? lines(head, end) : shaders_.sequence(head, end, depth + 1));
        } else if (name == "BUFFER" || name == "IMAGE") {
            node.children.push_back(words(head, next_end(head)));
        } else if (name == "VIRTUAL_FILE") {
            node.children.push_back(lines(head, next_end(head)));
        } else {
            node.form = name == "REPEAT" ? Form::block : Form::plain;
            node.children.push_back(commands(head, depth + 1));
        }
        node.end = std::min(node.children.back().end + 1, end_);
        return node;
    }

    bool begins_block(std::size_t begin, std::size_t end) const {
        constexpr std::array kBlocks = {"PIPELINE"sv, "DERIVE_PIPELINE"sv, "STRUCT"sv,         "REPEAT"sv,
                                        "DEBUG"sv,    "VIRTUAL_FILE"sv,    "COMPILE_OPTIONS"sv};
        const std::string_view first = tokens_[begin].text;
        const std::string_view last = tokens_[end - 1].text;
        if (first == "SHADER") return last != "PASSTHROUGH";
        if (first == "BUFFER" || first == "IMAGE") return last == "DATA";
        return std::ranges::find(kBlocks, first) != kBlocks.end();
    }

    // A statement for each word of data.
    static Node words(std::size_t begin, std::size_t end) {
        Node node{Node::Kind::sequence, Form::plain, begin, end};
        for (std::size_t i = begin; i < end; ++i)
            node.children.push_back({Node::Kind::statement, Form::plain, i, i + 1});
        return node;
    }

    Tokens tokens_;
    StatementReader shaders_;
    std::size_t end_;
};

}  // namespace

Node read_lines(Tokens tokens, const std::vector<std::size_t>& partner, Language language) {
    const LineReader reader(tokens, partner);
    if (language == Language::amber) return reader.commands(0, 0);
    if (language == Language::sections) return reader.sections();
    return reader.lines(0, tokens.empty() ? 0 : tokens.size() - 1);
}

}  // namespace musimd::differential::text
