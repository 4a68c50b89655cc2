"""The subcommands of `beachhead`, one module each."""
