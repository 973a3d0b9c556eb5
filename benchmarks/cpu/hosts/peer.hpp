#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/cpu/hosts/ranges.hpp"

namespace musimd::benchmarks {

/// One kernel of a peer's program, or a loop of it.
struct Phase {
    std::string kernel;
    /// −1, or the address of a loop's flags: turn t = 0, 1, … of the kernel stores to word `flags` + t
    /// whether there is another turn.
    std::int64_t flags = -1;
};

/// The words at `address` before each run.
struct Loaded {
    std::int64_t address = 0;
    std::vector<std::int32_t> words;
};

/// The task of a peer, the same for all of them: kernels (benchmarks/peers/kernels) on a memory
/// of 32-bit words.
struct PeerTask {
    std::string code;              ///< the file of the kernels
    std::vector<Phase> phases;     ///< in order
    std::int64_t words = 0;        ///< size of the memory
    std::vector<Filled> preloads;  ///< its words before each run; the others are undefined
    std::vector<Loaded> loads;     ///< more of them, from files
    std::vector<Range> results;    ///< the words of the checksum
    std::int64_t items = 1;        ///< work items: the kernel's `item` is 0 … items−1
    std::int64_t group = 1;        ///< work items per OpenCL work-group
    std::string platform;          ///< OpenCL's, by a part of its name
    double seconds = 0;            ///< the total time of the runs after the first; 0: one run
};

/// Parses a command line; prints help or an error, and exits.
PeerTask read_peer_task(int argc, char** argv, const std::string& about);

/// A memory and kernels to run on it.
class Peer {
  public:
    virtual ~Peer() = default;
    virtual void write(std::int64_t address, const std::vector<std::int32_t>& words) = 0;
    virtual std::vector<std::int32_t> read(Range range) = 0;
    /// Runs kernel number `phase` of the task to its end.
    virtual void run(std::size_t phase, std::int32_t turn) = 0;
    /// Waits for all runs.
    virtual void finish() {}
    /// What runs them, with its version; empty if that is obvious.
    virtual std::string about() { return ""; }
};

/// Runs the task repeatedly and prints the times as one line of JSON: that of to_json, with the checksum.
void measure(const PeerTask& task, Peer& peer);

}  // namespace musimd::benchmarks
