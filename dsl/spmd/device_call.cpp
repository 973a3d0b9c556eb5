#include <algorithm>
#include <exception>
#include <iterator>

#include "dsl/spmd/recording.hpp"

// A call of a device function. Its parameters are C++ objects created before its body begins, and its result
// is an object that outlives it; both are recognized by that.

namespace musimd::spmd {
namespace {

/// Whether the compiler constructs the first parameter of a function before the second; the language leaves
/// this open.
bool constructs_first_parameter_first() {
    static int constructed = 0;
    struct Probe {
        int number = ++constructed;
    };
    struct Call {
        static bool in_order(Probe a, Probe b) { return a.number < b.number; }
    };
    static const bool in_order = Call::in_order(Probe(), Probe());
    return in_order;
}

/// Whether a parameter is a new variable: a lane type, by value.
bool is_lane_by_value(std::string_view parameter) {
    if (parameter.find('&') != parameter.npos) return false;
    for (const std::string_view type : {"k_int", "k_uint", "k_float", "k_bool"}) {
        if (parameter.find(type) != parameter.npos) return true;
    }
    return false;
}

std::vector<std::string_view> lanes_by_value(std::string_view parameters) {
    std::vector<std::string_view> names;
    for (const std::string_view parameter : split_parameters(parameters)) {
        if (is_lane_by_value(parameter)) names.push_back(declared_name(parameter));
    }
    return names;
}

}  // namespace

DeviceCall::DeviceCall(std::string_view head, std::string_view parameters, std::uint32_t line)
    : recording_(Recording::current("a device function", 0)), exceptions_(std::uncaught_exceptions()) {
    Recorder& recorder = recording_.recorder();
    std::vector<std::string_view> names = lanes_by_value(parameters);
    if (constructs_first_parameter_first())
        std::ranges::reverse(names);  // the last one constructed comes first
    std::vector<std::pair<dsl::VariableId, dsl::Expr>> arguments;
    const std::uint64_t block = recorder.end().block;
    for (Link* link = recording_.lanes_.previous;
         link != &recording_.lanes_ && arguments.size() < names.size(); link = link->previous) {
        auto& lane = static_cast<AnyLane&>(*link);
        // Objects that have been read are temporaries of an argument's expression, or variables of the
        // caller.
        if (lane.used_ || !lane.has_value_ || lane.block_ != block) continue;
        dsl::Expr value = recorder.take_last_declaration(lane.variable_);
        const std::string name = recording_.unique_name(names[arguments.size()]);
        if (value != nullptr) {
            recorder.rename(lane.variable_, name);
        } else {
            value = dsl::read(lane.variable_, lane.type_, recording_.line_);
            lane.variable_ = recorder.variable(lane.type_, name);
        }
        lane.used_ = true;
        arguments.emplace_back(lane.variable_, std::move(value));
    }
    if (constructs_first_parameter_first()) std::ranges::reverse(arguments);
    depth_ = recorder.depth();
    recorder.begin_call(std::string(declared_name(head)), std::move(arguments),
                        recording_.line_ != 0 ? recording_.line_ : line);
    lanes_ = recording_.next_lane_;
}

DeviceCall::~DeviceCall() {
    if (std::uncaught_exceptions() > exceptions_ || recording_.deferred_) return;
    try {
        end();
    } catch (const Error& error) {
        recording_.deferred_.emplace(error);
    }
}

void DeviceCall::end() {
    Recorder& recorder = recording_.recorder();
    recorder.check_closed(depth_ + 1);
    Link* const last = recording_.lanes_.previous;
    auto* const result = last == &recording_.lanes_ ? nullptr : static_cast<AnyLane*>(last);
    if (result == nullptr || result->number_ < lanes_) return recorder.end_call(0, nullptr);
    if (dsl::Expr value = recorder.take_last_declaration(result->variable_)) {
        recorder.end_call(result->variable_, std::move(value));
    } else {
        value = dsl::read(result->variable_, result->type_, recording_.line_);
        result->variable_ = recording_.variable(result->type_);
        recorder.end_call(result->variable_, std::move(value));
    }
    result->has_value_ = true;
    result->used_ = false;
    result->block_ = recorder.end().block;
}

}  // namespace musimd::spmd
