"""Machine players at the tables of a server, over the network: the other end of docs/protocol.md."""
