"""HTTP, WebSocket, settings, metrics: the only place that knows the network."""
