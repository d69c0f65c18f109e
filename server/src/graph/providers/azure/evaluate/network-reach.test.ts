import { AzureBundleReader } from '../read/read';
import { buildGraph } from '../../../pipeline/build-graph';
import { Catalogue } from '../../../engine/catalogue/catalogue';

const SUBSCRIPTION = '11111111-2222-3333-4444-555555555555';
const GROUP = `/subscriptions/${SUBSCRIPTION}/resourceGroups/net`;

const rule = (name: string, priority: number, access: string, sources: string[], destinationPortRange: string): object => ({
  name,
  properties: { direction: 'Inbound', access, protocol: '*', sourceAddressPrefixes: sources, destinationPortRange, priority },
});

/** Returns external networks with the resources that they can access in a subscription with these security group rules. */
function networkAccess(...securityRules: object[]): string[] {
  const reader = new AzureBundleReader();
  const group = {
    id: `${GROUP}/providers/Microsoft.Network/networkSecurityGroups/edge`,
    type: 'microsoft.network/networksecuritygroups',
    name: 'edge',
    location: 'westeurope',
    properties: { securityRules },
  };
  const plain = { ...group, id: group.id.replace('edge', 'inner'), name: 'inner', properties: { securityRules: [] } };
  reader.add({ name: 'resources.json', content: Buffer.from(JSON.stringify([group, plain])), problem: null });
  reader.add({ name: 'role-assignments.json', content: Buffer.from('[]'), problem: null });
  const facts = reader.result().normalise('t', SUBSCRIPTION, new Date());
  expect(facts.policies.map(({ kind, name }) => `${kind} ${name}`)).toContain('firewall_rules edge');
  const { entities, access, profileClasses } = buildGraph('t', facts, new Catalogue({ services: {} }));
  return entities.flatMap(({ entity: network, profileId }) =>
    network.type === 'NETWORK_NODE'
      ? access.flatMap(({ pclassId, classId }) =>
          profileClasses.some((path) => path.profileId === profileId && path.pclassId === pclassId)
            ? entities.filter((one) => one.classId === classId).map(({ entity }) => `${network.name} ${entity.name}`)
            : [],
        )
      : [],
  );
}

describe('an Azure network security group', () => {
  it('is accessible from each external network that its rules admit', () => {
    const office = rule('office', 100, 'Allow', ['203.0.113.0/24', '198.51.100.7', '10.0.0.0/8', 'VirtualNetwork'], '22');
    expect(networkAccess(office).sort()).toEqual(['198.51.100.7 (office) edge', '203.0.113.0/24 (office) edge']);
    expect(networkAccess(rule('web', 100, 'Allow', ['Internet', '0.0.0.0/0'], '443'))).toEqual([]);
    expect(networkAccess(rule('closed', 50, 'Deny', ['*'], '*'), office)).toEqual([]);
  });
});
