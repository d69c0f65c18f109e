import type { ChangeEdit } from '@cam/contracts/server';
import { AzureBundleReader } from '../read/read';

type Files = Record<string, unknown>;

const SUBSCRIPTION = '11111111-0000-0000-0000-000000000000';
const SCOPE = `/subscriptions/${SUBSCRIPTION}`;
const GROUP = `${SCOPE}/resourceGroups/Web`;
const [ANN, BOB] = ['aaaaaaaa-0000-0000-0000-000000000000', 'bbbbbbbb-0000-0000-0000-000000000000'] as const;
const [READER, OWN] = ['acdd72a7-3385-48ef-bd42-f606fba81ae7', 'cccccccc-0000-0000-0000-000000000000'] as const;
const definitionId = (key: string): string => `${SCOPE}/providers/Microsoft.Authorization/roleDefinitions/${key}`;

const assignment = (principalId: string, key: string, scope: string, more: object = {}) => ({
  ...{ principalId, roleDefinitionId: definitionId(key), scope },
  ...more,
});
const definition = (key: string, roleName: string, roleType: string, ...actions: string[]) => ({
  ...{ id: definitionId(key), name: key, roleName, roleType },
  permissions: [{ actions, notActions: [], dataActions: [], notDataActions: [] }],
});
const BUILT_IN = definition(READER, 'Reader', 'BuiltInRole', '*/read');

const FILES: Files = {
  'resources.json': [
    { id: GROUP, type: 'microsoft.resources/subscriptions/resourcegroups', name: 'Web', subscriptionId: SUBSCRIPTION },
    { id: `${GROUP}/providers/Microsoft.Storage/storageAccounts/data`, type: 'microsoft.storage/storageaccounts', subscriptionId: SUBSCRIPTION },
  ],
  'role-assignments.json': [assignment(ANN, READER, SCOPE), assignment(ANN, OWN, GROUP)],
  'role-definitions.json': [BUILT_IN, definition(OWN, 'Own', 'CustomRole', 'Microsoft.Storage/*')],
};

/** Ids of assignments, and the scopes that ids of roles are written with, mean nothing. */
function factsOf(files: Files, edits: readonly ChangeEdit[] = []) {
  const reader = new AzureBundleReader();
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const { entities, relations, policies } = reader.result().normalise('acme', SUBSCRIPTION, new Date(0), edits);
  const alike = (one: unknown): string =>
    JSON.stringify(one).toLowerCase().replaceAll(`${SCOPE}/providers/microsoft.authorization`, '/providers/microsoft.authorization');
  const byText = (list: readonly unknown[]): string[] => list.map(alike).sort();
  const documents = policies.map(({ document, ...policy }) => ({ ...policy, document: Object.entries(JSON.parse(document) as object).sort() }));
  return { entities: byText(entities), relations: byText(relations), policies: byText(documents) };
}

const assign = (kind: 'ADD_ASSIGNMENT' | 'REMOVE_ASSIGNMENT', principal: string, role: string, scope: string): ChangeEdit => ({
  ...{ kind, principal, role, scope },
});
const held = (...assignments: object[]): Files => ({ 'role-assignments.json': assignments });
const [first, second] = FILES['role-assignments.json'] as [object, object];

/** Edits, and the files that Azure would export after the change. */
const EDITS: Record<string, [ChangeEdit, Files]> = {
  'assigns a role by its name': [assign('ADD_ASSIGNMENT', BOB, 'reader', GROUP), held(first, second, assignment(BOB, READER, GROUP))],
  'assigns a role by its id': [
    { ...assign('ADD_ASSIGNMENT', BOB.toUpperCase(), definitionId(OWN), SCOPE), condition: { expression: 'a' } } as ChangeEdit,
    held(first, second, assignment(BOB, OWN, SCOPE, { condition: 'a' })),
  ],
  'ends an assignment': [assign('REMOVE_ASSIGNMENT', ANN, 'Own', GROUP.toLowerCase()), held(first)],
  'sets a custom role': [
    { kind: 'SET_ROLE_DEFINITION', role: definitionId(OWN), document: { permissions: definition(OWN, '', '', '*').permissions } },
    { 'role-definitions.json': [BUILT_IN, definition(OWN, 'Own', 'CustomRole', '*')] },
  ],
  'creates a custom role': [
    { kind: 'SET_ROLE_DEFINITION', role: definitionId('new'), document: { roleName: 'New', permissions: definition('', '', '', '*').permissions } },
    { 'role-definitions.json': [...(FILES['role-definitions.json'] as object[]), definition('new', 'New', 'CustomRole', '*')] },
  ],
};

describe('an edit of the bundle of an Azure subscription', () => {
  it.each(Object.entries(EDITS))('%s', (_name, [edit, changed]) => {
    const after = factsOf(FILES, [edit]);
    expect(after).not.toEqual(factsOf(FILES));
    expect(after).toEqual(factsOf({ ...FILES, ...changed }));
  });

  it('deletes a custom role once nobody has it', () => {
    const gone: ChangeEdit = { kind: 'SET_ROLE_DEFINITION', role: definitionId(OWN), document: null };
    expect(() => factsOf(FILES, [gone])).toThrow('The role is assigned');
    const left = { ...held(first), 'role-definitions.json': [BUILT_IN] };
    expect(factsOf(FILES, [assign('REMOVE_ASSIGNMENT', ANN, OWN, GROUP), gone])).toEqual(factsOf({ ...FILES, ...left }));
  });

  it.each<[string, ChangeEdit, string]>([
    ['an assignment that exists', assign('ADD_ASSIGNMENT', ANN, 'Reader', SCOPE), 'has this role there already'],
    ['an assignment that does not', assign('REMOVE_ASSIGNMENT', BOB, 'Reader', SCOPE), 'does not have this role'],
    ['a role without a definition', assign('ADD_ASSIGNMENT', ANN, 'Owner', SCOPE), 'no definition of this role'],
    ['an unknown scope', assign('ADD_ASSIGNMENT', BOB, 'Reader', `${SCOPE}/resourceGroups/new`), 'no subscription, resource group'],
    ['a built-in role', { kind: 'SET_ROLE_DEFINITION', role: definitionId(READER), document: { permissions: [] } }, 'built in'],
    ['an edit of AWS', { kind: 'ATTACH_POLICY', holder: 'x', policy: 'y' }, 'In Azure'],
  ])('is refused for %s, with the reason', (_name, edit, words) => {
    expect(() => factsOf(FILES, [edit])).toThrow(words);
  });
});
