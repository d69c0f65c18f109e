import { LinksCache } from '../src/graph/engine/links-cache';
import { TenantReach } from '../src/graph/answers/counts/tenant-reach';
import { FindingAccess } from '../src/graph/answers/risk/finding-access';
import { scoreFindings, type FindingToScore } from '../src/graph/answers/risk/read-findings';
import { Scorer } from '../src/graph/answers/risk/scorer';
import { DEFAULT_WEIGHTS } from '../src/graph/answers/risk/weights';
import { ACCOUNT, allow, COMPANY, policyDocument, role, trust, user } from './support/aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();

/** A company in which some users act by roles, one of them only with a second factor, and read buckets only from the office. */
async function takeCompany(): Promise<void> {
  const assume = policyDocument(allow('sts:AssumeRole', '*'));
  const office = policyDocument({ ...allow('s3:*', '*'), Condition: { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } } });
  const assumed = (name: string, condition: object = {}): object => ({
    ...role(name, trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }, condition)),
    RolePolicyList: [{ PolicyName: 'all', PolicyDocument: encodeURIComponent(JSON.stringify(policyDocument(allow('s3:*', '*')))) }],
  });
  const roles = [assumed('plain'), assumed('guarded', { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } })];
  const users = [user('ann', { inline: { assume } }), user('bob', { inline: { office } }), user('cleo', { inline: { office, assume } })];
  await snapshots.take({ ...COMPANY, users: [...(COMPANY.users ?? []), ...users], roles: [...(COMPANY.roles ?? []), ...roles] }, '2026-01-01');
}

it('scores many findings from the access in memory as it scores each by a query', async () => {
  await takeCompany();
  const { db } = snapshots;
  const { read } = new TenantReach(new LinksCache(), { subscribe: () => () => undefined });
  const sources = { accountsOf: async () => [] };
  await new Scorer({ db }, { graph: { readReach: read }, sources, tenants: { shadowAccounts: async () => ({}) } }).score(TENANT, {
    weights: DEFAULT_WEIGHTS,
  });
  await db.tenant(TENANT, async (tx) => {
    const entities = await tx
      .selectFrom('graph_entity')
      .select(['uri', 'profile_id', 'class_id', 'is_resource'])
      .where('valid_to', 'is', null)
      .execute();
    const resources = entities.flatMap(({ uri, is_resource: isResource, class_id: id }) => (isResource && id !== null ? [uri] : []));
    const findings = entities.flatMap(({ uri, profile_id: id }): FindingToScore[] => {
      if (id === null) return [];
      const covered = [[], resources, ['demo:gone'], ...resources.map((one) => [one])];
      return covered.map((objectUris) => ({ severity: 'HIGH', subjectUri: uri, objectUris }));
    });
    const each = await scoreFindings(tx, TENANT, findings, DEFAULT_WEIGHTS);
    expect(await scoreFindings(tx, TENANT, findings, DEFAULT_WEIGHTS, new FindingAccess(read).read)).toEqual(each);
    const levels = each.flatMap(({ factors: { subject } }) => (subject?.kind === 'IDENTITY' ? [subject.factors.level] : []));
    expect(new Set(levels.map((level) => level && `${level.mode} ${level.conditional ? 'conditional' : 'sure'}`)).size).toBeGreaterThan(3);
  });
});
