import { Scopes } from './scopes';

const SUBSCRIPTION = '/subscriptions/s';
const GROUP = `${SUBSCRIPTION}/resourcegroups/data`;
const SERVER = `${GROUP}/providers/microsoft.sql/servers/main`;
const DATABASE = `${SERVER}/databases/payroll`;
const MANAGEMENT_GROUP = '/providers/microsoft.management/managementgroups/company';

describe('the scopes of Azure', () => {
  const scopes = new Scopes([
    // Bundles place every resource in its group.
    [DATABASE, GROUP],
    [SERVER, GROUP],
    [SUBSCRIPTION, MANAGEMENT_GROUP],
  ]);

  it('contain a child resource in its parent resource, which assignments may name', () => {
    expect(scopes.chainOf(DATABASE)).toEqual([DATABASE, SERVER, GROUP, SUBSCRIPTION, MANAGEMENT_GROUP, '/']);
  });

  it('ignore case and a trailing slash', () => {
    expect(scopes.chainOf(`${SERVER.toUpperCase()}/`)).toEqual([SERVER, GROUP, SUBSCRIPTION, MANAGEMENT_GROUP, '/']);
  });
});
