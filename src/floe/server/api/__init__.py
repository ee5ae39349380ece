"""What the server answers over HTTP, one subject a file."""
