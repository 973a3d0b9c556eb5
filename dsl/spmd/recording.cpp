#include "dsl/spmd/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace musimd::spmd {

using dsl::Expr;
using dsl::Expression;

namespace {

/// Elements farther from a parameter than this belong to another buffer.
constexpr std::int64_t kFar = std::int64_t{1} << 20;

thread_local Recording* current_recording = nullptr;

bool is_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool reads_variable(const Expr& expr, dsl::VariableId variable) {
    if (expr->kind == Expression::Kind::variable) return expr->variable == variable;
    return std::ranges::any_of(expr->operands,
                               [&](const Expr& operand) { return reads_variable(operand, variable); });
}

bool reads_memory(const Expr& expr) {
    if (expr->kind == Expression::Kind::load) return true;
    return std::ranges::any_of(expr->operands, reads_memory);
}

}  // namespace

// ---- links

void Link::link_before(Link& position) {
    previous = position.previous;
    next = &position;
    previous->next = this;
    position.previous = this;
}

void Link::unlink() {
    if (previous == nullptr) return;
    previous->next = next;
    next->previous = previous;
    previous = next = nullptr;
}

// ---- lanes

AnyLane::AnyLane(dsl::ValueType type, Expr value, std::uint32_t line)
    : type_(type), has_value_(value != nullptr) {
    Recording& recording = Recording::current("a variable", line);
    variable_ = recording.variable(type);
    recording.recorder().declare(variable_, std::move(value), line);
    block_ = recording.recorder().end().block;
    number_ = recording.next_lane_++;
    link_before(recording.lanes_);
}

AnyLane::AnyLane(AnyLane&& other) noexcept
    : variable_(other.variable_), type_(other.type_), has_value_(other.has_value_), block_(other.block_) {
    other.unlink();
    other.used_ = true;
    if (current_recording == nullptr) return;
    number_ = current_recording->next_lane_++;
    link_before(current_recording->lanes_);
}

Expr AnyLane::read(std::uint32_t line) const {
    Recording& recording = Recording::current("a variable", line);
    if (previous == nullptr)
        recording.recorder().fail(line, "a variable from another launch, or one that was moved from");
    used_ = true;
    return dsl::read(variable_, type_, line);
}

// ---- values

AnyValue::AnyValue(Expr expr) : expr_(std::move(expr)) {
    Recording& recording = Recording::current("a value", expr_->line);
    block_ = recording.recorder().end().block;
    link_before(recording.values_);
}

AnyValue::AnyValue(const AnyValue& other)
    : expr_(other.expr_),
      block_(other.block_),
      used_(other.used_),
      settled_(other.settled_),
      change_(other.change_) {
    link_before(Recording::current("a value", expr_->line).values_);
}

Expr AnyValue::use() const {
    if (settled_ || expr_->kind == Expression::Kind::literal) return expr_;
    Recording& recording = Recording::current("a value", expr_->line);
    Recorder& recorder = recording.recorder();
    if (!change_ && !used_ && block_ == recorder.end().block) {
        used_ = true;
        return expr_;
    }
    const auto end = recorder.end_of(block_);
    if (!end) {
        recorder.fail(expr_->line,
                      "a value is used outside the block that computed it: keep it in a variable, "
                      "as in k_int v(x)");
    }
    const dsl::VariableId variable = recording.variable(expr_->type);
    recorder.declare_at(change_.value_or(*end), variable, expr_, expr_->line);
    expr_ = dsl::read(variable, expr_->type, expr_->line);
    settled_ = true;
    return expr_;
}

// ---- recordings

Recording::Recording(std::string kernel, int bits, std::vector<PointerArgument> pointers)
    : kernel_(std::move(kernel)), bits_(bits), pointers_(std::move(pointers)) {
    if (current_recording != nullptr)
        current_recording->recorder().fail(current_recording->line_, "a kernel cannot launch another kernel");
    lanes_.previous = lanes_.next = &lanes_;
    values_.previous = values_.next = &values_;
    current_recording = this;
}

Recording::~Recording() {
    for (Link* list : {&lanes_, &values_}) {
        while (list->next != list) list->next->unlink();
        list->previous = list->next = nullptr;
    }
    current_recording = nullptr;
}

void Recording::begin(const char* file, std::string_view parameters) {
    if (current_recording == nullptr)
        throw Error({file, 0, "", "", -1, "a kernel is called without a launch"});
    if (current_recording->recorder_)
        current_recording->recorder_->fail(current_recording->line_, "a kernel cannot call another kernel");
    current_recording->begin_kernel(file, parameters);
}

