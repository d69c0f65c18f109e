import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectBackEndCalls, collectCalls } from './collect-calls';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cam-calls-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

it('finds the calls of the contract, and none in tests', () => {
  write('page.tsx', `useApi('GET /v1/tenants', {}); callApi("GET /v1/nowhere", {});`);
  write('page.test.tsx', `callApi('DELETE /v1/reports', {})`);
  expect(collectCalls(folder)).toEqual(['GET /v1/tenants']);
});

it('finds the calls to the server of the team, however they are written', () => {
  write(
    'orders.ts',
    `import { callApi, callBackEnd, useBackEnd } from '@cam/platform';
     export const list = () => useBackEnd<{ orders: string[]; total: number }>('orders', 'GET /orders');
     export const add = (body: Order) =>
       callBackEnd<Order>(
         REMOTE,
         'POST /orders',
         { body },
       );
     export const remove = (id: string) => callBackEnd('orders', \`DELETE /orders/{id}\`, { path: { id } });
     export const tenant = () => callApi('GET /v1/tenants', {});`,
  );
  expect(collectBackEndCalls(folder)).toEqual(['DELETE /orders/{id}', 'GET /orders', 'POST /orders']);
  expect(collectCalls(folder)).toEqual(['GET /v1/tenants']);
});
