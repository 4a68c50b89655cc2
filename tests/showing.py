"""The suite of every board, and what `beachhead show` makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from beachhead.cli import main
from beachhead.commands.show import NEEDS, PARTS
from beachhead.suites.drawing import DrawingConformance

FLAGS = {
    "radius": ["--radius", "3"],
    "numbers": ["--no-numbers"],
    "grid": ["--no-grid"],
    "dots": ["--dots", "all"],
}


class ShownBoard(DrawingConformance):
    """A board that the command line can draw."""

    def test_show_draws_what_the_board_has_and_refuses_the_rest(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file, game = tmp_path / "board.svg", self.game
        around = self.part["around"]
        show = ["show", game.name, "--svg", str(file)]
        assert main([*show, f"--{game.board_part}", around]) == 0
        assert file.read_text(encoding="utf-8") == game.svg(None, around=around)
        capsys.readouterr()
        for other in set(PARTS) - {game.board_part}:
            assert main([*show, f"--{other}", "16"]) == 2
            assert f"use --{game.board_part}" in capsys.readouterr().err
        for name, flags in FLAGS.items():
            if name not in game.board_options:
                assert main([*show, *flags]) == 2
                assert f"{game.name} has no {NEEDS[name]}; leave it out" in capsys.readouterr().err
