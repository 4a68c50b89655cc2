"""The board as pixels."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image

from beachhead.art.png import png


def pixels(svg: str, width: int) -> npt.NDArray[np.uint8]:
    """A drawing as rows of pixels, red, green and blue."""
    with Image.open(BytesIO(png(svg, width=width))) as picture:
        return np.asarray(picture.convert("RGB"), dtype=np.uint8).copy()
