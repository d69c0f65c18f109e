/** A message of the Model Context Protocol, as far as its transport matters. */
export interface McpMessage {
  id?: string | number | null;
  method?: string;
  params?: { name?: string; uri?: string; _meta?: Record<string, unknown> };
}

const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Returns the headers of a message over HTTP. Those of the revision 2026-07-28 repeat what is in the message. */
export function headersOf({ method, params }: McpMessage): Record<string, string> {
  const version = params?._meta?.[VERSION];
  const named = params?.name ?? params?.uri;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(typeof version === 'string' ? { 'mcp-protocol-version': version, 'mcp-method': method ?? '' } : {}),
    ...(typeof version === 'string' && named !== undefined ? { 'mcp-name': named } : {}),
  };
}

/**
 * Returns the replies to print, each one line of JSON. A refusal of the server, which is no message of the protocol, becomes an error with its sentence.
 * @param body text of the response: JSON, or server-sent events with one message each
 */
export function repliesOf(message: McpMessage, status: number, type: string, body: string): string[] {
  if (type.includes('text/event-stream'))
    return body.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trim()] : []));
  const parsed = parsedOrNull(body);
  if (parsed !== null && 'jsonrpc' in parsed) return [JSON.stringify(parsed)];
  if (message.id === undefined || (status >= 200 && status < 300)) return [];
  const sentence = typeof parsed?.user_message === 'string' ? parsed.user_message : `The server refused the message with status ${status}.`;
  return [errorReply(message.id, -32000, sentence)];
}

/** Returns an error of JSON-RPC 2.0 as one line. */
export function errorReply(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

function parsedOrNull(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
