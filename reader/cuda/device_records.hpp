#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// What device code reports to the host: the text of `printf`, and launches.
class DeviceRecords : public Reader {
  public:
    using Reader::Reader;

    Expr print_of_thread(const ast::CallExpr* e, std::string format,
                         const std::vector<std::pair<VariableId, Expr>>& values);
    static bool is_launch(const ast::CallExpr* e);
    Expr launch(const ast::CallExpr* e);

  private:
    BufferId printed_buffer();
    std::size_t kernel_launched(const ast::Expr* named);
    std::vector<Expr> dimensions(const ast::Expr* e);
    Expr launched_argument(const ast::Expr* e);
    void add_record(BufferId buffer, const std::vector<Expr>& words, std::int64_t room, const ast::Expr* e);
};

}  // namespace musimd::reader
