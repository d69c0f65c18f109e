import { ROLES_OF_CAST } from '../company/people';
import { GcpInventory } from '../gcp/inventory';
import { AGENCY_MEMBER, isOpenBucket } from '../gcp/policies';
import { defaultComputeEmail, projects } from '../gcp/projects';
import { deployerEmail } from '../gcp/service-accounts';
import type { Plan } from '../plan';
import { emailOf, type Fault } from './fault';

export function gcpFaults(plan: Plan): Fault[] {
  const [production] = projects(plan);
  if (!production) return [];
  const inventory = new GcpInventory(plan, production);
  const bucket = inventory.all('bucket').find((thing) => isOpenBucket(plan, inventory, thing))?.displayName ?? '';
  const engineer = emailOf(plan, ROLES_OF_CAST.dataEngineer);
  const repository = `attribute.repository/kestrel-harbor/${production.workloads[0]?.name}`;
  return [
    {
      title: 'A production bucket that became public',
      story: 'The data behind recommendations has been public since the last day but one.',
      query: `public_node with-access object_store ${bucket}`,
      finds: bucket,
    },
    {
      title: 'Machines that run as editors of their project',
      story: "Google made each project's default service account an editor, and the role was never removed. The oldest machines run as it.",
      query: 'service_account with-access any via policy roles/editor',
      finds: defaultComputeEmail(production),
    },
    {
      title: 'An editor from a former agency',
      story: 'The project with the agency is over. Its designer is still an editor of development, with an address of the agency.',
      query: 'user with-attribute external true with-access any for write',
      finds: AGENCY_MEMBER.replace('user:', ''),
    },
    {
      title: 'A data engineer who can act as every service account',
      story: 'The right to create tokens for all service accounts of a project gives the editor role through the default one.',
      query: `user ${engineer} with-access any via service_account ${defaultComputeEmail(production)}`,
      finds: engineer,
    },
    {
      title: 'A pipeline with a privilege escalation path',
      story: 'The deployment pipeline may run workloads as any service account of the project.',
      query: 'service_account with-attribute privileged true and cloudtype GCP',
      finds: deployerEmail(inventory),
    },
    {
      title: 'Builds of any branch can act as the production pipeline',
      story: 'The federation with the builds checks the repository but not the branch.',
      query: `federated_group ${repository} with-access any via service_account`,
      finds: repository,
    },
  ];
}
