import { headersOf, repliesOf } from './mcp-messages';

const call = { id: 1, method: 'tools/call', params: { name: 'query', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } } };

it('headers repeat version, method and name for clients that send a version with each message', () => {
  expect(headersOf(call)).toMatchObject({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'query' });
  expect(Object.keys(headersOf({ id: 1, method: 'initialize' }))).toEqual(['content-type', 'accept']);
});

it('each message of a response is one line, and a refusal becomes an error with its sentence', () => {
  const reply = { jsonrpc: '2.0', id: 1, result: {} };
  expect(repliesOf(call, 200, 'application/json', JSON.stringify(reply, null, 2))).toEqual([JSON.stringify(reply)]);
  expect(repliesOf(call, 200, 'text/event-stream', `event: message\ndata: ${JSON.stringify(reply)}\n\n`)).toEqual([JSON.stringify(reply)]);
  expect(repliesOf({ method: 'notifications/initialized' }, 202, '', '')).toEqual([]);
  const [refused = ''] = repliesOf(call, 403, 'application/json', JSON.stringify({ user_message: 'Assistants are off.' }));
  expect(JSON.parse(refused)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Assistants are off.' } });
  expect(repliesOf(call, 502, 'text/html', '<html>')[0]).toContain('status 502');
});
