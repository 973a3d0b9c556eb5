// Writes programs in varied spellings, independently of the printer: the reader must read the same program.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "isa/printer.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests {
namespace {

class Speller {
  public:
    Speller(const Program& program, std::uint64_t seed) : program_(program), dice_(seed) {}

    std::string run() {
        read_directives();
        if (dice_.chance(10)) text_ += "\xEF\xBB\xBF";
        if (dice_.chance(50)) add_constants();
        for (Label pc = 1; pc <= program_.end(); ++pc) {
            add_some_directives();
            add_labels(pc);
            if (pc < program_.end()) add_line(gap() + instruction(program_.at(pc)));
        }
        while (next_directive_ < directives_.size()) add_directive();
        return std::move(text_);
    }

  private:
    // ---- lines

    void add_line(const std::string& line) {
        text_ += line;
        if (dice_.chance(15)) text_ += gap() + dice_.pick({"; a comment", ";", ";; × ← é", "; x = 1 : ["});
        text_ += dice_.chance(10) ? "\r\n" : "\n";
        if (dice_.chance(10)) text_ += dice_.pick({"\n", "  \t\n", "    ; only a comment\n"});
    }

    void add_labels(Label pc) {
        for (const auto& [name, place] : program_.labels) {
            if (place != pc) continue;
            text_ += gap() + name + gap() + ":";
            if (dice_.chance(50)) add_line("");
        }
        if (pc == program_.end()) text_ += "\n";
    }

