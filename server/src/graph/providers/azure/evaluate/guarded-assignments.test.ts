import { AzureActions } from '../compile/actions';
import { grantsOf, type RolePermission } from '../compile/role-permissions';
import { decidingAssignments, effectiveActions, type Held } from './effective-access';

const CONTAINER = '/subscriptions/s/resourcegroups/g/providers/microsoft.storage/storageaccounts/one/blobservices/default/containers/reports';
const ACCOUNT = CONTAINER.replace(/\/blobservices.*/, '');
const READ_BLOB = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read';
const READ_CONTAINER = 'Microsoft.Storage/storageAccounts/blobServices/containers/read';
const NAME = '@Resource[Microsoft.Storage/storageAccounts/blobServices/containers:name]';
const BLOB_READER: RolePermission = { actions: [READ_CONTAINER], notActions: [], dataActions: [READ_BLOB], notDataActions: [], condition: null };

const all = new AzureActions([
  { id: READ_CONTAINER, plane: 'control' },
  { id: READ_BLOB, plane: 'data' },
]);

function decide(scope: string, ...conditions: string[]): { always: string[]; conditional: string[]; words: string[][] } {
  const assignments = conditions.map((condition, index) => ({ scope, grants: grantsOf([BLOB_READER], condition, all), source: String(index) }));
  const held: Held<string> = { assignments, denies: [] };
  const every = all.where(() => true);
  const { always, conditional } = effectiveActions(held, every, [scope]);
  const names = (set: Iterable<number>): string[] => [...set].map((index) => all.nameOf(index));
  const words = decidingAssignments(held, every, [scope], (index) => all.nameOf(index)).map((one) => one.conditions);
  return { always: names(always), conditional: names(conditional), words };
}

/** @see https://learn.microsoft.com/azure/storage/blobs/storage-auth-abac-examples */
describe('the guard of a role assignment', () => {
  const guard = `((!(ActionMatches{'${READ_BLOB}'})) OR (${NAME} StringEquals 'reports'))`;

  it('concerns only the guarded action, and keeps its condition beside unconditional ones', () => {
    const found = decide(ACCOUNT, guard);
    expect(found).toEqual({ always: [READ_CONTAINER], conditional: [READ_BLOB], words: [["name of the resource equals 'reports'"]] });
  });

  it('is decided where the id of the resource names the container', () => {
    expect(decide(CONTAINER, guard).always).toEqual([READ_CONTAINER, READ_BLOB]);
    expect(decide(CONTAINER, guard.replace("'reports'", "'other'"))).toMatchObject({ always: [READ_CONTAINER], conditional: [] });
    expect(decide(CONTAINER, `${NAME} StringStartsWith 'rep'`).always).toHaveLength(2);
    expect(decide(CONTAINER, `${NAME} StringNotLike 'rep*'`).always).toHaveLength(0);
    expect(decide(CONTAINER, `${NAME} ForAnyOfAnyValues:StringEquals {'a', 'reports'}`).always).toHaveLength(2);
  });

  it('names the storage account too', () => {
    const account = '@Resource[Microsoft.Storage/storageAccounts:name]';
    expect(decide(ACCOUNT, `${account} StringEquals 'one'`).always).toHaveLength(2);
    expect(decide(ACCOUNT, `${account} StringEquals 'two'`)).toMatchObject({ always: [], conditional: [] });
  });

  it('is decided by a time in the past', () => {
    expect(decide(ACCOUNT, "@Environment[UtcNow] DateTimeLessThan '2020-01-01T00:00:00.0Z'")).toMatchObject({ always: [], conditional: [] });
    expect(decide(ACCOUNT, "@Environment[UtcNow] DateTimeGreaterThan '2020-01-01T00:00:00.0Z'").always).toHaveLength(2);
    expect(decide(ACCOUNT, "@Environment[UtcNow] DateTimeLessThan '2999-01-01T00:00:00.0Z'").conditional).toHaveLength(2);
  });
});
