#pragma once

#include <string>
#include <vector>

#include "prove/launch_terms.hpp"

// Assumptions about the elements of an array that the kernel does not write: `distinct(a)`, `sorted(a)`,
// `LOW <= a[*]`, `a[*] < HIGH`, also joined by `&&`.

namespace musimd::prove {

/// The text, at its `&&` if a part is about contents.
std::vector<std::string> parts_of_assumption(const std::string& text);

bool is_about_contents(const std::string& part);

/// Adds what the part says to `launch.contents`. Throws std::invalid_argument if the array is not known, is
/// written, or has other elements than integers, or if the part has another form.
void add_content_rule(Terms& terms, const dsl::cuda::KernelFunction& kernel, const std::string& part,
                      LaunchTerms& launch);

/// That each array can have an element.
std::vector<Term> contents_are_possible(Terms& terms, const LaunchTerms& launch);

}  // namespace musimd::prove
