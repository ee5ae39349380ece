"""Tables over HTTP and WebSocket. ``docs/protocol.md`` is what clients read, ``docs/hosting.md`` what hosts read."""
