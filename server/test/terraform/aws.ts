import type { ExportFiles } from '../support/export-files';
import type { CloudChanges, PlannedChange } from './planned-change';

type Row = Record<string, unknown>;
interface Principal extends Row {
  Arn: string;
  Path: string;
  AttachedManagedPolicies: { PolicyName: string; PolicyArn: string }[];
  GroupList: string[];
}
interface Details {
  UserDetailList: (Principal & { UserName: string; UserPolicyList?: Row[] })[];
  GroupDetailList: (Principal & { GroupName: string; GroupPolicyList?: Row[] })[];
  RoleDetailList: (Principal & { RoleName: string; RolePolicyList?: Row[]; InstanceProfileList: Row[] })[];
  Policies: (Row & { Arn: string; PolicyName: string; AttachmentCount: number })[];
}

const DETAILS = 'iam/get-account-authorization-details.json';
const REGION = 'eu-central-1';
const DOCUMENT = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }] };
const policy = JSON.stringify(DOCUMENT);
/** IAM prints documents so. */
const encoded = (document: object): string => encodeURIComponent(JSON.stringify(document));
const detailsOf = (files: ExportFiles): Details => files.value<Details>(DETAILS);

/** Changes a policy of a resource, as text in a field of an answer. */
const textIn = (path: string, change: (answer: Row) => void) => (files: ExportFiles) => change(files.value<Row>(path));

