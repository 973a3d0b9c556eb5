#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "semantics/observer.hpp"
#include "views/profile/frames.hpp"
#include "views/profile/profile.hpp"

namespace musimd::views {

/// Counts by instruction. It may watch several runs, also of different programs.
class ProfileObserver final : public Observer {
  public:
    explicit ProfileObserver(ProfileMemory memory) : memory_(memory) {}

    /// The runs from here on are of this program or kernel; it may have been named before. `calls` are those
    /// of its program, if functions are inlined in it.
    void begin(const std::string& name, const std::vector<ProfileSource>& sources, CallsOf calls = {});

    void on_step(const StepEvent& event) override;

    /// `with_frames`: with those that profile_folded needs.
    Profile profile(bool with_frames) const;

  private:
    /// A program that has run, and those that differ from it in constants alone.
    struct Counted {
        Program program;  ///< without its initial state
        CallsOf calls;
        std::vector<ProfileCounts> counts;  ///< by instruction
    };
    struct Kernel {
        std::string name;
        std::vector<ProfileSource> sources;
        std::uint64_t runs = 0;
        std::deque<Counted> programs;
    };

    static void add_executed(const Counted& counted, bool with_frames, ProfiledKernel& kernel);
    void start_run(const Program& program);
    void count_accesses(const StepEvent& event, ProfileCounts& counts);

    ProfileMemory memory_;
    std::deque<Kernel> kernels_;
    CallsOf calls_;                                 ///< calls of the runs from here on
    Kernel* kernel_ = nullptr;                      ///< the same: theirs
    std::vector<ProfileCounts>* counts_ = nullptr;  ///< counts of the current run
    std::uint64_t threads_ = 1;                     ///< N of it
    std::int64_t max_address_ = 0;                  ///< highest address of the current run
    bool has_shared_ = false;
    std::vector<std::int64_t> words_;  ///< words of the current request
};

}  // namespace musimd::views
