#pragma once

#include <span>
#include <string>
#include <vector>

#include "simulator/codegen/unit.hpp"

namespace musimd::gpu {

/// The options with which programs are translated for a device: `checks` is MachineOptions::checks.
codegen::TranslationOptions translation_options(bool checks);

/// The name of the kernel of program `number` of a unit.
std::string kernel_name(std::size_t number);

/// The programs as one unit for a device, whose own text (Device::prelude()) is `warp_prelude`: one kernel
/// per program, whose argument is an array of DeviceWarp.
codegen::Unit make_unit(std::span<const Program* const> programs, const codegen::TranslationOptions& options,
                        const std::string& warp_prelude);

/// The text between the device's own text and the programs of a unit.
std::string prelude(bool typed);

/// Why the engine cannot run a program on any device, as an error message; empty if it can.
std::string unsupported(const Program& program);

}  // namespace musimd::gpu
