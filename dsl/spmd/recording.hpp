#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/spmd/error.hpp"
#include "dsl/spmd/recorder.hpp"

// A kernel during recording: the C++ objects that represent its variables and values, and its pointers.

namespace musimd::spmd {

class Recording;

/// A link of the list of a recording's live objects, oldest first.
struct Link {
    Link* previous = nullptr;
    Link* next = nullptr;

    Link() = default;
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;
    ~Link() { unlink(); }
    void link_before(Link& position);
    void unlink();
};

/// A variable of the kernel: the untyped base of Lane<…>.
class AnyLane : private Link {
  public:
    /// Declares it; `value` may be null.
    AnyLane(dsl::ValueType type, dsl::Expr value, std::uint32_t line);
    /// Takes over the variable without recording anything.
    AnyLane(AnyLane&& other) noexcept;
    AnyLane& operator=(AnyLane&&) = delete;

    dsl::Expr read(std::uint32_t line) const;
    dsl::VariableId variable() const { return variable_; }

  private:
    friend class Recording;
    friend class DeviceCall;

    dsl::VariableId variable_ = 0;
    dsl::ValueType type_;
    bool has_value_ = false;     ///< declared with a value
    mutable bool used_ = false;  ///< read or assigned, or a parameter
    std::uint64_t block_ = 0;    ///< the block that created it
    std::uint64_t number_ = 0;   ///< ascending in the list
};

/// A value that is not in a variable: the untyped base of Value<…>. It keeps the value of the point of its
/// creation: if what it reads changes before it is used, or if it is used in another block or twice, it
/// becomes a variable, declared where it was created or at the latest before that change.
class AnyValue : private Link {
  public:
    explicit AnyValue(dsl::Expr expr);
    AnyValue(const AnyValue& other);
    AnyValue& operator=(const AnyValue&) = delete;

    /// The expression, for a statement recorded in the innermost block, or for a value created there.
    dsl::Expr use() const;
    dsl::ValueType type() const { return expr_->type; }

  private:
    friend class Recording;

    mutable dsl::Expr expr_;
    std::uint64_t block_ = 0;                           ///< the block that created it
    mutable bool used_ = false;                         ///< by one statement or value
    mutable bool settled_ = false;                      ///< it is a variable that is never assigned
    mutable std::optional<Recorder::Position> change_;  ///< the first change of what it reads
};

/// A pointer argument of the launch.
struct PointerArgument {
    std::size_t parameter = 0;  ///< its number among all, from 0
    const void* address = nullptr;
    Type element = Type::i32;
};

/// A kernel's pointer, and the offsets that were accessed through it for element 0.
struct Buffer {
    std::uintptr_t address = 0;
    Type element = Type::i32;
    std::set<std::int64_t> offsets;
};

/// The recording of this thread.
class Recording {
  public:
    Recording(std::string kernel, int bits, std::vector<PointerArgument> pointers);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    /// Error if no kernel is being recorded in this thread.
    static Recording& current(std::string_view what, std::uint32_t line);
    /// Begins the body of the kernel that is being launched. `parameters` is their text, as in `float *dst,
    /// int s`.
    static void begin(const char* file, std::string_view parameters);
    dsl::Kernel finish();

    Recorder& recorder() { return *recorder_; }
    const std::vector<Buffer>& buffers() const { return buffers_; }

    /// The element at `pointer`, for element 0 of the launch.
    dsl::ElementRef element_at(const void* pointer, Type element, std::uint32_t line);
    void set(const AnyLane& lane, dsl::Expr value, bool unmasked, std::uint32_t line);
    void store(dsl::ElementRef element, dsl::Expr value, bool unmasked, std::uint32_t line);

    /// A new variable with a unique name: from `base`, or from its type.
    dsl::VariableId variable(dsl::ValueType type, std::string_view base = {});
    std::string unique_name(std::string_view base);

  private:
    friend class AnyLane;
    friend class AnyValue;
    friend class DeviceCall;
    friend std::uint32_t line_being_recorded();

    void begin_kernel(const char* file, std::string_view parameters);
    template <class Reads>
    void note_change(Reads reads);

    std::string kernel_;
    int bits_;
    std::vector<PointerArgument> pointers_;
    std::optional<Recorder> recorder_;
    std::vector<Buffer> buffers_;
    std::set<std::string, std::less<>> names_;
    Link lanes_;   ///< the end of the list
    Link values_;  ///< likewise
    std::uint64_t next_lane_ = 1;
    std::uint64_t next_name_ = 1;
    std::uint32_t line_ = 0;         ///< the last reported line
    std::optional<Error> deferred_;  ///< found where throwing is impossible
};

/// The last known line of the kernel that is being recorded in this thread; 0 if unknown. Safe in signal
/// handlers.
std::uint32_t line_being_recorded();

/// Created at the beginning of a device function: until its destruction, the body is recorded as a call.
class DeviceCall {
  public:
    DeviceCall(std::string_view head, std::string_view parameters, std::uint32_t line);
    ~DeviceCall();
    DeviceCall(const DeviceCall&) = delete;
    DeviceCall& operator=(const DeviceCall&) = delete;

  private:
    void end();

    Recording& recording_;
    std::size_t depth_ = 0;    ///< number of blocks outside the call
    std::uint64_t lanes_ = 0;  ///< the number of the first lane created inside the call
    int exceptions_ = 0;       ///< in flight when it began
};

/// The texts between the commas, each without blanks around it.
std::vector<std::string_view> split_parameters(std::string_view parameters);
/// The declared name of a declaration: its last identifier.
std::string_view declared_name(std::string_view declaration);

}  // namespace musimd::spmd
