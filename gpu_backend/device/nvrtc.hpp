#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace musimd::gpu {

/// The output of NVRTC: machine code for one architecture, or PTX, which the driver compiles.
struct DeviceBinary {
    std::string bytes;
    bool from_cache = false;
};

/// NVRTC, the run-time compiler library of the CUDA toolkit: loaded on first use, never linked.
class Nvrtc {
  public:
    /// $MUSIMD_NVRTC, else libnvrtc.so found by the loader, in $CUDA_HOME or in /usr/local/cuda. Otherwise
    /// returns an error message.
    static tl::expected<const Nvrtc*, std::string> find();

    int major() const { return major_; }
    int minor() const { return minor_; }

    /// The architecture to compile for: "sm_90" for a device of compute capability 9.0; "compute_120" (PTX)
    /// for a device that is newer than the compiler. Empty if the compiler supports nothing that the device
    /// runs.
    std::string target(int capability_major, int capability_minor) const;

    /// Compiles a unit for a target, or loads it from the cache. Floats are rounded at each operation.
    /// Otherwise returns the compiler's output. The headers that the options name are not part of the key in
    /// the cache: with options, nothing is cached.
    /// `names`: kernels that are compiled in any case; `k<32>` instantiates a template.
    tl::expected<DeviceBinary, std::string> compile(const std::string& source, const std::string& target,
                                                    const std::vector<std::string>& more_options = {},
                                                    const std::vector<std::string>& names = {}) const;

  private:
    struct Functions;

    Nvrtc(const Functions& functions, int major, int minor)
        : call_(functions), major_(major), minor_(minor) {}
    static tl::expected<Nvrtc, std::string> load();

    const Functions& call_;
    int major_;
    int minor_;
};

}  // namespace musimd::gpu
