"""`python -m beachhead` is the command `beachhead`."""

import sys

from beachhead.cli import main

if __name__ == "__main__":  # processes that bots think in import this, and are not the command
    sys.exit(main())
