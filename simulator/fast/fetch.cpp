#include "simulator/fast/fetch.hpp"

#include <array>
#include <utility>

#define MUSIMD_TYPED 1

namespace musimd::fast {

#include "simulator/fast/typed_lanes.inc"
//
#include "simulator/fast/fetch_lanes.inc"

namespace {

using UntypedLane = std::int64_t (*)(std::int64_t c, std::int64_t o1, std::int64_t o2, int width,
                                     bool& overflows);
using TypedLane = std::int64_t (*)(std::int64_t c, std::int64_t o1, std::int64_t o2);

template <FetchOperation kOp, Type kType>
constexpr TypedLane typed_lane() {
    constexpr bool kOfIntegersAlone = kOp == FetchOperation::and_ || kOp == FetchOperation::or_ ||
                                      kOp == FetchOperation::xor_ || kOp == FetchOperation::inc ||
                                      kOp == FetchOperation::dec;
    if constexpr (kOp == FetchOperation::load || (kOfIntegersAlone && is_float(kType))) {
        return nullptr;
    } else {
        return typed_fetch_lane<kOp, kType>;
    }
}

template <FetchOperation kOp, std::size_t... kNumbers>
constexpr std::array<TypedLane, kTypes> typed_lanes(std::index_sequence<kNumbers...>) {
    return {typed_lane<kOp, static_cast<Type>(kNumbers)>()...};
}

constexpr UntypedLane kUntyped[] = {
#define MUSIMD_FETCH_OPERATION(name, ...) fetch_lane<FetchOperation::name>,
#include "isa/fetch_operations.def"
};
constexpr std::array<TypedLane, kTypes> kTyped[] = {
#define MUSIMD_FETCH_OPERATION(name, ...) \
    typed_lanes<FetchOperation::name>(std::make_index_sequence<kTypes>()),
#include "isa/fetch_operations.def"
};

}  // namespace

Fetched fetch(const Instruction& i, std::int64_t c, std::int64_t o1, std::int64_t o2, Word word) {
    const auto operation = static_cast<std::size_t>(i.fetch_operation);
    Fetched result;
    result.received = c;
    if (i.opcode == Opcode::typed_fetch) {
        const auto low = [&](std::int64_t x) {
            return word_of_pattern(static_cast<std::uint64_t>(x), i.type);
        };
        result.word = kTyped[operation][static_cast<std::size_t>(i.type)](c, o1, o2);
        result.received = low(c);
        result.only_reads = i.fetch_operation == FetchOperation::cas && low(c) != low(o1);
        return result;
    }
    bool overflows = false;
    result.word = kUntyped[operation](c, o1, o2, word.width, overflows);
    result.overflows = overflows && !word.wrap;
    result.only_reads =
        i.fetch_operation == FetchOperation::load || (i.fetch_operation == FetchOperation::cas && c != o1);
    return result;
}

}  // namespace musimd::fast
