#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "differential/harness/campaign.hpp"
#include "differential/openmp/random_nest.hpp"
#include "differential/openmp/target.hpp"

namespace musimd::differential::openmp {

/// A target, and how many of the nests it runs: one of `every`.
struct PlannedTarget {
    const NestTarget* target = nullptr;
    std::uint64_t every = 1;
};

/// Random loop nests: each runs on targets, which must agree, and some go to C and back to a tree. The
/// targets must outlive it.
class NestKind final : public harness::Kind<NestCase> {
  public:
    /// The first target is what the others are compared with, the second one the machine under the other
    /// model: only nests on which both agree count when those for C compilers are reduced. One of
    /// `trip_every` nests goes to C and back; 0: none.
    NestKind(const NestShape& shape, std::span<const PlannedTarget> targets, std::uint64_t trip_every)
        : shape_(shape), targets_(targets), trip_every_(trip_every) {}

    NestCase draw(std::uint64_t seed) const override { return random_nest(seed, shape_); }
    std::vector<harness::Outcome> run(std::span<const std::uint64_t> numbers,
                                      std::span<const NestCase> nests) const override;

    bool can_reduce(const harness::Mismatch&) const override { return true; }
    void reduce(harness::Finding<NestCase>& finding, const harness::Mismatch& mismatch,
                const harness::ReductionControl& control) const override;

    std::string name() const override { return "nest"; }
    std::string suffix() const override { return ".c"; }
    std::string command() const override { return "musimd fuzz --omp"; }
    std::vector<std::string> targets() const override;
    std::vector<harness::Counter> counters() const override { return {{"trips", "to C and back"}}; }
    void add_shape(harness::CommandText& command) const override;
    harness::Json shape() const override;
    std::string source(const NestCase& nest) const override { return c_source(nest, "nest"); }
    std::string file_text(const harness::Finding<NestCase>& finding, const std::string& file) const override;

  private:
    class Shows;

    void run_target(const PlannedTarget& planned, std::span<const std::uint64_t> numbers,
                    std::span<const NestCase> nests, const std::vector<Run>& expected,
                    std::vector<harness::Outcome>& outcomes) const;
    const NestTarget* target_named(const std::string& name) const;

    NestShape shape_;
    std::span<const PlannedTarget> targets_;
    std::uint64_t trip_every_;
};

/// Prints the nest as C and reads it. What came back different, or an error; empty if it is the same.
std::string trip_to_c(const NestCase& nest);

}  // namespace musimd::differential::openmp
