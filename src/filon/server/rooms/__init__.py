"""WebSocketConnection tables: their queues, their viewers, who is present, and what each viewer is sent."""
