#include "differential/lockstep/tree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "differential/random/dice.hpp"

namespace musimd::differential::lockstep {

Expr literal(std::uint32_t value) {
    return std::make_shared<const Node>(Node{.op = Op::literal, .value = value});
}

Expr leaf(Op op, std::uint32_t id) {
    return std::make_shared<const Node>(Node{.op = op, .id = id});
}

Expr apply(Op op, std::vector<Expr> operands, std::uint32_t id) {
    return std::make_shared<const Node>(Node{.op = op, .id = id, .operands = std::move(operands)});
}

std::uint32_t total_elements(const Drawn& kernel, const Array& array) {
    return array.space == Array::Space::output ? array.elements * kernel.grid : array.elements;
}

std::vector<std::vector<std::uint32_t>> elements_before(const Drawn& kernel) {
    std::vector<std::vector<std::uint32_t>> all;
    for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
        const Array& array = kernel.arrays[a];
        auto& elements = all.emplace_back();
        if (array.space == Array::Space::shared) continue;
        elements.assign(total_elements(kernel, array), 0);
        if (array.space != Array::Space::input) continue;
        Dice dice(kernel.seed + a);
        for (std::uint32_t& element : elements)
            element = dice.chance(80) ? dice.between(0u, 100u) : static_cast<std::uint32_t>(dice.bits());
    }
    return all;
}

std::vector<std::pair<std::string, std::string>> arguments_of(const Drawn& kernel) {
    const auto before = elements_before(kernel);
    std::vector<std::pair<std::string, std::string>> arguments;
    for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
        const Array& array = kernel.arrays[a];
        if (array.space == Array::Space::shared) continue;
        std::string text = fmt::format("zeros[{}]", before[a].size());
        if (array.space == Array::Space::input) {
            std::vector<std::int64_t> numbers;
            for (const std::uint32_t element : before[a])
                numbers.push_back(array.is_signed ? static_cast<std::int32_t>(element)
                                                  : static_cast<std::int64_t>(element));
            // One number alone would be a length.
            text = numbers.size() == 1 ? fmt::format("between:{0}:{0}:0[1]", numbers[0])
                                       : fmt::format("{}", fmt::join(numbers, ","));
        }
        arguments.emplace_back(array.name, std::move(text));
    }
    arguments.emplace_back("n", std::to_string(kernel.n));
    return arguments;
}

void for_each_statement(const Block& block, const std::function<void(const Statement&)>& visit) {
    for (const Statement& s : block) {
        visit(s);
        for_each_statement(s.body, visit);
        for_each_statement(s.otherwise, visit);
    }
}

void for_each_block(Block& block, const std::function<void(Block&)>& visit) {
    visit(block);
    for (Statement& s : block) {
        if (!s.body.empty()) for_each_block(s.body, visit);
        if (!s.otherwise.empty()) for_each_block(s.otherwise, visit);
    }
}

}  // namespace musimd::differential::lockstep
