import { compatibilityIssues, type CallSchemas } from './api-compatibility';
import { openApiCalls, OpenApiError } from './open-api-calls';

interface Change {
  parameters?: object[];
  body?: object;
  answer?: object;
  schemas?: object;
}

/** Returns the document of a server with one call. */
const documentOf = ({ parameters = [], body, answer = { type: 'object' }, schemas = {} }: Change, method = 'get'): object => ({
  openapi: '3.1.0',
  paths: {
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      [method]: {
        parameters,
        ...(body ? { requestBody: { content: { 'application/json': { schema: body } } } } : {}),
        responses: { 200: { content: { 'application/json; charset=utf-8': { schema: answer } } } },
      },
    },
  },
  components: { schemas },
});

const callOf = (document: unknown, call = 'GET /orders/{id}'): CallSchemas => openApiCalls(document, [call])[call] as CallSchemas;
const changed = (before: Change, after: Change, method = 'get'): string[] => {
  const call = `${method.toUpperCase()} /orders/{id}`;
  return compatibilityIssues(callOf(documentOf(before, method), call), callOf(documentOf(after, method), call));
};
const object = (properties: object, required: string[] = Object.keys(properties)): object => ({ type: 'object', properties, required });

describe('the calls of an OpenAPI document', () => {
  it('have path, query, body and answer', () => {
    const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 50 } }];
    expect(callOf(documentOf({ parameters, answer: object({ total: { type: 'number' } }) }))).toEqual({
      path: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      query: { type: 'object', properties: { limit: { type: 'integer', maximum: 50 } }, required: [] },
      body: { type: 'object', properties: {}, additionalProperties: true },
      answer: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
    });
  });

  it('are left out if the document lacks them', () => {
    expect(openApiCalls(documentOf({}), ['POST /orders/{id}', 'GET /invoices', 'GET /toString'])).toEqual({});
  });

  it('fit themselves, also through references, alternatives and joined schemas', () => {
    const schemas = {
      Order: { allOf: [{ $ref: '#/components/schemas/Named' }, object({ lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } } })] },
      Named: object({ name: { type: ['string', 'null'] }, state: { enum: ['OPEN', 'DONE', null] } }),
      Line: { oneOf: [object({ sku: { type: 'string' } }), { $ref: '#/components/schemas/Order' }] },
    };
    const change = { schemas, answer: { $ref: '#/components/schemas/Order' } };
    expect(changed(change, change)).toEqual([]);
  });

  it.each<[string, Change, Change, string]>([
    [
      'a field of the answer that disappears',
      { answer: object({ id: { type: 'string' }, total: { type: 'number' } }) },
      { answer: object({ id: { type: 'string' } }) },
      'the answer.total is missing',
    ],
    [
      'a field of the answer that may be null now',
      { answer: object({ total: { type: 'number' } }) },
      { answer: object({ total: { type: ['number', 'null'] } }) },
      'the answer.total is null, expected a number',
    ],
    [
      'a field of the answer that may be null now, as OpenAPI 3.0 writes it',
      { answer: object({ total: { type: 'number' } }) },
      { answer: object({ total: { type: 'number', nullable: true } }) },
      'the answer.total is null, expected a number',
    ],
    [
      'a state that is new',
      { answer: object({ state: { enum: ['OPEN'] } }) },
      { answer: object({ state: { enum: ['OPEN', 'DONE'] } }) },
      'the answer.state may be "DONE"',
    ],
    [
      'a field that moved out of a joined schema',
      { answer: { allOf: [object({ id: { type: 'string' } }), object({ total: { type: 'number' } })] } },
      { answer: { allOf: [object({ id: { type: 'string' } })] } },
      'the answer.total is missing',
    ],
    [
      'a parameter that is required now',
      {},
      { parameters: [{ name: 'region', in: 'query', required: true, schema: { type: 'string' } }] },
      'query.region is required now',
    ],
    [
      'a parameter that is gone',
      { parameters: [{ name: 'region', in: 'query', schema: { type: 'string' } }] },
      {},
      'query.region is no longer accepted',
    ],
  ])('name %s', (_what, before, after, issue) => {
    expect(changed(before, after).join('; ')).toContain(issue);
  });

  it('name a field of the body that is required now', () => {
    const before = { body: object({ count: { type: 'integer' } }) };
    const after = { body: object({ count: { type: 'integer' }, reason: { type: 'string' } }) };
    expect(changed(before, after, 'post')).toEqual(['body.reason is required now']);
    expect(changed(after, after, 'post')).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['no document', 'orders', 'It is not an OpenAPI document of version 3.'],
    ['a document of another version', { swagger: '2.0', paths: {} }, 'It is not an OpenAPI document of version 3.'],
    [
      'a reference to another file',
      documentOf({ answer: { $ref: 'https://schemas.example/order.json' } }),
      'The reference "https://schemas.example/order.json" leads out of the document. Put everything into one file.',
    ],
    [
      'a reference that leads nowhere',
      documentOf({ answer: { $ref: '#/components/schemas/None' } }),
      'The reference "#/components/schemas/None" leads nowhere.',
    ],
    [
      'references in a ring',
      documentOf({ answer: { $ref: '#/components/schemas/A' }, schemas: { A: { $ref: '#/components/schemas/A' } } }),
      'leads out of the document',
    ],
  ])('refuse %s', (_what, document, message) => {
    const read = (): unknown => openApiCalls(document, ['GET /orders/{id}']);
    expect(read).toThrow(OpenApiError);
    expect(read).toThrow(message);
  });
});
