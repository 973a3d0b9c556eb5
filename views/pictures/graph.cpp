#include "views/pictures/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/limit.hpp"
#include "isa/printer.hpp"
#include "semantics/structure_check.hpp"
#include "views/pictures/basic_blocks.hpp"
#include "views/pictures/palette.hpp"
#include "views/text_columns.hpp"
#include "views/xml.hpp"

namespace musimd::views {
namespace {

constexpr std::size_t kMaxBlocks = 400;
constexpr std::size_t kMaxLines = 40;  // of a block
constexpr std::size_t kMaxText = 60;   // columns of a line
constexpr std::size_t kMaxErrors = 20;
constexpr std::size_t kMaxCheckedInstructions = 20'000;  // the structure check may take long

// Colours that are readable on a light and on a dark page.
constexpr const char* kHeader =
    "  graph [labelloc=t, labeljust=l, bgcolor=transparent, fontname=monospace, fontsize=12, "
    "fontcolor=\"#768390\", nodesep=0.4, ranksep=0.4]\n"
    "  node [shape=box, style=filled, fillcolor=\"#f6f8fa\", color=\"#8c959f\", fontname=monospace, "
    "fontsize=11, fontcolor=\"#1f2328\", margin=\"0.12,0.07\"]\n"
    "  edge [color=\"#768390\", fontname=monospace, fontsize=10, fontcolor=\"#768390\"]\n";

/// Of a string in quotation marks; `&` begins an entity, as in XML.
std::string quoted(const std::string& text) {
    std::string result;
    for (const char c : escape_xml(text)) {
        if (c == '\\') result += '\\';
        result += c;
    }
    return result;
}

class Graph {
  public:
    Graph(const Program& program, const std::string& title, const LanesView::PlaceOf& place_of)
        : program_(program), title_(title), place_of_(place_of), flow_(program) {}

    std::string write();

  private:
    void colour_branches();
    void write_title();
    void write_blocks(const std::vector<Label>& everywheres);
    void write_block(std::size_t number);
    std::string label_of(const BasicBlock& block) const;
    std::string line_of(Label pc) const;
    void write_edges(std::size_t number);
    void write_edge(std::size_t from, Label to, const std::string& label);
    void write_ties();
    void write_errors();
    bool is_shown(Label pc) const { return flow_.block_of(pc) < kMaxBlocks; }
    std::size_t shown_blocks() const { return std::min(flow_.blocks.size(), kMaxBlocks); }