Recording& Recording::current(std::string_view what, std::uint32_t line) {
    if (current_recording == nullptr || !current_recording->recorder_) {
        ErrorDetails details;
        details.line = line;
        details.message = fmt::format("{} of a kernel outside a launch", what);
        throw Error(std::move(details));
    }
    if (line != 0) current_recording->line_ = line;
    if (current_recording->deferred_) throw Error(*current_recording->deferred_);
    return *current_recording;
}

std::uint32_t line_being_recorded() {
    return current_recording == nullptr ? 0 : current_recording->line_;
}

void Recording::begin_kernel(const char* file, std::string_view parameters) {
    const std::vector<std::string_view> texts = split_parameters(parameters);
    std::vector<dsl::KernelBuffer> buffers;
    for (const PointerArgument& pointer : pointers_) {
        const std::string_view name = pointer.parameter < texts.size()
                                          ? declared_name(texts[pointer.parameter])
                                          : std::string_view("p");
        buffers.push_back({unique_name(name), pointer.element});
        buffers_.push_back({reinterpret_cast<std::uintptr_t>(pointer.address), pointer.element, {}});
    }
    recorder_.emplace(kernel_, bits_, std::move(buffers), file);
}

dsl::Kernel Recording::finish() {
    current("the end", 0);
    return recorder_->finish();
}

dsl::ElementRef Recording::element_at(const void* pointer, Type element, std::uint32_t line) {
    if (pointer == nullptr) recorder_->fail(line, "an access through a null pointer");
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto size = static_cast<std::int64_t>(width_of(element) / 8);
    std::optional<dsl::ElementRef> nearest;
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        const auto distance = static_cast<std::int64_t>(address - buffers_[i].address);
        if (buffers_[i].element != element || buffers_[i].address == 0 || distance % size != 0) continue;
        const std::int64_t offset = distance / size;
        if (std::abs(offset) > kFar || (nearest && std::abs(nearest->offset) <= std::abs(offset))) continue;
        nearest = {static_cast<dsl::BufferId>(i), offset};
    }
    if (!nearest) {
        nearest = {recorder_->buffer({unique_name("p"), element}), 0};
        buffers_.push_back({address, element, {}});
    }
    buffers_[nearest->buffer].offsets.insert(nearest->offset);
    return *nearest;
}

/// Values that read what is about to change must be moved to variables, in case they are used later.
template <class Reads>
void Recording::note_change(Reads reads) {
    for (Link* link = values_.next; link != &values_; link = link->next) {
        auto& value = static_cast<AnyValue&>(*link);
        if (!value.change_ && !value.settled_ && reads(value.expr_))
            value.change_ = recorder_->end_of(value.block_);
    }
}

void Recording::set(const AnyLane& lane, Expr value, bool unmasked, std::uint32_t line) {
    lane.used_ = true;
    note_change([&](const Expr& expr) { return reads_variable(expr, lane.variable_); });
    recorder_->set(lane.variable_, std::move(value), unmasked, line);
}

void Recording::store(dsl::ElementRef element, Expr value, bool unmasked, std::uint32_t line) {
    note_change(reads_memory);
    recorder_->store(element, std::move(value), unmasked, line);
}

std::string Recording::unique_name(std::string_view base) {
    std::string name(base);
    for (int i = 2; !names_.insert(name).second; ++i) name = fmt::format("{}_{}", base, i);
    return name;
}

dsl::VariableId Recording::variable(dsl::ValueType type, std::string_view base) {
    if (!base.empty()) return recorder_->variable(type, unique_name(base));
    const char letter = type.condition ? 'c' : to_string(type.type).front();
    std::string name;
    do name = fmt::format("{}{}", letter, next_name_++);
    while (!names_.insert(name).second);
    return recorder_->variable(type, std::move(name));
}

// ---- texts of parameters

std::vector<std::string_view> split_parameters(std::string_view parameters) {
    std::vector<std::string_view> texts;
    int depth = 0;
    std::size_t begin = 0;
    const auto add = [&](std::size_t end) {
        std::string_view text = parameters.substr(begin, end - begin);
        while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
        while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
        if (!text.empty()) texts.push_back(text);
        begin = end + 1;
    };
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const char c = parameters[i];
        if (c == '<' || c == '(') ++depth;
        if (c == '>' || c == ')') --depth;
        if (c == ',' && depth == 0) add(i);
    }
    add(parameters.size());
    return texts;
}

std::string_view declared_name(std::string_view declaration) {
    declaration = declaration.substr(0, declaration.find_first_of("=["));
    std::size_t end = declaration.size();
    while (end > 0 && !is_name(declaration[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && is_name(declaration[begin - 1])) --begin;
    return declaration.substr(begin, end - begin);
}

}  // namespace musimd::spmd
