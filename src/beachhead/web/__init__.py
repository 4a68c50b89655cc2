"""The server: any game in the browser, every choice kept before it is acknowledged."""