    const Program& program_;
    const std::string& title_;
    const LanesView::PlaceOf& place_of_;
    BasicBlocks flow_;
    std::map<Label, Colour> colours_;  ///< of branches, and of the syncs that close them
    std::string out_;
    bool leaves_ = false;  ///< an edge leads past the last instruction
    bool is_cut_ = false;  ///< or to a block that is not shown
};

std::string Graph::write() {
    colour_branches();
    out_ = fmt::format("digraph \"{}\" {{\n{}", quoted(title_), kHeader);
    write_title();
    if (flow_.blocks.empty()) out_ += "  empty [label=\"no instructions\", style=dashed]\n";
    write_blocks({});
    for (std::size_t i = 0; i < shown_blocks(); ++i) write_edges(i);
    if (leaves_)
        out_ += "  end [label=\"past the last instruction\", color=\"#d1242f\", fontcolor=\"#d1242f\"]\n";
    if (is_cut_)
        out_ += fmt::format("  more [label=\"… {} more blocks\", style=dashed]\n",
                            with_thousands(flow_.blocks.size() - kMaxBlocks));
    write_ties();
    write_errors();
    return out_ + "}\n";
}

void Graph::colour_branches() {
    std::size_t branches = 0;
    for (const auto& [opener, closer] : flow_.ties) {
        const bool is_block = program_.at(opener).opcode == Opcode::everywhere;
        if (is_block) continue;
        const auto [known, is_new] = colours_.try_emplace(opener, base_colour(branches));
        branches += is_new ? 1 : 0;
        colours_.try_emplace(closer, known->second);
    }
}

void Graph::write_title() {
    std::string text = quoted(title_) + "\\l";
    if (!flow_.ties.empty()) text += "dotted: from a branch to its sync, from everywhere to its end\\l";
    if (!flow_.is_complete) text += "The program has too many paths: some dotted lines are missing.\\l";
    if (flow_.blocks.size() > kMaxBlocks)
        text += fmt::format("Only the first {} of {} blocks are shown.\\l", kMaxBlocks,
                            with_thousands(flow_.blocks.size()));
    out_ += fmt::format("  label=\"{}\"\n", text);
}

/// The blocks in which these everywheres are open, then those with more, each set in a frame.
void Graph::write_blocks(const std::vector<Label>& everywheres) {
    const std::size_t depth = everywheres.size();
    std::set<Label> inner;
    for (std::size_t i = 0; i < shown_blocks(); ++i) {
        const std::vector<Label>& open = flow_.blocks[i].everywheres;
        if (open.size() < depth || !std::equal(everywheres.begin(), everywheres.end(), open.begin()))
            continue;
        if (open.size() == depth)
            write_block(i);
        else
            inner.insert(open[depth]);
    }
    for (const Label opener : inner) {
        out_ += fmt::format(
            "  subgraph cluster_{} {{\n  label=\"everywhere\"; color=\"#d15704\"; fontcolor=\"#d15704\"; "
            "style=rounded; penwidth=2\n",
            opener);
        std::vector<Label> more = everywheres;
        more.push_back(opener);
        write_blocks(more);
        out_ += "  }\n";
    }
}

void Graph::write_block(std::size_t number) {
    const BasicBlock& block = flow_.blocks[number];
    std::string attributes = fmt::format("label=\"{}\"", label_of(block));
    const auto colour = colours_.find(block.last);
    if (colour != colours_.end()) attributes += fmt::format(", color=\"{}\", penwidth=2", colour->second);
    if (!block.is_reached)
        attributes += ", style=dashed, fontcolor=\"#768390\", tooltip=\"control does not reach it\"";
    out_ += fmt::format("  b{} [{}]\n", block.first, attributes);
}

std::string Graph::label_of(const BasicBlock& block) const {
    const std::size_t size = block.last - block.first + 1;
    std::string text;
    for (Label pc = block.first; pc <= block.last; ++pc) {
        const std::size_t index = pc - block.first;
        if (size > kMaxLines && index == kMaxLines / 2) {
            text += fmt::format("… {} more …\\l", with_thousands(size - kMaxLines));
            pc = block.last - static_cast<Label>(kMaxLines / 2) + 1;
        }
        text += line_of(pc);
    }
    return text;
}

std::string Graph::line_of(Label pc) const {
    const SourcePlace place = place_of_(program_, pc);
    const std::string line = place.line == 0 ? "" : fmt::format("{:>3}  ", place.line);
    return line + quoted(shortened(with_single_blanks(place.text), kMaxText)) + "\\l";
}

void Graph::write_edges(std::size_t number) {
    const Label pc = flow_.blocks[number].last;
    const Instruction& last = program_.at(pc);
    const Opcode opcode = last.opcode;
    if (opcode == Opcode::stop || opcode == Opcode::exit) return;
    if (opcode == Opcode::jump) return write_edge(number, last.target, "");
    if (opcode == Opcode::bz || opcode == Opcode::bnz) {
        const std::string text = print(last, program_);  // `bz c, end`
        const std::size_t begin = text.find(' ') + 1;
        const std::string condition = quoted(text.substr(begin, text.find(',') - begin));
        const bool branches_at_zero = opcode == Opcode::bz;
        write_edge(number, pc + 1, fmt::format("{} {} 0", condition, branches_at_zero ? "≠" : "="));
        return write_edge(number, last.target,
                          fmt::format("{} {} 0", condition, branches_at_zero ? "=" : "≠"));
    }
    if (opcode == Opcode::branch_mask) write_edge(number, last.target, "was active");
    write_edge(number, pc + 1, opcode == Opcode::branch_mask ? "was not" : "");
}

void Graph::write_edge(std::size_t from, Label to, const std::string& label) {
    std::string target = "end";
    if (to >= program_.end()) {
        leaves_ = true;
    } else if (!is_shown(to)) {
        target = "more";
        is_cut_ = true;
    } else {
        target = fmt::format("b{}", flow_.blocks[flow_.block_of(to)].first);
    }
    out_ += fmt::format("  b{} -> {}", flow_.blocks[from].first, target);
    if (!label.empty()) out_ += fmt::format(" [label=\" {} \"]", label);
    out_ += '\n';
}

void Graph::write_ties() {
    for (const auto& [opener, closer] : flow_.ties) {
        const std::size_t from = flow_.block_of(opener);
        const std::size_t to = flow_.block_of(closer);
        if (from == to || !is_shown(opener) || !is_shown(closer)) continue;
        const auto colour = colours_.find(opener);
        out_ +=
            fmt::format("  b{} -> b{} [dir=none, style=dotted, penwidth=2, constraint=false, color=\"{}\"]\n",
                        flow_.blocks[from].first, flow_.blocks[to].first,
                        colour == colours_.end() ? "#d15704" : colour->second);
    }
}

/// A message in lines of at most about so many columns.
std::string in_lines(const std::string& text, std::size_t columns) {
    std::string result;
    std::size_t used = 0;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = std::min(text.find(' ', i), text.size());
        const std::size_t length = columns_of(text.substr(i, end - i));
        if (used > 0 && used + 1 + length > columns) {
            result += "\\l";
            used = 0;
        }
        result += (used == 0 ? "" : " ") + quoted(text.substr(i, end - i));
        used += length + 1;
        i = end + 1;
    }
    return result + "\\l";
}

void Graph::write_errors() {
    if (program_.instructions.size() > kMaxCheckedInstructions) return;
    const StructureReport report = check_structure(program_);
    for (std::size_t i = 0; i < std::min(report.errors.size(), kMaxErrors); ++i) {
        const StructureError& error = report.errors[i];
        const bool is_past = error.pc >= program_.end();
        if (program_.instructions.empty() || (is_past && !leaves_) || (!is_past && !is_shown(error.pc)))
            continue;
        const std::string at =
            is_past ? "end" : fmt::format("b{}", flow_.blocks[flow_.block_of(error.pc)].first);
        out_ += fmt::format(
            "  error{} [shape=note, label=\"{}\", color=\"#d1242f\", fontcolor=\"#d1242f\"]\n"
            "  {} -> error{} [dir=none, style=dotted, color=\"#d1242f\"]\n",
            i, in_lines(error.message, 44), at, i);
    }
}

}  // namespace

std::string control_flow_graph(const Program& program, const std::string& title,
                               const LanesView::PlaceOf& place_of) {
    return Graph(program, title, place_of).write();
}

}  // namespace musimd::views
