import { EGRESS_NETWORK } from '../company/places';
import type { Project } from './projects';

/** A row of the asset inventory without the common columns. */
export interface NetworkRow {
  fullName: string;
  assetType: string;
  location: string;
  resource: Record<string, unknown>;
}

const API = 'https://www.googleapis.com/compute/v1/';

function networkOf({ id }: Project): string {
  return `projects/${id}/global/networks/lake`;
}

function subnetOf({ id, region }: Project): string {
  return `projects/${id}/regions/${region}/subnetworks/lake-${region}`;
}

/** Network tag of bastions. */
const BASTION_TAG = 'bastion';

/** Returns the rows of a project's network: one subnet and its firewall rules. */
export function networkRows(project: Project): NetworkRow[] {
  const { id, region, index, purpose } = project;
  const row = (path: string, kind: string, location: string, resource: Record<string, unknown>): NetworkRow => ({
    fullName: `//compute.googleapis.com/${path}`,
    assetType: `compute.googleapis.com/${kind}`,
    location,
    resource: { name: path.split('/').at(-1), selfLink: `${API}${path}`, ...resource },
  });
  const firewall = (name: string, ports: string[], sources: string[], tags: string[]): NetworkRow =>
    row(`projects/${id}/global/firewalls/${name}`, 'Firewall', 'global', {
      network: `${API}${networkOf(project)}`,
      direction: 'INGRESS',
      disabled: false,
      priority: 1000,
      sourceRanges: sources,
      targetTags: tags,
      allowed: [{ IPProtocol: 'tcp', ports }],
    });
  return [
    row(networkOf(project), 'Network', 'global', { autoCreateSubnetworks: false, subnetworks: [`${API}${subnetOf(project)}`] }),
    row(subnetOf(project), 'Subnetwork', region, {
      network: `${API}${networkOf(project)}`,
      ipCidrRange: `10.${200 + (index % 50)}.0.0/20`,
      privateIpGoogleAccess: true,
    }),
    firewall('from-inside', ['0-65535'], ['10.0.0.0/8'], []),
    // Google's Identity-Aware Proxy; in development the whole internet.
    firewall('ssh-in', ['22'], purpose === 'development' ? ['0.0.0.0/0'] : ['35.235.240.0/20'], [BASTION_TAG]),
  ];
}

/** Returns the network interface of a machine. The first machine of a project has an external address. */
export function interfacesOf(project: Project, order: number): Record<string, unknown> {
  const isBastion = order === 0;
  return {
    tags: { items: isBastion ? [BASTION_TAG] : ['worker'] },
    networkInterfaces: [
      {
        network: `${API}${networkOf(project)}`,
        subnetwork: `${API}${subnetOf(project)}`,
        networkIP: `10.${200 + (project.index % 50)}.0.${2 + (order % 250)}`,
        ...(isBastion
          ? { accessConfigs: [{ name: 'External NAT', type: 'ONE_TO_ONE_NAT', natIP: `${EGRESS_NETWORK}.${200 + (project.index % 50)}` }] }
          : {}),
      },
    ],
  };
}
