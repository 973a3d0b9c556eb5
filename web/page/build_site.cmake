# Run by the target page: the files that a server needs.
#
#   PAGE FRAMES SLIDES OUTPUT
cmake_minimum_required(VERSION 3.23)

if(NOT EXISTS ${PAGE})
  message(FATAL_ERROR "the page cannot be built: 'npm ci' could not load its packages; look at the messages above")
endif()
file(REMOVE_RECURSE ${OUTPUT})
file(COPY ${PAGE} ${FRAMES} DESTINATION ${OUTPUT})

file(GLOB decks ${SLIDES}/session-*.html)
set(list)
foreach(deck IN LISTS decks)
  get_filename_component(name ${deck} NAME)
  file(COPY ${deck} DESTINATION ${OUTPUT}/slides)
  file(STRINGS ${deck} title REGEX "<title>" LIMIT_COUNT 1)
  string(REGEX REPLACE ".*<title>([^<]*)</title>.*" "\\1" title "${title}")
  string(APPEND list "<li><a href=\"${name}\">${title}</a></li>\n")
endforeach()
if(decks)
  file(WRITE ${OUTPUT}/slides/index.html "<!doctype html>
<html lang=\"en\">
<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Slides of the course</title></head>
<body style=\"max-width: 40em; margin: 2em auto; font: 16px/1.6 sans-serif; color-scheme: light dark\">
<h1>Slides of the course</h1>
<ol>
${list}</ol>
<p><a href=\"../index.html\">The page with its lessons</a></p>
</body>
</html>
")
endif()
message(STATUS "The page and the slides: ${OUTPUT}")
