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
      story: 'On the last day somebody made a contractor owner of the production subscription, and not by a group.',
      query: `user ${contractor} with-access any via policy Owner`,
      finds: contractor ?? '',
    },
    {
      title: 'An owner who is never there',
      story: 'A cloud engineer owns the production subscription directly, and has not signed in for months.',
      query: `user ${silent} with-access any via policy Owner for admin`,
      finds: silent ?? '',
    },
    {
      title: 'Power over all of Azure, never given back',
      story: 'The head of platform took it in an emergency, at the root of the directory, more than half a year ago.',
      query: 'user with-access any via policy "User Access Administrator"',
      finds: head ?? '',
    },
    {
      title: 'A bastion that may change all of production',
      story: "The machine's own identity came with the set-up of the subscription and is Contributor still; the machine has a public address.",
      query: `service_account ${machine} with-access any via policy Contributor`,
      finds: machine,
    },
    {
      title: 'On call may act as that bastion',
      story:
        'A role of the company that is meant to restart machines also runs commands on them: whoever is on call is Contributor by way of the bastion.',
      query: `user ${onCall} with-access any via service_account ${machine}`,
      finds: onCall,
    },
    {
      title: 'A storage account that anybody may read',
      story: 'Public containers were switched on for sessions of the web shop.',
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