    // The directives may be anywhere, in their order.
    void read_directives() {
        std::istringstream lines(print(program_));
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with('.')) directives_.push_back(line);
        }
    }

    void add_some_directives() {
        while (next_directive_ < directives_.size() && dice_.chance(50)) add_directive();
    }

    void add_directive() {
        std::string spaced = gap();
        for (const char c : directives_[next_directive_]) spaced += c == ' ' ? blank() : std::string(1, c);
        ++next_directive_;
        add_line(spaced);
    }

    void add_constants() {
        for (const Instruction& i : program_.instructions) {
            for (const Operand& o : i.operands) {
                if (o.kind != Operand::Kind::constant || constants_.contains(o.value)) continue;
                constants_[o.value] = fmt::format("K{}", constants_.size());
                add_line(
                    fmt::format(".const{}{}{}{}", blank(), constants_[o.value], blank(), literal(o.value)));
            }
        }
    }

    // ---- instructions

    std::string gap() { return std::string(dice_.pick({"", "", " ", "\t", "   "})); }
    std::string blank() { return std::string(dice_.pick({" ", " ", "\t", "  "})); }

    std::string literal(Value value) {
        if (program_.word.wrap && value < 0 && dice_.chance(30)) {
            return magnitude((Integer{1} << program_.word.width) + value);
        }
        if (value < 0) return "-" + gap() + magnitude(-Integer{value});
        return (dice_.chance(10) ? "+" : "") + magnitude(value);
    }

    std::string magnitude(Integer value) {
        const auto bits = static_cast<std::uint64_t>(value);
        switch (dice_.weighted({4, 1, 1})) {
            case 0:
                return fmt::format("{}", bits);
            case 1:
                return fmt::format("0x{:x}", bits);
            default:
                return fmt::format("0x{:04X}", bits);
        }
    }

    std::string operand(const Operand& o) {
        switch (o.kind) {
            case Operand::Kind::tid:
                return "tid";
            case Operand::Kind::wid:
                return "wid";
            case Operand::Kind::bid:
                return "bid";
            case Operand::Kind::btid:
                return "btid";
            case Operand::Kind::shared:
                return std::ranges::find(program_.shared, o.value, &SharedObject::offset)->name;
            case Operand::Kind::variable:
                return program_.variables[o.variable];
            case Operand::Kind::constant:
                break;
        }
        if (o.value == Value{program_.threads} && dice_.chance(50)) return "warp_size";
        if (const auto named = constants_.find(o.value); named != constants_.end() && dice_.chance(60)) {
            return named->second;
        }
        return literal(o.value);
    }

    std::string target(Label place) {
        std::vector<std::string> names;
        for (const auto& label : program_.labels) {
            if (label.second == place) names.push_back(label.first);
        }
        return dice_.pick(names);
    }

    std::string instruction(const Instruction& i) {
        const InstructionInfo& row = info(i.opcode);
        const std::string o = operand(i.operands[0]);
        const std::string comma = gap() + "," + gap();
        switch (i.opcode) {
            case Opcode::jump:
                return fmt::format("{}{}{}", row.format.mnemonic, blank(), target(i.target));
            case Opcode::bz:
            case Opcode::bnz:
            case Opcode::branch_mask:
                return fmt::format("{}{}{}{}{}", row.format.mnemonic, blank(), o, comma, target(i.target));
            case Opcode::sync:
            case Opcode::stop:
            case Opcode::everywhere:
            case Opcode::end_everywhere:
            case Opcode::barrier:
                return std::string(row.format.mnemonic);
            case Opcode::st:
                return store(o, operand(i.operands[1]));
            case Opcode::shfl:
                return shuffle(program_.variables[i.destination], o);
            case Opcode::atomic_inc:
                return atomic(program_.variables[i.destination], o);
            case Opcode::ld:
                return assignment(i, dice_.chance(50) ? "↓" + gap() + o : bracketed(o));
            case Opcode::copy:
                return assignment(i, o);
            case Opcode::ballot:
                return assignment(i, "ballot" + blank() + o);
            case Opcode::typed:
                return assignment(i, typed(i, comma));
#define MUSIMD_UNARY(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
                return assignment(i, word_and_operand(row.format.mnemonic, o, true));
            case Opcode::assert_:
                return word_and_operand(row.format.mnemonic, o, false);
            case Opcode::fetch:
            case Opcode::typed_fetch:
                return assignment(i, fetch(i, comma));
            case Opcode::bp:
                return assignment(i, operation(info(i.operation), o, operand(i.operands[1])));
            case Opcode::strong_store:
#define MUSIMD_OF_BLOCKS(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
                break;  // generators make none of them
        }
        return print(i, program_);
    }

    std::string typed(const Instruction& i, const std::string& comma) {
        const TypedOperationInfo& row = info(i.typed_operation);
        std::string text = fmt::format("{}.{}", row.name, to_string(i.type));
        if (i.typed_operation == TypedOperation::cvt) text += fmt::format(".{}", to_string(i.from));
        text += blank();
        for (std::size_t o = 0; o < row.operands; ++o) text += (o > 0 ? comma : "") + operand(i.operands[o]);
        return text;
    }

    // After a word that is not reserved, a sign would be an operator.
    std::string word_and_operand(std::string_view word, const std::string& o, bool is_assigned) {
        const bool has_sign = o.starts_with('-') || o.starts_with('+');
        if ((is_assigned && has_sign) || dice_.chance(30))
            return fmt::format("{}{}({}{}{})", word, gap(), gap(), o, gap());
        return fmt::format("{}{}{}", word, blank(), o);
    }

    std::string fetch(const Instruction& i, const std::string& comma) {
        const FetchOperationInfo& row = info(i.fetch_operation);
        std::string text = fmt::format("fetch_{}", row.name);
        if (i.opcode == Opcode::typed_fetch) text += fmt::format(".{}", to_string(i.type));
        text += gap() + bracketed(operand(i.operands[0]));
        for (std::size_t o = 0; o < row.operands; ++o) text += comma + operand(i.operands[o + 1]);
        return text;
    }

    std::string bracketed(const std::string& o) {
        return "[" + gap() + o + gap() + "]";
    }

    std::string assignment(const Instruction& i, const std::string& source) {
        return program_.variables[i.destination] + gap() + "=" + gap() + source;
    }

    std::string store(const std::string& address, const std::string& value) {
        const std::string place = dice_.chance(50) ? "↑" + gap() + address : bracketed(address);
        return place + gap() + "=" + gap() + value;
    }

    std::string shuffle(const std::string& v, const std::string& lane) {
        const std::string operands = v + gap() + "," + gap() + lane;
        return dice_.chance(50) ? "shfl" + blank() + operands : "shfl" + gap() + "(" + gap() + operands + ")";
    }

    std::string atomic(const std::string& v, const std::string& address) {
        if (dice_.chance(40)) return v + gap() + "=" + gap() + "atomic_inc" + gap() + bracketed(address);
        const std::string arrow = dice_.pick({"<-a", "←a", "←ᵃ"});
        return v + gap() + arrow + blank() + address + gap() + "+" + gap() + "1";
    }

    std::string operation(const OperationInfo& row, const std::string& left, const std::string& right) {
        if (row.is_word())
            return fmt::format("{}{}{}{},{}{}", row.spelling, blank(), left, gap(), gap(), right);
        const std::string_view spelling = row.spelling == "*" && dice_.chance(50) ? "×" : row.spelling;
        return fmt::format("{}{}{}{}{}", left, gap(), spelling, gap(), right);
    }

    const Program& program_;
    Dice dice_;
    std::string text_;
    std::vector<std::string> directives_;
    std::size_t next_directive_ = 0;
    std::map<Value, std::string> constants_;
};

}  // namespace

std::string spell_freely(const Program& program, std::uint64_t seed) {
    return Speller(program, seed).run();
}

}  // namespace musimd::tests
