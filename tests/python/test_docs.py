"""The examples of docs/python.md: each prints what the page says."""

import doctest

from support import ROOT


def test_the_examples_of_the_page(monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False,
                                     optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert (failed, tried > 20) == (0, True)
