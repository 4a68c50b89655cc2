"""What hatchling does more to build a compiled wheel (`make wheel FAST=1`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from compiled import SUFFIX, compile_to


class CompiledWheel(BuildHookInterface[Any]):
    """Puts the extension modules beside the sources, in a wheel for this Python and machine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        folder = Path(self.directory).parent / "build" / "fast"
        compile_to(folder)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for library in folder.rglob(f"*{SUFFIX}"):
            build_data["force_include"][str(library)] = str(library.relative_to(folder))
