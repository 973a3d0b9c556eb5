#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The text of inline `asm`: PTX.

namespace musimd::reader {

struct PtxOperand {
    enum class Kind : std::uint8_t {
        outer,      ///< `%0`: the operand `number` of the `asm`; or `%[text]`
        special,    ///< `%%laneid`
        register_,  ///< of the text
        number,     ///< `number`
        address,    ///< `[a+number]`, with a in `parts`
        list,       ///< `{a, b}`
    };
    Kind kind = Kind::number;
    std::string text = {};
    std::int64_t number = 0;
    bool is_float = false;  ///< the number has the bits of a float
    std::vector<PtxOperand> parts = {};
};

struct PtxInstruction {
    std::optional<PtxOperand> predicate = {};
    bool unless = false;                  ///< it is executed where the predicate does not hold
    std::vector<std::string> words = {};  ///< `add`, `u32`
    std::vector<PtxOperand> operands = {};
    std::optional<PtxOperand> found = {};  ///< the second result of `d|p`
};

/// `error` says what cannot be read, if anything cannot.
std::vector<PtxInstruction> read_ptx(std::string_view text, std::string& error);

}  // namespace musimd::reader