function ofIam(files: ExportFiles, account: string): PlannedChange[] {
  const arn = (place: string): string => `arn:aws:iam::${account}:${place}`;
  const { UserDetailList: users, GroupDetailList: groups, RoleDetailList: roles, Policies: policies } = detailsOf(files);
  const [u1, u2, u3] = users as [Details['UserDetailList'][number], Details['UserDetailList'][number], Details['UserDetailList'][number]];
  const [g1, g2] = groups as [Details['GroupDetailList'][number], Details['GroupDetailList'][number]];
  const [r1, r2] = roles.filter(({ Path }) => !Path.startsWith('/aws-')) as [Details['RoleDetailList'][number], Details['RoleDetailList'][number]];
  const own = policies.find(({ Arn }) => Arn.includes(account)) as Details['Policies'][number];
  const find = (all: ExportFiles, one: Principal): Principal => {
    const { UserDetailList, GroupDetailList, RoleDetailList } = detailsOf(all);
    return [...UserDetailList, ...GroupDetailList, ...RoleDetailList].find(({ Arn }) => Arn === one.Arn) as Principal;
  };
  const attach =
    (...holders: Principal[]) =>
    (all: ExportFiles) => {
      for (const holder of holders) {
        const found = find(all, holder);
        if (found.AttachedManagedPolicies.some(({ PolicyArn }) => PolicyArn === own.Arn)) continue;
        found.AttachedManagedPolicies.push({ PolicyName: own.PolicyName, PolicyArn: own.Arn });
        const counted = detailsOf(all).Policies.find(({ Arn }) => Arn === own.Arn);
        if (counted) counted.AttachmentCount += 1;
      }
    };
  const inline = (holder: Principal, field: string) => (all: ExportFiles) => {
    const found = find(all, holder);
    found[field] = [...((found[field] as Row[] | undefined) ?? []), { PolicyName: 'planned', PolicyDocument: encoded(DOCUMENT) }];
  };
  const withoutInline = (holder: Principal, field: string) => (all: ExportFiles) => void (find(all, holder)[field] = []);
  const withoutAttached = (holder: Principal) => (all: ExportFiles) => {
    const found = find(all, holder);
    for (const { PolicyArn } of found.AttachedManagedPolicies) {
      const counted = detailsOf(all).Policies.find(({ Arn }) => Arn === PolicyArn);
      if (counted) counted.AttachmentCount -= 1;
    }
    found.AttachedManagedPolicies = [];
  };
  const join = (user: Principal, group: { GroupName: string }) => (all: ExportFiles) => {
    const found = find(all, user);
    if (!found.GroupList.includes(group.GroupName)) found.GroupList.push(group.GroupName);
  };
  const trust = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: { AWS: arn('root') }, Action: 'sts:AssumeRole' }] };
  const outside = users.find(({ GroupList }) => !GroupList.includes(g1.GroupName)) as Principal & { UserName: string };
  const outsideOther = users.find(({ GroupList, Arn }) => !GroupList.includes(g2.GroupName) && Arn !== outside.Arn) as Principal & {
    UserName: string;
  };
  const made = { AttachedManagedPolicies: [] };
  return [
    {
      ...{ type: 'aws_iam_policy', round: 0, after: { name: 'Planned', path: '/', policy } },
      apply: (all) =>
        void detailsOf(all).Policies.push({
          ...{ PolicyName: 'Planned', Arn: arn('policy/Planned'), Path: '/', DefaultVersionId: 'v1', AttachmentCount: 0, IsAttachable: true },
          PolicyVersionList: [{ VersionId: 'v1', IsDefaultVersion: true, Document: encoded(DOCUMENT) }],
        }),
    },
    {
      ...{ type: 'aws_iam_user', round: 0, after: { name: 'planned', path: '/' } },
      apply: (all) =>
        void detailsOf(all).UserDetailList.push({
          ...made,
          UserName: 'planned',
          Path: '/',
          Arn: arn('user/planned'),
          GroupList: [],
          UserPolicyList: [],
        }),
    },
    {
      ...{ type: 'aws_iam_group', round: 0, after: { name: 'planned', path: '/' } },
      apply: (all) =>
        void detailsOf(all).GroupDetailList.push({
          ...made,
          GroupName: 'planned',
          Path: '/',
          Arn: arn('group/planned'),
          GroupPolicyList: [],
        } as never),
    },
    {
      ...{ type: 'aws_iam_role', round: 0, after: { name: 'planned', path: '/', assume_role_policy: JSON.stringify(trust) } },
      apply: (all) =>
        void detailsOf(all).RoleDetailList.push({
          ...made,
          ...{
            RoleName: 'planned',
            Path: '/',
            Arn: arn('role/planned'),
            RolePolicyList: [],
            InstanceProfileList: [],
            AssumeRolePolicyDocument: encoded(trust),
          },
        } as never),
    },
    { ...{ type: 'aws_iam_user_policy', round: 0, after: { user: u1.UserName, name: 'planned', policy } }, apply: inline(u1, 'UserPolicyList') },
    { ...{ type: 'aws_iam_group_policy', round: 0, after: { group: g1.GroupName, name: 'planned', policy } }, apply: inline(g1, 'GroupPolicyList') },
    { ...{ type: 'aws_iam_role_policy', round: 0, after: { role: r1.RoleName, name: 'planned', policy } }, apply: inline(r1, 'RolePolicyList') },
    { ...{ type: 'aws_iam_user_policy_attachment', round: 0, after: { user: u1.UserName, policy_arn: own.Arn } }, apply: attach(u1) },
    { ...{ type: 'aws_iam_group_policy_attachment', round: 0, after: { group: g1.GroupName, policy_arn: own.Arn } }, apply: attach(g1) },
    { ...{ type: 'aws_iam_role_policy_attachment', round: 0, after: { role: r1.RoleName, policy_arn: own.Arn } }, apply: attach(r1) },
    {
      ...{
        type: 'aws_iam_policy_attachment',
        round: 1,
        after: { name: 'all', users: [u2.UserName], groups: [g2.GroupName], roles: [r2.RoleName], policy_arn: own.Arn },
      },
      apply: attach(u2, g2, r2),
    },
    {
      ...{ type: 'aws_iam_group_membership', round: 0, after: { name: 'all', group: g1.GroupName, users: [outside.UserName] } },
      apply: join(outside, g1),
    },
    {
      ...{ type: 'aws_iam_user_group_membership', round: 0, after: { user: outsideOther.UserName, groups: [g2.GroupName] } },
      apply: join(outsideOther, g2),
    },
    {
      ...{ type: 'aws_iam_user_policies_exclusive', round: 2, after: { user_name: u1.UserName, policy_names: [] } },
      apply: withoutInline(u1, 'UserPolicyList'),
    },
    {
      ...{ type: 'aws_iam_group_policies_exclusive', round: 2, after: { group_name: g1.GroupName, policy_names: [] } },
      apply: withoutInline(g1, 'GroupPolicyList'),
    },
    {
      ...{ type: 'aws_iam_role_policies_exclusive', round: 2, after: { role_name: r1.RoleName, policy_names: [] } },
      apply: withoutInline(r1, 'RolePolicyList'),
    },
    {
      ...{ type: 'aws_iam_user_policy_attachments_exclusive', round: 2, after: { user_name: u3.UserName, policy_arns: [] } },
      apply: withoutAttached(u3),
    },
    {
      ...{ type: 'aws_iam_group_policy_attachments_exclusive', round: 2, after: { group_name: g2.GroupName, policy_arns: [] } },
      apply: withoutAttached(g2),
    },
    {
      ...{ type: 'aws_iam_role_policy_attachments_exclusive', round: 2, after: { role_name: r2.RoleName, policy_arns: [] } },
      apply: withoutAttached(r2),
    },
  ];
}

