#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace musimd::prove {

/// The question as a file that `z3 FILE` and `cvc5 FILE` read as it is: one command per line. `about`: lines
/// of a comment.
std::string question_file(const std::string& question, const std::string& about);

/// A folder with a file for each question, numbered in their order.
class QuestionFiles {
  public:
    /// Creates the folder if it does not exist. Throws std::runtime_error if it cannot be written.
    QuestionFiles(std::filesystem::path folder, std::string kernel);

    /// Returns the file. `about`: the obligation; empty: something on the way to one.
    std::filesystem::path write(const std::string& question, const std::string& about);

  private:
    std::filesystem::path folder_;
    std::string kernel_;
    std::uint64_t count_ = 0;
};

}  // namespace musimd::prove
