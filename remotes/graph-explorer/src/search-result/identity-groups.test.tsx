import { render } from '@testing-library/react';
import type { AccessRow } from '@cam/contracts';
import { byIdentity, groupColumns } from './identity-groups';

const row = (identity: string, resource: string) => ({ identity, identity_uri: `uri:${identity}`, resource }) as AccessRow;

test('rows of one identity stand together, and name it once with the number of its resources', () => {
  const rows = byIdentity([row('ada', 'a'), row('ben', 'a'), row('ada', 'b')]);
  expect(rows.map(({ identity, resource }) => `${identity} ${resource}`)).toEqual(['ada a', 'ada b', 'ben a']);
  const [column] = groupColumns([{ key: 'identity', title: 'Identities', value: ({ identity }) => identity }], rows);
  const cells = rows.map((one) => render(<>{column?.render?.(one)}</>).container);
  expect(cells.map(({ textContent }) => textContent)).toEqual(['ada 2 resources', 'ada', 'ben']);
  expect(cells[1]?.querySelector('.cam-visually-hidden')).not.toBeNull();
});
