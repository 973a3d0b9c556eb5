#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace musimd::gpu {

/// What NVRTC made of a unit: machine code for one architecture, or PTX, which the driver compiles.
struct DeviceBinary {
    std::string bytes;
    bool from_cache = false;
};

/// NVRTC, the compiler of CUDA's toolkit that is a library: loaded when it is asked for first, never linked.
class Nvrtc {
  public:
    /// $MUSIMD_NVRTC, else libnvrtc.so where the system, $CUDA_HOME or /usr/local/cuda have it. Else a
    /// sentence for people.
    static tl::expected<const Nvrtc*, std::string> find();

    int major() const { return major_; }
    int minor() const { return minor_; }

    /// The option that names what to compile for: "sm_90", for a device of compute capability 9.0;
    /// "compute_120" (PTX) for one that is newer than the compiler. Empty where it knows nothing that the
    /// device runs.
    std::string target(int capability_major, int capability_minor) const;

    /// Compiles a unit for a target, or takes what the cache has of it. Floats are rounded at each operation.
    /// Else what the compiler says.
    tl::expected<DeviceBinary, std::string> compile(const std::string& source,
                                                    const std::string& target) const;

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
