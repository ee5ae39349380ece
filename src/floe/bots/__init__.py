"""Players by machine. They see only their seat's view."""
