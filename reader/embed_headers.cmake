# Writes OUTPUT, a C++ source with the texts of FILES, which are in FOLDERS, as declared in reader/headers.hpp.
string(REPLACE "|" ";" FILES "${FILES}")
string(REPLACE "|" ";" FOLDERS "${FOLDERS}")
set(rows "")
foreach(file ${FILES})
  foreach(folder ${FOLDERS})
    file(RELATIVE_PATH relative ${folder} ${file})
    if(NOT relative MATCHES "^\\.\\.")
      set(name ${relative})
    endif()
  endforeach()
  file(READ ${file} text)
  string(APPEND rows "    {\"${name}\", R\"header(${text})header\"sv},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"reader/headers.hpp\"

namespace musimd::reader {
namespace {

using namespace std::string_view_literals;  // their lengths are not counted by steps, of which Clang allows a million

constexpr Header kHeaderTexts[] = {
${rows}};

}  // namespace

std::span<const Header> cuda_headers() {
    return kHeaderTexts;
}

}  // namespace musimd::reader
")
