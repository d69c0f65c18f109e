import { AzureInventory } from '../azure/inventory';
import { isBastion } from '../azure/network';
import { isOpenStorage } from '../azure/resources';
import { subscriptions } from '../azure/subscriptions';
import { accessGroup, isIn } from '../company/access-groups';
import { ROLES_OF_CAST } from '../company/people';
import type { Plan } from '../plan';
import { emailOf, type Fault } from './fault';

export function azureFaults(plan: Plan): Fault[] {
  const [production] = subscriptions(plan);
  if (!production) return [];
  const inventory = new AzureInventory(plan, production);
  const machine = inventory.all('machine').find(isBastion)?.name ?? '';
  const storage = inventory.all('storage').find((thing) => isOpenStorage(plan, inventory, thing))?.name ?? '';
  const [head, contractor, silent] = [ROLES_OF_CAST.headOfPlatform, ROLES_OF_CAST.contractor, ROLES_OF_CAST.dormant].map((index) =>
    emailOf(plan, index),
  );
  const onCall = onlyOnCall(plan);
  return [
    {
      title: 'A contractor who owns production',
      story: 'A contractor became owner of the production subscription on the last day, directly and not through a group.',
      query: `user ${contractor} with-access any via policy Owner`,
      finds: contractor ?? '',
    },
    {
      title: 'An inactive owner',
      story: 'A cloud engineer owns the production subscription directly and has not signed in for months.',
      query: `user ${silent} with-access any via policy Owner for admin`,
      finds: silent ?? '',
    },
    {
      title: 'Access to all of Azure that was never removed',
      story: 'The head of platform elevated access at the root of the directory in an emergency, more than half a year ago.',
      query: 'user with-access any via policy "User Access Administrator"',
      finds: head ?? '',
    },
    {
      title: 'A bastion that can change all of production',
      story: "The machine's own identity dates from the set-up of the subscription and is still Contributor. The machine has a public address.",
      query: `service_account ${machine} with-access any via policy Contributor`,
      finds: machine,
    },
    {
      title: 'On-call users can act as that bastion',
      story: 'A custom role for restarting machines can also run commands on them. Through the bastion, users on call are Contributors.',
      query: `user ${onCall} with-access any via service_account ${machine}`,
      finds: onCall,
    },
    {
      title: 'A public storage account',
      story: 'Public containers were turned on for sessions of the web shop.',
      query: 'object_store with-attribute public true and cloudtype AZURE',
      finds: storage,
    },
  ];
}

/** Returns the e-mail address of a person on call without other Azure roles. */
function onlyOnCall(plan: Plan): string {
  const { holds } = accessGroup('production-oncall');
  for (const person of plan.people()) {
    if (!plan.hasLeft(person) && holds(person, plan) && !isIn(plan, person, 'cloud-platform-admins')) return person.email;
  }
  return '';
}
