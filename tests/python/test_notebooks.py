"""The notebooks run from the first cell to the last, and show pictures."""

import nbclient
import nbformat
import pytest
from support import ROOT

NOTEBOOKS = ROOT / "examples/notebooks"


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch) -> None:
    """Otherwise Jupyter and IPython would write to the home folder."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))


def outputs(name: str) -> tuple[str, int]:
    """What the cells of the notebook print, and how many pictures they show."""
    notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
    nbclient.NotebookClient(notebook, timeout=1200, resources={"metadata": {"path": NOTEBOOKS}}).execute()
    text = ""
    pictures = 0
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            text += output.get("text", "") + output.get("data", {}).get("text/plain", "") + "\n"
            pictures += output.get("data", {}).get("image/svg+xml", "").startswith("<svg")
    return text, pictures


def test_first_steps() -> None:
    text, pictures = outputs("first-steps.ipynb")
    assert "BD: " in text and "v0  6 2 0 4 2 10" in text
    assert pictures >= 4


def test_an_instruction_of_your_own() -> None:
    text, pictures = outputs("own-instruction.ipynb")
    assert "'popcount': 1" in text and "division-by-zero" in text
    assert pictures >= 1


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.name)
def test_notebooks_are_kept_without_outputs(path) -> None:
    for cell in nbformat.read(path, as_version=4).cells:
        assert cell.get("outputs", []) == [] and cell.get("execution_count") is None
