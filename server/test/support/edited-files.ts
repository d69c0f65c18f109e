import type { ChangeEdit } from '@cam/contracts/server';

type Json = Record<string, unknown>;
type Principal = Json & { Arn: string; AttachedManagedPolicies: { PolicyName: string; PolicyArn: string }[]; GroupList: string[] };

/** The files of an AWS bundle, as far as edits reach. */
export interface AwsFiles {
  iam: { UserDetailList: Principal[]; GroupDetailList: Principal[]; RoleDetailList: Principal[]; Policies: Json[] };
  /** Policies of buckets as text, by name. */
  buckets: Record<string, string | null>;
  /** Policies of queues as text, by ARN; none: the account has no queues. */
  queues?: Record<string, string | null>;
  /** Functions by ARN, with their role and the statements of their policies. */
  functions?: Record<string, { role: string; statements: Json[] }>;
  /** Buckets whose public policies are restricted. */
  restricted?: string[];
}

/**
 * Changes the files of an export by hand, as AWS would after the change. It shares no code with the edits of a bundle, so that both can be compared.
 */
export function editedFiles(files: AwsFiles, edit: ChangeEdit): AwsFiles {
  const { iam, buckets, queues = {}, functions = {}, restricted = [], ...others } = structuredClone(files);
  const holder = (arn: string): Principal =>
    [...iam.UserDetailList, ...iam.GroupDetailList, ...iam.RoleDetailList].find(({ Arn }) => Arn === arn) as Principal;
  const policy = (arn: string): Json | undefined => iam.Policies.find(({ Arn }) => Arn === arn);
  const nameOf = (arn: string): string => arn.split('/').at(-1) ?? '';
  const count = (arn: string, by: number): void => {
    const found = policy(arn);
    if (found) found.AttachmentCount = Math.max(0, Number(found.AttachmentCount) + by);
  };
  const without = (one: Principal, arn: string): void => {
    one.AttachedManagedPolicies = one.AttachedManagedPolicies.filter(({ PolicyArn }) => PolicyArn !== arn);
  };
  switch (edit.kind) {
    case 'SET_INLINE_POLICY': {
      const one = holder(edit.holder);
      const field = ['UserPolicyList', 'GroupPolicyList', 'RolePolicyList'].find((name) => name in one) as string;
      const others = (one[field] as Json[]).filter(({ PolicyName }) => PolicyName !== edit.name);
      one[field] = edit.document ? [...others, { PolicyName: edit.name, PolicyDocument: edit.document }] : others;
      break;
    }
    case 'SET_MANAGED_POLICY': {
      const known = policy(edit.policy);
      const versions = (known?.PolicyVersionList ?? []) as Json[];
      if (!edit.document) {
        iam.Policies = iam.Policies.filter(({ Arn }) => Arn !== edit.policy);
        for (const one of [...iam.UserDetailList, ...iam.GroupDetailList, ...iam.RoleDetailList]) without(one, edit.policy);
      } else if (known) for (const version of versions) version.Document = version.IsDefaultVersion ? edit.document : version.Document;
      else
        iam.Policies.push({
          ...{ Arn: edit.policy, PolicyName: nameOf(edit.policy), DefaultVersionId: 'v1', AttachmentCount: 0 },
          PolicyVersionList: [{ VersionId: 'v1', IsDefaultVersion: true, Document: edit.document }],
        });
      break;
    }
    case 'ATTACH_POLICY':
      holder(edit.holder).AttachedManagedPolicies.push({ PolicyName: nameOf(edit.policy), PolicyArn: edit.policy });
      count(edit.policy, 1);
      break;
    case 'DETACH_POLICY':
      without(holder(edit.holder), edit.policy);
      count(edit.policy, -1);
      break;
    case 'CREATE_PRINCIPAL': {
      const [, kind = ''] = /:(user|group|role)\//.exec(edit.principal) ?? [];
      const title = `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
      const entry = {
        Arn: edit.principal,
        Path: '/',
        [`${title}Name`]: nameOf(edit.principal),
        AttachedManagedPolicies: [],
        [`${title}PolicyList`]: [],
      };
      const trust = edit.document ? { AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(edit.document)) } : {};
      iam[`${title}DetailList` as 'UserDetailList'].push({ ...entry, ...trust, ...(kind === 'user' ? { GroupList: [] } : {}) } as never);
      break;
    }
    case 'DELETE_PRINCIPAL':
      for (const { PolicyArn } of holder(edit.principal).AttachedManagedPolicies) count(PolicyArn, -1);
      for (const list of ['UserDetailList', 'GroupDetailList', 'RoleDetailList'] as const)
        iam[list] = iam[list].filter(({ Arn }) => Arn !== edit.principal);
      for (const user of edit.principal.includes(':group/') ? iam.UserDetailList : [])
        user.GroupList = user.GroupList.filter((name) => name !== nameOf(edit.principal));
      break;
    case 'CREATE_BUCKET':
      buckets[nameOf(edit.bucket.replace(':::', '/'))] = null;
      break;
    case 'DELETE_BUCKET':
      delete buckets[nameOf(edit.bucket.replace(':::', '/'))];
      break;
    case 'SET_BOUNDARY':
      if (edit.policy === null) delete holder(edit.holder).PermissionsBoundary;
      else holder(edit.holder).PermissionsBoundary = { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: edit.policy };
      break;
    case 'ADD_MEMBER':
      holder(edit.member).GroupList.push(nameOf(edit.group));
      break;
    case 'REMOVE_MEMBER':
      holder(edit.member).GroupList = holder(edit.member).GroupList.filter((name) => name !== nameOf(edit.group));
      break;
    case 'SET_TRUST_POLICY':
      holder(edit.role).AssumeRolePolicyDocument = encodeURIComponent(JSON.stringify(edit.document));
      break;
    case 'SET_RESOURCE_POLICY': {
      const text = edit.document && JSON.stringify(edit.document);
      if (edit.resource in queues) queues[edit.resource] = text;
      else buckets[nameOf(edit.resource.replace(':::', '/'))] = text;
      break;
    }
    case 'CREATE_RESOURCE':
      queues[edit.resource] = null;
      break;
    case 'DELETE_RESOURCE':
      delete queues[edit.resource];
      break;
    case 'SET_STATEMENT': {
      const found = functions[edit.resource];
      if (!found) break;
      const kept = found.statements.filter(({ Sid }) => Sid !== edit.sid);
      found.statements = edit.statement ? [...kept, { ...edit.statement, Sid: edit.sid }] : kept;
      break;
    }
    case 'SET_RUNTIME_ROLE': {
      const found = functions[edit.resource];
      if (found) found.role = edit.role ?? '';
      break;
    }
    case 'SET_PUBLIC_ACCESS_BLOCK': {
      const name = nameOf(edit.resource.replace(':::', '/'));
      const rest = restricted.filter((one) => one !== name);
      return { iam, buckets, queues, functions, ...others, restricted: edit.block ? [...rest, name] : rest };
    }
    case 'RETAIN_POLICIES': {
      const one = holder(edit.holder);
      const gone = one.AttachedManagedPolicies.filter(({ PolicyArn }) => edit.attached && !edit.attached.includes(PolicyArn));
      for (const { PolicyArn } of gone) count(PolicyArn, -1);
      one.AttachedManagedPolicies = one.AttachedManagedPolicies.filter((ref) => !gone.includes(ref));
      const field = ['UserPolicyList', 'GroupPolicyList', 'RolePolicyList'].find((name) => name in one) as string;
      if (edit.inline) one[field] = (one[field] as Json[]).filter(({ PolicyName }) => edit.inline?.includes(String(PolicyName)));
    }
  }
  return { iam, buckets, queues, functions, restricted, ...others };
}
