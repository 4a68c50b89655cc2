"""`python -m beachhead` is the command `beachhead`."""

import sys

from beachhead.cli import main

sys.exit(main())
