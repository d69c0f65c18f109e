import type { ChangeEdit } from '@cam/contracts';
import { plannedEdits } from '../terraform/planned-edits';
import { isWhatIfResult, parseWhatIfResult } from './what-if-result';

type Json = Record<string, unknown>;

const SCOPE = '/subscriptions/5/resourceGroups/Web';
const ROLE = '/subscriptions/5/providers/Microsoft.Authorization/roleDefinitions/ABC';
const ASSIGNMENT = `${SCOPE}/providers/Microsoft.Authorization/roleAssignments/1`;
const assigned = (properties: Json = {}) => ({ properties: { principalId: 'M', roleDefinitionId: ROLE, ...properties } });
const role = (...actions: unknown[]) => ({ properties: { roleName: 'Deployer', permissions: [{ actions, notActions: [] }] } });
const CREATED = { resourceId: ASSIGNMENT, changeType: 'Create', before: null, after: assigned() };

function planned(changes: Json[], more: Json = {}) {
  const text = JSON.stringify({ status: 'Succeeded', changes, potentialChanges: null, ...more });
  expect(isWhatIfResult(text)).toBe(true);
  return plannedEdits(parseWhatIfResult(text), { fill: 'wide', account: null });
}

const editsOf = (...changes: Json[]): ChangeEdit[] => planned(changes).sources.flatMap(({ edits }) => edits);

describe('a what-if of Bicep', () => {
  it('becomes edits of role assignments and custom roles', () => {
    const assignment = { principal: 'm', role: ROLE.toLowerCase(), scope: SCOPE.toLowerCase() };
    expect(editsOf(CREATED)).toEqual([{ kind: 'ADD_ASSIGNMENT', ...assignment }]);
    expect(editsOf({ ...CREATED, changeType: 'Delete', before: assigned(), after: null })).toEqual([{ kind: 'REMOVE_ASSIGNMENT', ...assignment }]);
    const limited = { ...CREATED, changeType: 'Modify', before: assigned(), after: assigned({ condition: 'c' }) };
    expect(editsOf(limited)).toEqual([
      { kind: 'REMOVE_ASSIGNMENT', ...assignment },
      { kind: 'ADD_ASSIGNMENT', ...assignment, condition: { expression: 'c' } },
    ]);
    expect(editsOf({ resourceId: ROLE, changeType: 'Modify', before: role('a'), after: role('a', 'b') })).toEqual([
      {
        ...{ kind: 'SET_ROLE_DEFINITION', role: ROLE.toLowerCase() },
        document: { roleName: 'Deployer', permissions: [{ actions: ['a', 'b'], notActions: [], dataActions: [], notDataActions: [] }] },
      },
    ]);
    expect(editsOf({ ...CREATED, changeType: 'NoChange' }, { ...CREATED, changeType: 'Ignore' })).toEqual([]);
  });

  it.each<[string, Json]>([
    ['a principal that is still an expression', { ...CREATED, after: assigned({ principalId: "[reference('identity').principalId]" }) }],
    ['a role that is still an expression', { ...CREATED, after: assigned({ roleDefinitionId: '[parameters]' }) }],
    ['a condition that is still an expression', { ...CREATED, after: assigned({ condition: '[c]' }) }],
    ['a permission that is still an expression', { resourceId: ROLE, changeType: 'Create', after: role('[a]') }],
    ['permissions that are', { resourceId: ROLE, changeType: 'Create', after: { properties: { roleName: 'x', permissions: '[p]' } } }],
    ['a change without values', { ...CREATED, changeType: 'Deploy' }],
    ['an assignment without properties', { ...CREATED, after: { id: ASSIGNMENT } }],
    ['a change that Azure cannot foresee', { resourceId: "[resourceId('x')]", changeType: 'Unsupported' }],
    ['another type of access', { resourceId: `${SCOPE}/providers/Microsoft.Authorization/roleEligibilityScheduleRequests/1`, changeType: 'Create' }],
    [
      'access policies of a vault',
      {
        ...{ resourceId: `${SCOPE}/providers/Microsoft.KeyVault/vaults/v`, changeType: 'Modify' },
        ...{ before: { properties: { accessPolicies: [] } }, after: { properties: { accessPolicies: [{ objectId: 'm' }] } } },
      },
    ],
  ])('is undecided for %s', (_name, change) => {
    expect(planned([change])).toMatchObject({ sources: [], unread: [expect.stringContaining(String(change.resourceId))] });
  });

  it('is undecided for what may happen, and says nothing about resources that give no access', () => {
    expect(planned([], { potentialChanges: [CREATED] }).unread).toEqual([`${ASSIGNMENT}: only the deployment will know whether it changes`]);
    const store = { resourceId: `${SCOPE}/providers/Microsoft.Storage/storageAccounts/data`, changeType: 'Create', after: { properties: {} } };
    expect(planned([store], { potentialChanges: [store] })).toMatchObject({ sources: [], unread: [] });
  });

  it('is refused if it failed', () => {
    const failed = JSON.stringify({ status: 'Failed', changes: [], error: { message: 'no such template' } });
    expect(() => parseWhatIfResult(failed)).toThrow('no such template');
    expect(isWhatIfResult('[]')).toBe(false);
    expect(isWhatIfResult('null')).toBe(false);
  });
});
