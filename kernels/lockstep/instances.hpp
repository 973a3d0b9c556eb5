#pragma once

#include <map>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "kernels/lockstep/setting.hpp"

namespace musimd::kernels::lockstep {

/// The instances of a kernel, as the front end reads them.
struct Instances {
    std::map<IndexOrder, std::vector<dsl::cuda::KernelFunction>> kernels;  ///< by shape
    std::string warnings;
};

/// The only kernel template of the file with this name, or of the file: `k<numWorkers>`, or
/// `k<numWorkers, simdSize>`. An error is a text of lines that end with a line break.
tl::expected<reader::KernelTemplate, std::string> find_template(const reader::Source& source);

tl::expected<Instances, std::string> read_instances(const Setting& setting);

/// The options of the compiler that select the order.
std::string order_option(IndexOrder order);

/// `k<32, 1>`
std::string name_of(const Setting& setting, const Shape& shape);

}  // namespace musimd::kernels::lockstep
