import { blockHas, readAssignment, readDeny, scopeOf, type ActionBlock } from './policies';

const block = (more: Partial<ActionBlock>): ActionBlock => ({
  actions: [],
  notActions: [],
  dataActions: [],
  notDataActions: [],
  hasCondition: false,
  ...more,
});

it.each([
  [{ actions: ['*'] }, true, false],
  [{ actions: ['Microsoft.Storage/*/Read'] }, true, false],
  [{ actions: ['microsoft.storage/storageaccounts/READ'] }, true, false],
  [{ actions: ['*/write'] }, false, false],
  [{ actions: ['*'], notActions: ['Microsoft.Storage/*'] }, false, false],
  [{ dataActions: ['*/read'] }, false, true],
  [{ dataActions: ['*'], notDataActions: ['*/storageAccounts/*'] }, false, false],
  [{ actions: ['Microsoft.Storage/storageAccounts/read/more*'] }, false, false],
])('a block with %j has the action: %s, and for data: %s', (patterns, control, data) => {
  const action = 'Microsoft.Storage/storageAccounts/read';
  expect([blockHas(block(patterns), action, false), blockHas(block(patterns), action, true)]).toEqual([control, data]);
});

it('reads assignments as az and as the REST API write them', () => {
  const own = { scope: '/Subscriptions/1/', principalId: 'A', roleDefinitionId: '/x/roleDefinitions/Reader' };
  const read = { policy: 'p', scope: '/subscriptions/1', principal: 'a', role: 'reader', hasCondition: false, isEligible: false };
  expect(readAssignment('p', own)).toEqual(read);
  expect(readAssignment('p', { properties: own })).toEqual(read);
  expect(readAssignment('p', { ...own, condition: 'x', roleEligibilityScheduleId: 's' })).toEqual({ ...read, hasCondition: true, isEligible: true });
});

it('reads deny assignments under both names of their limit to one scope', () => {
  const own = { scope: '', principals: [{ id: 'A' }, 'b'], excludePrincipals: [], permissions: [{ actions: ['*'], condition: 'x' }] };
  expect(readDeny('p', { ...own, doNotApplyToChildScopes: true })).toMatchObject({
    scope: '/',
    principals: ['a'],
    onlyThere: true,
    blocks: [{ hasCondition: true }],
  });
  expect(readDeny('p', { ...own, doesNotApplyToChildScopes: true }).onlyThere).toBe(true);
  expect(readDeny('p', own).onlyThere).toBe(false);
  expect(scopeOf(' /A/B// ')).toBe('/a/b');
});
