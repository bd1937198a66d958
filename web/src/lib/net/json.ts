/**
 * Where the server's JSON comes in, over HTTP and over WebSockets: the one place that takes its word for a type. The
 * types are written from the very structs it encodes.
 */
export const received = <T>(json: string): T => JSON.parse(json);
