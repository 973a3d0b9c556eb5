// A stand-in for the header of this name that comes with NVIDIA's samples: options of the command line, as in
// `-width=64`, `--width=64`.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, size, from) strcpy(to, from)
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define FOPEN_FAIL(file) (file == NULL)
#define SSCANF sscanf
#define SPRINTF sprintf
#endif

static inline int stringRemoveDelimiter(char delimiter, const char *text) {
    int i = 0;
    while (text[i] == delimiter) ++i;
    return text[i] != 0 ? i : 0;
}

// What follows the option: "" if nothing does, null if the option is not given.
static inline const char *musimd_option(int argc, const char **argv, const char *name) {
    const size_t length = strlen(name);
    for (int i = 1; i < argc; ++i) {
        const char *text = argv[i] + stringRemoveDelimiter('-', argv[i]);
        if (text == argv[i] || strncasecmp(text, name, length) != 0) continue;
        if (text[length] == 0) return text + length;
        if (text[length] == '=') return text + length + 1;
    }
    return NULL;
}
static inline bool checkCmdLineFlag(int argc, const char **argv, const char *name) {
    return musimd_option(argc, argv, name) != NULL;
}
static inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name) {
    const char *text = musimd_option(argc, argv, name);
    return text != NULL ? atoi(text) : 0;
}
static inline float getCmdLineArgumentFloat(int argc, const char **argv, const char *name) {
    const char *text = musimd_option(argc, argv, name);
    return text != NULL ? (float)atof(text) : 0.0f;
}
static inline bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **value) {
    const char *text = musimd_option(argc, argv, name);
    *value = text != NULL ? (char *)text : NULL;
    return text != NULL;
}
template <typename T>
bool getCmdLineArgumentValue(int argc, const char **argv, const char *name, T *value) {
    const char *text = musimd_option(argc, argv, name);
    if (text != NULL) *value = (T)atoi(text);
    return text != NULL;
}

// The file itself, or the one in ./data.
static inline char *sdkFindFilePath(const char *file, const char *) {
    const char *const folders[] = {"", "data/", "../data/"};
    for (int i = 0; i < 3; ++i) {
        char *path = (char *)malloc(strlen(file) + 16);
        strcat(strcpy(path, folders[i]), file);
        FILE *found = fopen(path, "rb");
        if (found != NULL) {
            fclose(found);
            return path;
        }
        free(path);
    }
    return NULL;
}
