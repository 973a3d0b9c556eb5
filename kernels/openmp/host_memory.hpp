#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/launch/kept_memory.hpp"
#include "kernels/launch/part.hpp"

namespace musimd::kernels::openmp {

/// The memory of a call between two parts, for functions of C's library that are not programs of the machine.
/// No object is made while it exists.
class HostMemory {
  public:
    HostMemory(CallState& state, KeptMemory& kept) : state_(state), kept_(kept) {}

    /// The pattern of the number at the address; nothing if no object is there, or it is undefined.
    std::optional<std::uint64_t> read(std::int64_t address, Type type);
    /// False if there is no object.
    bool write(std::int64_t address, Type type, std::uint64_t pattern);
    /// The bytes up to the first 0; nothing if they do not end in their object.
    std::optional<std::string> text(std::int64_t address);
    /// The text, and a 0. False if it does not fit into the object.
    bool write_text(std::int64_t address, std::string_view text);
    /// The numbers from the address on, in its object.
    std::int64_t numbers_from(std::int64_t address);
    /// Copies so many numbers, also those that are undefined.
    void copy(std::int64_t to, std::int64_t from, std::int64_t count);

  private:
    struct Word {
        Value* value = nullptr;
        std::uint8_t* defined = nullptr;  ///< null: it is
    };
    dsl::Region* region_at(std::int64_t address);
    std::optional<Word> word(std::int64_t address);

    CallState& state_;
    KeptMemory& kept_;
    dsl::Region* latest_ = nullptr;  ///< that was found
};

}  // namespace musimd::kernels::openmp
