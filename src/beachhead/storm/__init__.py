"""Storm Over Normandy."""
