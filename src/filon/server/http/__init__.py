"""HTTP: guests, tables, hints, the log read back, health, and the web client's pages."""
