import type { Api } from '@cam/contracts/server';
import { projects } from './gcp/projects';
import type { Plan } from './plan';

type NewRule = Pick<Api['POST /v1/tiers/rules']['body'], 'name' | 'kind' | 'definition' | 'tier' | 'labels' | 'reason'>;

/** Returns what the company said about the importance of its systems: a rule by query, by tag and by place. Built-in rules fill tier 0. */
export function tierRules(plan: Plan): NewRule[] {
  return [
    {
      name: 'Confidential data of production',
      kind: 'QUERY',
      definition: { query: 'object_store|relational_db|nosql_db with-attribute tag.classification confidential and stage production' },
      tier: 1,
      labels: ['customer-data'],
      reason: 'Orders, payments and profiles of customers. Their loss or publication would end the business.',
    },
    {
      name: 'Data lake',
      kind: 'PLACE',
      definition: { place: projects(plan)[0]?.id ?? '' },
      tier: 1,
      labels: [],
      reason: 'It has copies of the data of all systems, with the programs that read them.',
    },
    {
      name: 'Fleet control',
      kind: 'TAG',
      definition: { key: 'workload', value: 'fleet-control' },
      tier: 1,
      labels: ['safety'],
      reason: 'It steers robots among people, so a wrong command can hurt somebody.',
    },
  ];
}
