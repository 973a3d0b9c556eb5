#pragma once

#include <clang/Lex/Preprocessor.h>

namespace musimd::reader {

/// Reports an error where the text includes a device, as /dev/zero: Clang takes it for an empty file.
void refuse_devices(::clang::Preprocessor& preprocessor);

/// Among the sources of a program, which are one text: see kNextFile.
void share_headers(::clang::Preprocessor& preprocessor);

}  // namespace musimd::reader
