#include "cli/kernels/cuda_prove_shapes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "dsl/walk.hpp"

namespace musimd::cli {
namespace {

using prove::LaunchShape;
using prove::Shape;

constexpr std::int64_t kMaxThreads = 1024;
constexpr std::size_t kMaxConstants = 6;

/// Integers of a text, as in `blockDim.x == 96`.
void add_numbers(const std::string& text, std::set<std::int64_t>& result) {
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) {
        std::int64_t number = 0;
        const auto [after, error] = std::from_chars(at, end, number);
        if (error == std::errc()) result.insert(number);
        at = error == std::errc() ? after : at + 1;
    }
}

/// Sizes that a block may have, or exceed, because of a constant: a tile of 16 rows needs a block of 17.
std::vector<std::int64_t> constants_of(const dsl::cuda::KernelFunction& kernel,
                                       const prove::Premises& premises) {
    std::set<std::int64_t> found;
    for (const std::string& text : premises.assumptions) add_numbers(text, found);
    for (const dsl::cuda::SharedArray& array : kernel.shared) found.insert(array.elements);
    dsl::visit_expressions(kernel.code.body, [&](const dsl::Expression& e) {
        if (e.kind == dsl::Expression::Kind::literal && e.bits < kMaxThreads)
            found.insert(static_cast<std::int64_t>(e.bits));
    });
    std::vector<std::int64_t> result;
    for (const std::int64_t number : found) {
        if (number >= 4 && number < kMaxThreads && result.size() < kMaxConstants) result.push_back(number);
    }
    return result;
}

std::vector<Shape> blocks_to_try(const dsl::cuda::KernelFunction& kernel, const prove::Premises& premises) {
    if (premises.block) {
        const auto& block = *premises.block;
        return {{block[0], block[1], block[2]}};
    }
    std::vector<Shape> result = {{32, 1, 1}, {64, 1, 1}, {33, 1, 1}, {8, 4, 1}, {16, 16, 1}, {5, 3, 1}};
    for (const std::int64_t size : constants_of(kernel, premises)) {
        for (const Shape& block : {Shape{size, 1, 1}, Shape{size + 1, 1, 1}, Shape{1, size + 1, 1},
                                   Shape{size + 1, 2, 1}, Shape{size, size, 1}})
            result.push_back(block);
    }
    for (const Shape& block : {Shape{17, 1, 1}, Shape{1, 17, 1}, Shape{128, 1, 1}, Shape{1, 33, 1},
                               Shape{1, 1, 1}, Shape{4, 4, 4}})
        result.push_back(block);
    return result;
}

/// Sizes that the host code states are not chosen.
Shape as_launched(Shape shape, const std::string& name, const prove::Premises& premises) {
    constexpr std::array<const char*, 3> kAxes = {".x", ".y", ".z"};
    for (std::size_t axis = 0; premises.host && axis < 3; ++axis) {
        const auto at = premises.host->sizes.find(name + kAxes[axis]);
        if (at != premises.host->sizes.end()) shape[axis] = at->second;
    }
    return shape;
}

}  // namespace

std::vector<LaunchShape> shapes_to_try(const dsl::cuda::KernelFunction& kernel,
                                       const prove::Premises& premises) {
    std::vector<Shape> grids = {{1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {1, 2, 1}, {2, 2, 1}};
    if (premises.grid) grids = {{(*premises.grid)[0], (*premises.grid)[1], (*premises.grid)[2]}};
    std::vector<LaunchShape> result;
    for (const Shape& any_grid : grids) {
        for (const Shape& any_block : blocks_to_try(kernel, premises)) {
            const Shape grid = as_launched(any_grid, "gridDim", premises);
            const Shape block = as_launched(any_block, "blockDim", premises);
            const bool is_known = std::ranges::any_of(
                result, [&](const LaunchShape& known) { return known.block == block && known.grid == grid; });
            if (!is_known && block[0] * block[1] * block[2] <= kMaxThreads) result.push_back({block, grid});
        }
    }
    return result;
}

}  // namespace musimd::cli
