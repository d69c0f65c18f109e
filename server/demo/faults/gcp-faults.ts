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
  const repository = production.workloads[0]?.name ?? '';
  return [
    {
      title: 'A bucket of production that was opened to the internet',
      story: 'What recommendations are made from can be read by everybody since the last day but one.',
      query: `public_node with-access object_store ${bucket}`,
      finds: bucket,
    },
    {
      title: 'Machines that run as editors of their project',
      story: "Google made each project's default account an editor, and nobody took it back; the oldest machines run as it.",
      query: 'service_account with-access any via policy roles/editor',
      finds: defaultComputeEmail(production),
    },
    {
      title: 'Somebody of a former agency who is an editor',
      story: 'The project with the agency is over. Its designer is still editor of development, by an address of the agency.',
      query: 'user with-attribute external true with-access any for write',
      finds: AGENCY_MEMBER.replace('user:', ''),
    },
    {
      title: 'A data engineer who may act as every service account',
      story: 'Whoever may take tokens of all accounts of a project is its editor, by way of the default one.',
      query: `user ${engineer} with-access any via service_account ${defaultComputeEmail(production)}`,
      finds: engineer,
    },
    {
      title: 'A pipeline that can give itself more',
      story: 'What brings software out may hand any service account of the project to what it starts.',
      query: 'service_account with-attribute privileged true and cloudtype GCP',
      finds: deployerEmail(inventory),
    },
    {
      title: 'Builds of any branch act as the pipeline of production',
      story: 'The federation with the builds asks for the repository and not for the branch.',
      query: `federated_group ${repository} with-access any via service_account`,
      finds: repository,
    },
  ];
}