function ofResources(files: ExportFiles, account: string): PlannedChange[] {
  const first = (folder: string): string => files.paths().find((path) => path.startsWith(`${folder}/`)) ?? '';
  const [{ Name: bucket }] = files.value<{ Buckets: [{ Name: string }] }>('s3/list-buckets.json').Buckets;
  const queueUrl = files.value<{ QueueUrls: string[] }>('sqs/list-queues.json').QueueUrls.find((url) => url.includes(REGION)) ?? '';
  const queue = queueUrl.split('/').at(-1) ?? '';
  const topic =
    files.value<{ Topics: { TopicArn: string }[] }>('sns/list-topics.json').Topics.find(({ TopicArn }) => TopicArn.includes(REGION))?.TopicArn ?? '';
  const { KeyId: key } = files
    .value<{ Keys: { KeyId: string; KeyArn: string }[] }>('kms/list-keys.json')
    .Keys.find(({ KeyArn }) => KeyArn.includes(REGION)) ?? { KeyId: '' };
  const secretPath = first('secretsmanager/get-resource-policy');
  const secret = String(files.value<Row>(secretPath).ARN);
  const repositoryPath = first('ecr/get-repository-policy');
  const repository = String(files.value<Row>(repositoryPath).repositoryName);
  const bucketPath = `s3/get-bucket-policy/${bucket}.json`;
  return [
    { ...{ type: 'aws_s3_bucket_policy', round: 0, after: { bucket, policy } }, apply: (all) => all.set(bucketPath, { Policy: policy }) },
    {
      type: 'aws_s3_bucket_public_access_block',
      round: 0,
      after: { bucket, restrict_public_buckets: true, ignore_public_acls: true, block_public_acls: true, block_public_policy: true },
      apply: (all) =>
        all.set(`s3/get-public-access-block/${bucket}.json`, {
          PublicAccessBlockConfiguration: { BlockPublicAcls: true, IgnorePublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true },
        }),
    },
    {
      ...{ type: 'aws_sqs_queue_policy', round: 0, after: { queue_url: queueUrl, policy } },
      apply: textIn(`sqs/get-queue-attributes/${queue}.json`, ({ Attributes }) => void ((Attributes as Row).Policy = policy)),
    },
    {
      ...{ type: 'aws_sns_topic_policy', round: 0, after: { arn: topic, policy } },
      apply: textIn(`sns/get-topic-attributes/${topic.split(':').at(-1)}.json`, ({ Attributes }) => void ((Attributes as Row).Policy = policy)),
    },
    {
      ...{ type: 'aws_kms_key_policy', round: 0, after: { key_id: key, policy } },
      apply: textIn(`kms/get-key-policy/${key}.json`, (answer) => void (answer.Policy = policy)),
    },
    {
      ...{ type: 'aws_secretsmanager_secret_policy', round: 0, after: { secret_arn: secret, policy } },
      apply: textIn(secretPath, (answer) => void (answer.ResourcePolicy = policy)),
    },
    {
      ...{ type: 'aws_ecr_repository_policy', round: 0, after: { repository, policy } },
      apply: textIn(repositoryPath, (answer) => void (answer.policyText = policy)),
    },
    ...ofFunctions(files, account),
  ];
}

interface Function {
  FunctionArn: string;
  FunctionName: string;
  Role: string;
}

