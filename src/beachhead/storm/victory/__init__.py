"""13 Control of areas, 15 Victory Points."""
