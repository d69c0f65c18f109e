import type { Endpoint } from '@cam/contracts/server';
import { brokenCalls } from './broken-calls';

const text = { type: 'string' };
const values = (...names: string[]): object => ({ anyOf: names.map((name) => ({ const: name, type: 'string' })) });
const object = (properties: object, required: string[] = Object.keys(properties)): object => ({ type: 'object', properties, required });

const call = (change: object = {}): Endpoint =>
  ({
    summary: 'List orders',
    access: ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'],
    path: object({}),
    query: object({ since: text }, []),
    body: object({}),
    answer: object({ id: text, state: values('OPEN', 'DONE') }),
    ...change,
  }) as unknown as Endpoint;

it.each<[change: string, after: Record<string, Endpoint>, lines: string[]]>([
  ['a removed call', {}, ['GET /orders no longer exists']],
  ['a new call', { 'GET /orders': call(), 'GET /news': call() }, []],
  ['a new optional parameter', { 'GET /orders': call({ query: object({ since: text, until: text }, []) }) }, []],
  ['a required parameter', { 'GET /orders': call({ query: object({ since: text }) }) }, ['GET /orders: query.since is required now']],
  ['a new field', { 'GET /orders': call({ answer: object({ id: text, state: values('OPEN', 'DONE'), name: text }) }) }, []],
  ['a new value of a vocabulary', { 'GET /orders': call({ answer: object({ id: text, state: values('OPEN', 'DONE', 'LOST') }) }) }, []],
  ['a missing field', { 'GET /orders': call({ answer: object({ id: text }) }) }, ['GET /orders: the answer.state is missing']],
  ['a narrower right', { 'GET /orders': call({ access: ['CAM_ALERTS_WRITE'] }) }, ['GET /orders: the right CAM_ALERTS_READ no longer suffices']],
  ['a call that the operator alone makes', { 'GET /orders': call({ access: 'operator-key' }) }, ['GET /orders: only the operator may make it']],
  ['a call for every session', { 'GET /orders': call({ access: 'session' }) }, []],
  ['a call that refuses tokens', { 'GET /orders': call({ apiTokens: false }) }, ['GET /orders: API tokens may no longer make it']],
  ['another media type', { 'GET /orders': call({ produces: 'text/csv' }) }, ['GET /orders: the answer is text/csv now']],
  ['another status', { 'GET /orders': call({ status: 202 }) }, ['GET /orders: the status of success is 202 now']],
])('says of %s whether it breaks callers', (_change, after, lines) => {
  expect(brokenCalls({ 'GET /orders': call() }, after)).toEqual(lines);
});