function ofFunctions(files: ExportFiles, account: string): PlannedChange[] {
  const functionsOf = (all: ExportFiles): Function[] => all.value<{ Functions: Function[] }>('lambda/list-functions.json').Functions;
  const path = files.paths().find((one) => one.startsWith('lambda/get-policy/')) ?? '';
  const invoked = functionsOf(files).find(({ FunctionName }) => path.endsWith(`/${FunctionName}.json`)) as Function;
  const running = functionsOf(files).find(({ FunctionName }) => FunctionName !== invoked.FunctionName) as Function;
  const role = detailsOf(files).RoleDetailList.find(({ Arn }) => Arn !== running.Role)?.Arn ?? '';
  const statement = {
    ...{
      Sid: 'planned',
      Effect: 'Allow',
      Principal: { Service: 's3.amazonaws.com' },
      Action: 'lambda:InvokeFunction',
      Resource: invoked.FunctionArn,
    },
    Condition: { StringEquals: { 'AWS:SourceAccount': account } },
  };
  const targets = files.paths().find((one) => {
    if (!one.startsWith('organizations/list-targets-for-policy/') || one.includes('FullAWSAccess')) return false;
    return files.value<{ Targets: Row[] }>(one).Targets.some(({ Type }) => Type === 'ORGANIZATIONAL_UNIT');
  }) as string;
  const unit = files.value<{ Targets: Row[] }>(targets).Targets.find(({ Type }) => Type === 'ORGANIZATIONAL_UNIT') as Row;
  const nodes = (holder: string) => (all: ExportFiles) =>
    detailsOf(all).RoleDetailList.find(({ Arn }) => Arn === holder) as Details['RoleDetailList'][number];
  const from = detailsOf(files).RoleDetailList.find(({ InstanceProfileList }) => InstanceProfileList.length > 0) as Details['RoleDetailList'][number];
  const to = detailsOf(files).RoleDetailList.find(({ Arn, Path }) => Arn !== from.Arn && !Path.startsWith('/aws-')) as typeof from;
  const [profile] = from.InstanceProfileList as [Row];
  const named = { name: profile.InstanceProfileName, path: profile.Path, arn: profile.Arn };
  return [
    {
      type: 'aws_lambda_permission',
      round: 0,
      after: {
        ...{ function_name: invoked.FunctionArn, statement_id: 'planned', action: 'lambda:InvokeFunction', principal: 's3.amazonaws.com' },
        source_account: account,
      },
      apply: textIn(path, (answer) => {
        const document = JSON.parse(String(answer.Policy)) as { Statement: Row[] };
        document.Statement.push(statement);
        answer.Policy = JSON.stringify(document);
      }),
    },
    {
      type: 'aws_lambda_function',
      round: 0,
      before: { function_name: running.FunctionName, arn: running.FunctionArn, role: running.Role },
      after: { function_name: running.FunctionName, arn: running.FunctionArn, role },
      apply: (all) => {
        for (const one of functionsOf(all)) if (one.FunctionArn === running.FunctionArn) one.Role = role;
      },
    },
    {
      type: 'aws_organizations_policy_attachment',
      round: 1,
      before: { policy_id: targets.split('/').at(-1)?.replace('.json', ''), target_id: unit.TargetId },
      apply: (all) => {
        const file = all.value<{ Targets: Row[] }>(targets);
        file.Targets = file.Targets.filter(({ TargetId }) => TargetId !== unit.TargetId);
      },
    },
    {
      ...{ type: 'aws_iam_instance_profile', round: 1, before: { ...named, role: from.RoleName }, after: { ...named, role: to.RoleName } },
      apply: (all) => {
        nodes(from.Arn)(all).InstanceProfileList = [];
        nodes(to.Arn)(all).InstanceProfileList.push({ ...profile, Roles: [{ Path: to.Path, RoleName: to.RoleName, Arn: to.Arn }] });
      },
    },
  ];
}

export const AWS_CHANGES: CloudChanges = {
  cloud: 'AWS',
  provider: 'aws',
  accountOf: (bundles) => bundles.find(({ name }) => name === 'kestrel-management')?.accountId ?? '',
  prepare: () => undefined,
  known: (files) => {
    const { UserDetailList, GroupDetailList, RoleDetailList } = detailsOf(files);
    return [
      ...UserDetailList.map(({ UserName: name, Path: path, Arn: arn }) => ({ type: 'aws_iam_user', values: { name, path, arn } })),
      ...GroupDetailList.map(({ GroupName: name, Path: path, Arn: arn }) => ({ type: 'aws_iam_group', values: { name, path, arn } })),
      ...RoleDetailList.map(({ RoleName: name, Path: path, Arn: arn }) => ({ type: 'aws_iam_role', values: { name, path, arn } })),
    ];
  },
  changes: (files, account) => [...ofIam(files, account), ...ofResources(files, account)],
};
