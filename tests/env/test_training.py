"""The training example runs to its end: left to `make soak`, for it needs `beachhead[train]`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_easy_fox.py"


@pytest.mark.soak
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_network_is_trained_and_measured(workers: str, tmp_path: Path) -> None:
    wanted = f"--steps 4096 --games 4 --looks 2 --workers {workers} --out".split()
    subprocess.run([sys.executable, EXAMPLE, *wanted, tmp_path], check=True, timeout=1800)
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert [point["steps"] for point in figures["curve"]] == [0, 2048, 4096]
    assert figures["network"]["last turn"][0] >= 1
    assert (tmp_path / "network.zip").stat().st_size > 0
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<svg")
