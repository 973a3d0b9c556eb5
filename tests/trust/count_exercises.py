"""Counts the exercises of web/lessons and their wrong answers; a test grades each (tests/unit/project/lessons_test.cpp)."""

import pathlib

lessons = pathlib.Path(__file__).resolve().parents[2] / "web/lessons"
exercises = list(lessons.glob("*/*/exercise.json"))
wrong = list(lessons.glob("*/*/wrong/*.asm"))
print(f"{len(exercises)} exercises, {len(wrong)} wrong answers")
