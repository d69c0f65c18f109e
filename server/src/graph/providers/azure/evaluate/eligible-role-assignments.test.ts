import { AzureBundleReader } from '../read/read';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import type { Entity } from '../../../engine/model';
import { readRoleAssignment } from '../read/documents';
import { evaluateAzure } from './evaluate';

const SUBSCRIPTION = '11111111-1111-1111-1111-111111111111';
const SCOPE = `/subscriptions/${SUBSCRIPTION}`;
const STORE = `${SCOPE}/resourceGroups/shop/providers/Microsoft.Storage/storageAccounts/store`;
const ANN = 'aaaaaaaa-0000-4000-8000-000000000001';
const uri = `t:IDP_AZURE_AD:d:-:USER:${ANN}`;
const ROLE = { id: '/providers/Microsoft.Authorization/roleDefinitions/reader', roleName: 'Store Reader', roleType: 'CustomRole', permissions: [{ actions: ['Microsoft.Storage/storageAccounts/read'] }] }; // prettier-ignore

const instance = (id: string, properties: object): object => ({
  id: `${SCOPE}/providers/Microsoft.Authorization/${id}`,
  properties: { principalId: ANN, principalType: 'User', roleDefinitionId: ROLE.id, scope: SCOPE, ...properties },
});
const ELIGIBLE = instance('roleEligibilityScheduleInstances/1', {
  roleEligibilityScheduleId: `${SCOPE}/providers/Microsoft.Authorization/roleEligibilitySchedules/1`,
  status: 'Provisioned',
  memberType: 'Direct',
});

/** Returns Ann's read access to the store (0 none, 1 conditional, 2 always) and its conditions. */
function reads(files: Record<string, unknown>) {
  const reader = new AzureBundleReader();
  const all = { 'role-definitions.json': [ROLE], 'resources.json': [{ id: STORE, name: 'store', type: 'microsoft.storage/storageaccounts', subscriptionId: SUBSCRIPTION }], ...files }; // prettier-ignore
  for (const [name, value] of Object.entries(all)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const { warnings, normalise } = reader.result();
  const facts = normalise('t', SUBSCRIPTION, new Date());
  const principal: Entity = { uri, nativeId: ANN, name: 'ann', type: 'USER', accountId: 'd', cloudType: 'IDP_AZURE_AD', region: '-', isIdentity: true, isResource: false, attributes: {} }; // prettier-ignore
  const around = { organization: null, organizations: new Map(), federation: [], accounts: new Map() };
  const evaluation = evaluateAzure(facts, {
    tenantId: 't',
    catalogue: new Catalogue({ services: {} }),
    holders: [{ principal, refs: [ANN] }],
    ...around,
  });
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  const { access, pclassOf, classOf } = step.value;
  const store = facts.entities.find(({ name }) => name === 'store');
  const row = access.find(({ pclassId, classId }) => pclassId === pclassOf.get(uri) && classId === classOf.get(store?.uri ?? ''));
  const said = [...warnings, ...facts.warnings].map(({ message }) => message).filter((message) => !message.startsWith('The bundle has no'));
  return { read: row?.read ?? 0, conditions: row?.via.flatMap(({ conditions }) => conditions) ?? [], said };
}

describe('an eligible Azure role assignment', () => {
  it('grants access on condition of activation, unless the role is also assigned', () => {
    expect(reads({ 'eligible-role-assignments.json': { value: [ELIGIBLE] } })).toEqual({
      read: 1,
      conditions: ['the role is activated first'],
      said: [],
    });
    const assigned = [instance('roleAssignments/1', {})];
    expect(reads({ 'eligible-role-assignments.json': { value: [ELIGIBLE] }, 'role-assignments.json': assigned }).read).toBe(2);
  });

  it('combines its own condition with the activation', () => {
    const { condition } = readRoleAssignment({
      ...ELIGIBLE,
      properties: { roleEligibilityScheduleId: '1', condition: "@Resource[name] StringEquals 'a' OR true" },
    });
    expect(condition).toBe("(@Resource[name] StringEquals 'a' OR true) AND (the role is activated first)");
  });
});
