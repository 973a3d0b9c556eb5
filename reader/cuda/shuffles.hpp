#pragma once

#include <cstdint>
#include <optional>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Shuffles of numbers and of pointers.
class Shuffles : public Reader {
  public:
    using Reader::Reader;

    Expr shuffle(const ast::CallExpr* e, MachineInstruction operation, const Expr& index = nullptr);
    static std::optional<MachineInstruction> shuffle_named(llvm::StringRef name);
    std::optional<Pointer> shuffled_pointer(const ast::CastExpr* e);

  private:
    Expr source_lane(Variant variant, const Expr& by, const ast::Expr* given);
    Expr lane_of_thread(std::uint32_t at);
};

}  // namespace musimd::reader
