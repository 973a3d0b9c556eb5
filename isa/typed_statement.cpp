#include "isa/typed_statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "isa/diagnostic.hpp"
#include "isa/variant.hpp"

namespace musimd {
namespace {

std::vector<std::string_view> split_at_points(std::string_view name) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        parts.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

// The orders that an instruction has, and how it is written.
struct StrongForm {
    std::vector<MemoryOrder> orders;
    std::string_view syntax;
    bool must_be_written = true;  // an order or a scope
};

StrongForm form_of(const syntax::WrittenInstruction& statement) {
    using enum MemoryOrder;
    if (statement.opcode == Opcode::fence)
        return {{acquire, release, acq_rel, seq_cst}, info(Opcode::fence).format.syntax};
    if (statement.opcode == Opcode::strong_store)
        return {{relaxed, release, seq_cst}, info(Opcode::strong_store).format.syntax};
    if (statement.fetch_operation == FetchOperation::load)
        return {{relaxed, acquire, seq_cst}, "v = load.ORDER.SCOPE [a]"};
    return {{relaxed, acquire, release, acq_rel, seq_cst}, "v = fetch_OP.ORDER.SCOPE [a], o", false};
}

// Memory is sequentially consistent, so a `seq_cst` of an access orders what the others order.
MemoryOrder without_seq_cst(MemoryOrder order, const syntax::WrittenInstruction& statement) {
    if (order != MemoryOrder::seq_cst || statement.opcode == Opcode::fence) return order;
    if (statement.opcode == Opcode::strong_store) return MemoryOrder::release;
    return statement.fetch_operation == FetchOperation::load ? MemoryOrder::acquire : MemoryOrder::acq_rel;
}

// The instruction of a word that a variant follows, without a type.
const InstructionInfo* row_of_variants(std::string_view word) {
    const auto table = instruction_table();
    const auto row = std::ranges::find_if(
        table, [&](const auto& each) { return each.format.variants && each.format.mnemonic == word; });
    return row == table.end() ? nullptr : &*row;
}

// `vote.ballot, vote.any, vote.all`
std::string variants_of(const InstructionInfo& row) {
    std::vector<std::string> names;
    for (const VariantInfo& each : variant_table()) {
        if (each.opcode == row.opcode)
            names.push_back(fmt::format("{}.{}", row.format.mnemonic, to_string(each.variant)));
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

class TypedStatement {
  public:
    TypedStatement(std::string_view line, syntax::WrittenInstruction& statement)
        : line_(line), statement_(statement) {}

    // The operation and its types.
    std::optional<SyntaxError> read_name(std::string_view name) {
        const std::vector<std::string_view> parts = split_at_points(name);
        const auto operation = typed_operation_named(parts[0]);
        if (!operation) return unknown(parts);
        statement_.typed_operation = *operation;
        const bool converts = *operation == TypedOperation::cvt;
        const std::size_t wanted = converts ? 3 : 2;
        if (parts.size() != wanted) {
            return error(parts[std::min(parts.size() - 1, wanted)],
                         fmt::format("'{}' is written {}", parts[0],
                                     converts ? "cvt.T.S: to a T from an S"
                                              : fmt::format("{}.T, with one type T", parts[0])));
        }
        const Named row = {info(*operation).name, info(*operation).types};
        if (auto error = read_type(parts[1], row, statement_.type, statement_.type_text)) return error;
        return converts ? read_type(parts[2], row, statement_.from, statement_.from_text) : std::nullopt;
    }

    // `fetch_add` or `fetch_add.i32`, of an operation that exists.
    std::optional<SyntaxError> read_fetch_name(std::string_view name) {
        const std::vector<std::string_view> parts = split_at_points(name);
        for (const FetchOperationInfo& row : fetch_operation_table())
            if (spelling_of(row.operation) == parts[0]) statement_.fetch_operation = row.operation;
        const bool is_load = statement_.fetch_operation == FetchOperation::load;
        std::size_t next = 1;
        if (!is_load && parts.size() > 1 && !memory_order_named(parts[1]) && !scope_named(parts[1])) {
            statement_.opcode = Opcode::typed_fetch;
            const Named row = {parts[0], info(statement_.fetch_operation).types};
            if (auto error = read_type(parts[1], row, statement_.type, statement_.type_text)) return error;
            next = 2;
        }
        return read_strength(parts, next);
    }

    // `store.release.grid`, `fence.block`
    std::optional<SyntaxError> read_strong_name(std::string_view name) {
        const std::vector<std::string_view> parts = split_at_points(name);
        statement_.opcode = *opcode_of_mnemonic(parts[0]);
        if (statement_.opcode == Opcode::fence) statement_.order = MemoryOrder::acq_rel;
        return read_strength(parts, 1);
    }

    std::optional<SyntaxError> read_strong_operands(std::string_view name,
                                                    std::span<const syntax::Operand> operands) {
        const std::size_t wanted = info(statement_.opcode).format.operands;
        if (operands.size() == wanted) {
            std::ranges::copy(operands, statement_.operands);
            return std::nullopt;
        }
        return error(
            operands.size() > wanted ? operands[wanted].whole : name,
            fmt::format("'{}' takes {}: {}", name, wanted == 0 ? "no operands" : "an address and one operand",
                        form_of(statement_).syntax));
    }

    std::optional<SyntaxError> read_fetch_operands(std::string_view name,
                                                   std::span<const syntax::Operand> operands) {
        const std::size_t wanted = 1 + info(statement_.fetch_operation).operands;
        if (operands.size() == wanted) {
            std::ranges::copy(operands, statement_.operands);
            return std::nullopt;
        }
        return error(operands.size() > wanted ? operands[wanted].whole : name,
                     wanted == 1 ? fmt::format("'{0}' takes an address: v = {0} [a]", name)
                     : wanted == 2
                         ? fmt::format("'{0}' takes an address and one operand: v = {0} [a], o", name)
                         : fmt::format("'{0}' takes an address and two operands: v = {0} [a], o1, o2", name));
    }

    std::optional<SyntaxError> read_operands(std::string_view name,
                                             std::span<const syntax::Operand> operands) {
        const std::size_t wanted = info(statement_.typed_operation).operands;
        if (operands.size() != wanted) {
            constexpr std::string_view kCounts[] = {"one operand", "two operands", "three operands"};
            constexpr std::string_view kForms[] = {"o", "o1, o2", "o1, o2, o3"};
            return error(
                operands.size() > wanted ? operands[wanted].whole : name,
                fmt::format("'{0}' takes {1}: v = {0} {2}", name, kCounts[wanted - 1], kForms[wanted - 1]));
        }
        std::ranges::copy(operands, statement_.operands);
        return std::nullopt;
    }

    // `vote.any`, `reduce.add.i32`: the word, its variant and its type.
    std::optional<SyntaxError> read_variant_name(std::string_view name) {
        const std::vector<std::string_view> parts = split_at_points(name);
        const InstructionInfo& row = *row_of_variants(parts[0]);
        statement_.opcode = row.opcode;
        const auto variant = variant_named(row.opcode, parts[1]);
        if (parts[1].empty()) return error(parts[1], fmt::format("expected {}", variants_of(row)));
        if (!variant) {
            return error(parts[1], fmt::format("'{}' is not a variant of '{}'; expected {}", shown(parts[1]),
                                               parts[0], variants_of(row)));
        }
        statement_.variant = *variant;
        if (parts.size() == 2) return std::nullopt;
        const std::string whole = fmt::format("{}.{}", parts[0], parts[1]);
        if (row.opcode != Opcode::reduce)
            return error(parts[2], fmt::format("expected '{}' without a type", whole));
        if (parts.size() > 3) return error(parts[3], fmt::format("'{0}' is written {0} or {0}.T", whole));
        statement_.opcode = Opcode::typed_reduce;
        statement_.typed_operation = *typed_operation_named(parts[1]);
        return read_type(parts[2], {whole, types_of_reduction(*variant)}, statement_.type,
                         statement_.type_text);
    }

    std::optional<SyntaxError> read_variant_operands(std::string_view name,
                                                     std::span<const syntax::Operand> operands) {
        const InstructionInfo& row = info(statement_.opcode);
        const std::size_t wanted = row.format.operands;
        const std::size_t most = statement_.opcode == Opcode::shuffle ? wanted + 1 : wanted;
        if (operands.size() < wanted || operands.size() > most) {
            constexpr std::string_view kCounts[] = {"no operands", "one operand", "two operands",
                                                    "three operands, and may have a width"};
            return error(operands.size() > most ? operands[most].whole : name,
                         fmt::format("'{}' takes {}: {}", name, kCounts[wanted],
                                     syntax_of(row.opcode, statement_.variant)));
        }
        std::ranges::copy(operands.first(wanted), statement_.operands);
        if (operands.size() > wanted) statement_.width = operands[wanted];
        return std::nullopt;
    }

  private:
    // An operation as messages name it, and the kinds of T that it has.
    struct Named {
        std::string_view name;
        std::string_view types;
    };

    SyntaxError error(std::string_view where, std::string message) const {
        return {static_cast<std::size_t>(where.data() - line_.data()), std::move(message)};
    }

    // The order, the scope or both, from parts[next] on.
    std::optional<SyntaxError> read_strength(const std::vector<std::string_view>& parts, std::size_t next) {
        const StrongForm form = form_of(statement_);
        if (next == parts.size() && form.must_be_written)
            return error(parts[0], fmt::format("'{}' needs an order or a scope: {}", parts[0], form.syntax));
        if (next < parts.size()) {
            const auto order = memory_order_named(parts[next]);
            if (order && std::ranges::count(form.orders, *order) == 0) {
                std::vector<std::string_view> names;
                for (const MemoryOrder each : form.orders) names.push_back(to_string(each));
                return error(parts[next], fmt::format("'{}' has no order '{}', but {}", parts[0], parts[next],
                                                      fmt::join(names, ", ")));
            }
            if (order) statement_.order = without_seq_cst(*order, statement_);
            if (order) ++next;
        }
        if (next < parts.size()) {
            const auto scope = scope_named(parts[next]);
            if (!scope) {
                return error(parts[next],
                             fmt::format("'{}' is not an order or a scope; expected {}, with the scope {}",
                                         shown(parts[next]), form.syntax, fmt::join(kScopeNames, ", ")));
            }
            statement_.scope = *scope;
            ++next;
        }
        if (next == parts.size()) return std::nullopt;
        return error(parts[next],
                     fmt::format("expected the end of '{}': it is written {}", parts[0], form.syntax));
    }

    SyntaxError unknown(const std::vector<std::string_view>& parts) const {
        std::vector<std::string_view> known;
        const auto type = type_named(parts.back());
        for (const auto& row : typed_operation_table()) {
            if (!type || has_type(row.operation, *type)) known.push_back(row.name);
        }
        const std::vector<std::string_view> words = variant_words();
        known.insert(known.end(), words.begin(), words.end());
        const std::string hint = did_you_mean(parts[0], known);
        return error(parts[0], fmt::format("unknown operation '{}' on typed words{}", shown(parts[0]),
                                           hint.empty() ? "; `musimd isa` lists them all" : hint));
    }

    std::optional<SyntaxError> read_type(std::string_view name, const Named& row, Type& type,
                                         std::string_view& text) const {
        if (name.empty()) return error(name, "expected a type after '.', as in add.i32");
        const auto named = type_named(name);
        if (!named) {
            return error(name, fmt::format("'{}' is not a type; the types are {}{}", shown(name),
                                           fmt::join(kTypeNames, ", "), did_you_mean(name, kTypeNames)));
        }
        if (!has_kind(row.types, *named)) {
            const std::string_view types =
                row.types == "f" ? "floats: f16, f32, f64" : "integers: i8 … i64, u8 … u64";
            return error(name, fmt::format("{0}.{1} does not exist; '{0}' is an operation on {2}", row.name,
                                           name, types));
        }
        type = *named;
        text = name;
        return std::nullopt;
    }

    std::string_view line_;
    syntax::WrittenInstruction& statement_;
};

/// Of the instructions for which it is true.
template <typename Is>
std::vector<std::string_view> mnemonics(Is is) {
    std::vector<std::string_view> words;
    for (const InstructionInfo& row : instruction_table()) {
        if (is(row)) words.push_back(row.format.mnemonic);
    }
    return words;
}

}  // namespace

std::optional<SyntaxError> make_typed(std::string_view name, std::span<const syntax::Operand> operands,
                                      std::string_view line, syntax::WrittenInstruction& statement) {
    TypedStatement reader(line, statement);
    if (auto error = reader.read_name(name)) return error;
    return reader.read_operands(name, operands);
}

std::optional<SyntaxError> make_fetch(std::string_view name, std::span<const syntax::Operand> operands,
                                      std::string_view line, syntax::WrittenInstruction& statement) {
    TypedStatement reader(line, statement);
    if (auto error = reader.read_fetch_name(name)) return error;
    return reader.read_fetch_operands(name, operands);
}

std::optional<SyntaxError> make_variant(std::string_view name, std::span<const syntax::Operand> operands,
                                        std::string_view line, syntax::WrittenInstruction& statement) {
    TypedStatement reader(line, statement);
    if (auto error = reader.read_variant_name(name)) return error;
    return reader.read_variant_operands(name, operands);
}

std::optional<SyntaxError> make_strong(std::string_view name, std::span<const syntax::Operand> operands,
                                       std::string_view line, syntax::WrittenInstruction& statement) {
    TypedStatement reader(line, statement);
    if (auto error = reader.read_strong_name(name)) return error;
    return reader.read_strong_operands(name, operands);
}

std::string variants_of(Opcode opcode) {
    return variants_of(info(opcode));
}

const std::vector<std::string_view>& variant_words() {
    static const auto words = mnemonics(
        [](const InstructionInfo& row) { return row.opcode != Opcode::typed_reduce && row.format.variants; });
    return words;
}

const std::vector<std::string_view>& strong_words() {
    static const auto words = mnemonics([](const InstructionInfo& row) { return row.format.strong; });
    return words;
}

const std::vector<std::string>& fetch_spellings() {
    static const std::vector<std::string> words = [] {
        std::vector<std::string> all;
        for (const auto& row : fetch_operation_table()) all.push_back(spelling_of(row.operation));
        return all;
    }();
    return words;
}

std::string typed_hint(const syntax::WrittenInstruction& statement) {
    if (statement.opcode != Opcode::copy) return {};
    const std::string_view word = statement.operands[0].word;
    if (const InstructionInfo* row = row_of_variants(word))
        return fmt::format("; '{}' includes its variant: {}", word, variants_of(*row));
    const auto operation = typed_operation_named(word);
    if (!operation) return {};
    const std::string_view type = info(*operation).types == "f" ? "f32" : "i32";
    return fmt::format("; an operation on typed words includes its type: {}.{}", word, type);
}

}  // namespace musimd
