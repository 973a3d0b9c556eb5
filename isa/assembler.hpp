#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/diagnostic.hpp"
#include "isa/float_literal.hpp"
#include "isa/program.hpp"
#include "isa/reader.hpp"
#include "isa/syntax.hpp"

namespace musimd {

/// Resolves the names and numbers of a text's lines and builds the program.
///
/// Names are resolved in the order of the lines: a constant is known on the lines after its `.const`; any
/// other name is a variable. N, the word, the model and the size of the grid are read first (prescan),
/// because literals, `warp_size` and `block_size` on earlier lines depend on them.
class Assembler {
  public:
    Assembler(const syntax::File& file, const ReadOptions& options, Diagnostics& diagnostics);

    /// The program; meaningless if there were errors.
    Program assemble();

  private:
    friend class DirectiveReader;

    struct Constant {
        Integer value = 0;
        std::uint32_t line = 0;
        bool buffer = false;
        std::string_view of = {};  ///< the constant of the machine that its value depends on: `warp_size`
        bool of_float = false;     ///< written as a float
    };
    struct SharedName {
        std::int64_t offset = 0;
        std::uint32_t line = 0;
    };
    struct Mention {
        Variable variable = 0;
        std::uint32_t line = 0;
    };

    void error(std::string_view where, std::string message);
    static constexpr std::size_t kMaxCandidates = 1000;
    std::string hint(std::string_view word, std::span<const std::string_view> candidates) const;
    void prescan();
    void scout(std::initializer_list<std::string_view> directives);
    void find_uses_of_names();
    void define_labels();
    void directive(const syntax::Directive& directive);
    void instruction(const syntax::WrittenInstruction& statement);
    void variant(const syntax::WrittenInstruction& statement, Instruction& result);
    std::uint32_t shuffle_width(const syntax::Operand& text);
    void check_groups(const syntax::Operand& text, const Operand& groups);
    void check_instruction(const syntax::WrittenInstruction& statement, Opcode opcode);
    bool is_activemask(const syntax::WrittenInstruction& statement) const;
    bool is_reserved(std::string_view word) const;
    bool is_machine_constant(std::string_view name) const;
    Operand operand(const syntax::Operand& text);
    Value float_word(const FloatLiteral& literal, bool negative, std::string_view whole);
    static std::string sign_before_float(std::string_view name);
    Operand constant_operand(const syntax::Operand& text, Integer magnitude);
    Type word_type(Type type, std::string_view text);
    Variable destination(std::string_view name);
    Variable variable(std::string_view name);
    Label target(std::string_view label);
    bool is_in_line(const char* where) const;
    std::uint32_t column_at(std::string_view where);
    Location location_of(std::string_view name);
    bool is_new_name(std::string_view name, std::string_view what);
    void define_constant(std::string_view name, Constant constant);
    void define_shared(std::string_view name, std::int64_t count);
    void size_error(std::string_view directive, bool overridden, std::string message);
    void check_expectations();
    void check_expected_warp(const Expectation& expectation, std::string_view where);
    void check_expected_shared(const ExpectShared& expected, std::string_view where);
    void check_sizes();
    void check_registers();
    void check_shared();
    void check_grid();
    void check_defines();
    void check_active();

    /// The names of the constants so far; empty if there are too many for a hint.
    std::vector<std::string_view> constant_names() const;

    /// A constant of the file or of the machine (`warp_size`, `block_size`, `grid_size`); null if the name is
    /// neither.
    const Constant* constant(std::string_view name) const;

    const syntax::File& file_;
    const ReadOptions& options_;
    Diagnostics& diagnostics_;
    const syntax::Line* line_ = nullptr;  ///< the one being read
    Program program_;
    std::map<std::string_view, Constant> constants_;
    std::map<std::string_view, SharedName> shared_;  ///< the objects so far
    std::map<std::string_view, SharedName>
        shared_names_;  ///< those of the whole text: they may be used before
    Constant warp_size_;
    Constant block_size_;
    Constant grid_size_;
    bool warp_size_used_ = false;
    std::uint32_t block_line_ = 0;   ///< line of the first `.block`; 0 if the file has none
    bool names_activemask_ = false;  ///< the text itself has a variable, constant or buffer `activemask`
    std::map<std::string_view, Mention> variables_;
    std::map<std::string_view, std::pair<Label, std::uint32_t>> labels_;  ///< to the number and the line
    std::vector<std::string_view> label_names_;
    std::map<std::string_view, const syntax::Line*>
        once_;  ///< where each directive that may occur only once is
    struct PendingExpectation {
        std::size_t expectation;
        std::string_view where;  ///< for `.expect var`, the name of the variable
        const syntax::Line* line;
    };
    /// Checked when all variables and the sizes of the grid are known.
    std::vector<PendingExpectation> pending_expectations_;
    /// By model: where `.expect` names the outcome; 0 if it does not.
    std::uint32_t outcome_lines_[std::size(kThreadModelNames)] = {};
    const char* counted_ = nullptr;  ///< a position in the current line whose column is known
    std::size_t counted_column_ = 1;
};

}  // namespace musimd
