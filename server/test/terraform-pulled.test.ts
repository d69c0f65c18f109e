import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonical, type Json } from '@cam/checker';
import type { ChangeEdit, ConnectableCloud } from '@cam/contracts/server';
import { parsePlan } from '../../scripts/cli/terraform/plan';
import { plannedEdits, READ_TYPES } from '../../scripts/cli/terraform/planned-edits';
import { Calendar } from '../demo/calendar';
import { Plan } from '../demo/plan';
import { CompanyCloud } from '../demo/stand-ins/company-cloud';
import type { ReadBundle } from '../src/graph/engine/bundle/bundle-reader';
import { bundleFilesAt } from '../src/sources/bundles/bundle-files';
import { connectorOf } from '../src/sources/connectors/connectors';
import { PROVIDERS } from '../src/sources/providers';
import { neverAborted, pullInto } from './support/connector-pull';
import { changedBundle, ExportFiles } from './support/export-files';
import { AWS_CHANGES } from './terraform/aws';
import { AZURE_CHANGES } from './terraform/azure';
import { GOOGLE_CHANGES } from './terraform/google';
import { ENTRA_CHANGES, OKTA_CHANGES } from './terraform/directories';
import type { CloudChanges } from './terraform/planned-change';

/** Types whose plans are not compared with a pull. */
const LEFT: readonly string[] = [
  // AWS chooses ids, regions and policies of what is made, which a branch makes up.
  ...['aws_s3_bucket', 'aws_sqs_queue', 'aws_sns_topic', 'aws_kms_key', 'aws_secretsmanager_secret', 'aws_ecr_repository', 'aws_dynamodb_table'],
  ...['aws_organizations_policy', 'aws_kms_grant'],
  // The made-up company has none of these: policies of tables, a block of an account, and IAM Identity Center.
  ...['aws_dynamodb_resource_policy', 'aws_s3_account_public_access_block', 'aws_ssoadmin_account_assignment', 'aws_identitystore_group_membership'],
  // It names an activated role by an id that no pull reads, so its branch is refused.
  'azuread_directory_role_member',
  // The made-up company has no eligible roles, and no custom roles of Okta.
  ...['azuread_directory_role_eligibility_schedule_request', 'azurerm_pim_eligible_role_assignment', 'okta_admin_role_custom_assignments'],
];
const DAYS = { since: '2026-03-01', until: '2026-03-03' };
const TAKEN_AT = new Date('2026-03-02T23:59:00Z');
const plan = new Plan({ size: 'S', seed: 1 }, new Calendar('2026-03-02', 0));

const CLOUDS: readonly CloudChanges[] = [AWS_CHANGES, GOOGLE_CHANGES, AZURE_CHANGES, ENTRA_CHANGES, OKTA_CHANGES];

/** Returns the account of a provider that is changed, and its exports before. */
function exportOf({ cloud, accountOf, prepare }: CloudChanges): { accountId: string; files: ExportFiles } {
  const bundles = new CompanyCloud(plan).bundles(cloud);
  const accountId = accountOf(bundles);
  const bundle = bundles.find((one) => one.accountId === accountId);
  const files = new ExportFiles(bundle?.files() ?? []);
  prepare(files);
  return { accountId, files };
}

interface PlannedResource {
  type: string;
  before?: object;
  after?: object;
}

/** Returns what `terraform show -json` prints for resources in the account of the source. */
function planText({ provider }: CloudChanges, resources: readonly PlannedResource[], accountId: string): string {
  const addressed = resources.map((resource, index) => ({ ...resource, address: `${resource.type}.n${index}` }));
  return JSON.stringify({
    format_version: '1.2',
    resource_changes: addressed.map(({ address, type, before = null, after = null }) => ({
      ...{ address, type, mode: 'managed' },
      change: { actions: [], before, after, after_unknown: {} },
    })),
    configuration: {
      root_module: {
        resources: addressed.map(({ address, before, after }) => ({
          ...{ address, provider_config_key: provider },
          expressions: Object.fromEntries(Object.keys({ ...before, ...after }).map((name) => [name, { references: ['local.a'] }])),
        })),
      },
      provider_config: { [provider]: { expressions: { region: { constant_value: 'eu-central-1' }, project: { constant_value: accountId } } } },
    },
  });
}

