#pragma once

#include <optional>
#include <string>

#include "cli/command/options.hpp"
#include "cli/command/output_file.hpp"
#include "isa/program.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/observer.hpp"
#include "views/trace/writer.hpp"

namespace musimd::cli {

/// --trace-out.
void declare_trace_out(Options& options);

/// The trace file of a run (docs/trace-format.md).
class TraceRecording {
  public:
    /// `source` is the text of the program's file. Throws InputError if the trace cannot be written.
    TraceRecording(const std::string& trace, const std::string& file, const std::string& source,
                   const Program& program, const MachineOptions& machine, std::string_view engine);

    Observer& observer() { return writer_; }
    /// The run has ended.
    void finish(Outcome outcome);

  private:
    OutputFile file_;
    views::trace::Writer writer_;
};

}  // namespace musimd::cli
