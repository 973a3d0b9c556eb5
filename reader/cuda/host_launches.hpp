#pragma once

#include "reader/context.hpp"
#include "reader/host_launches.hpp"

namespace musimd::reader {

/// The launches of the kernel in the host code of the file, in the order of their lines. What is not
/// understood is left out of them.
std::vector<HostLaunch> host_launches(const Context& context, const ast::FunctionDecl* kernel);

}  // namespace musimd::reader