/** Pulls a source from the stand-in of its provider, whose state the test may change first. */
async function pulled(cloud: ConnectableCloud, accountId: string, change: (files: ExportFiles) => void): Promise<ReadBundle> {
  const company = new CompanyCloud(plan, {
    pageSize: 100,
    bundles: (of, all) => all.map((bundle) => (of === cloud && bundle.accountId === accountId ? changedBundle(bundle, change) : bundle)),
  });
  const folder = await mkdtemp(join(tmpdir(), 'cam-planned-'));
  try {
    const transport = { signal: neverAborted, timeout: 20_000, wait: async () => undefined };
    const connector = connectorOf(cloud, company.credentials(cloud), { ...(await company.connectorContext(cloud)), transport });
    await pullInto(folder, connector, accountId, DAYS);
    const reader = PROVIDERS[cloud]?.newReader();
    if (!reader) throw new Error(`nothing reads bundles of ${cloud}`);
    for await (const file of bundleFilesAt(folder, 'pulled')) reader.add(file);
    return reader.result();
  } finally {
    await company.close();
    await rm(folder, { recursive: true });
  }
}

/** Returns the facts about access as sorted lines. The order of the fields of a document has no meaning. */
function linesOf(
  bundle: ReadBundle,
  accountId: string,
  { essenceOf = (document) => document }: CloudChanges,
  edits: readonly ChangeEdit[] = [],
): string[] {
  const { entities, relations, policies } = bundle.normalise('t', accountId, TAKEN_AT, edits);
  const documents = policies.map((policy) => ({ ...policy, document: essenceOf(JSON.parse(policy.document) as Record<string, unknown>) }));
  return [...entities, ...relations, ...documents].map((row) => canonical(JSON.parse(JSON.stringify(row)) as Json)).sort();
}

it.each(CLOUDS.map((cloud) => [cloud.cloud, cloud] as const))(
  'a plan for resources of %s gives the branch that a pull shows after the change',
  async (_name, changes) => {
    const { accountId, files: exported } = exportOf(changes);
    const now = await pulled(changes.cloud, accountId, changes.prepare);
    const all = changes.changes(exported, accountId);
    for (const round of new Set(all.map((change) => change.round))) {
      const ofRound = all.filter((change) => change.round === round);
      const known = changes.known?.(exported).map(({ type, values }) => ({ type, before: values, after: values })) ?? [];
      const text = planText(changes, [...ofRound, ...known], accountId);
      const { sources, unread, filled } = plannedEdits(parsePlan(text), { fill: 'wide', account: accountId });
      expect([unread, filled]).toEqual([[], []]);
      const after = await pulled(changes.cloud, accountId, (files) => {
        changes.prepare(files);
        for (const change of ofRound) change.apply(files);
      });
      const edits = sources.flatMap((source) => source.edits);
      const [branch, real] = [linesOf(now, accountId, changes, edits), linesOf(after, accountId, changes)];
      const before = linesOf(now, accountId, changes);
      expect(real).not.toEqual(before);
      const [ofBranch, ofPull] = [new Set(branch), new Set(real)];
      expect({ round, onlyInBranch: branch.filter((line) => !ofPull.has(line)), onlyInPull: real.filter((line) => !ofBranch.has(line)) }).toEqual({
        ...{ round, onlyInBranch: [], onlyInPull: [] },
      });
    }
  },
  240_000,
);

it('has a change for each type that is read', () => {
  const planned = CLOUDS.flatMap((cloud) => {
    const { accountId, files } = exportOf(cloud);
    return cloud.changes(files, accountId).map(({ type }) => type);
  });
  expect([...new Set([...planned, ...LEFT])].sort()).toEqual(READ_TYPES);
});
