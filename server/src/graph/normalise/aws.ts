import { parsePolicyDocument, type PolicyDocument } from '../compile/policy-document';
import { resourceUri, type Attachment, type Edge, type Entity, type NormalisedAccount, type Principal, type Trust, type Warning } from '../model';
import { namedResource } from './aws-named-resources';
import type { AwsBundle, AwsInlinePolicy, AwsManagedPolicyRef, AwsPolicy, AwsTag } from './aws-shapes';

/** Turns the bundle of one AWS account into entities, principals, trusts and policies. Pure. */
export function normaliseAws(tenantId: string, accountId: string, bundle: AwsBundle): NormalisedAccount {
  return new AwsNormaliser(tenantId, accountId, bundle).run();
}

interface PrincipalShape {
  type: 'USER' | 'GROUP' | 'ROLE';
  arn: string;
  name: string;
  path: string;
  created: string | undefined;
  attached: AwsManagedPolicyRef[];
  inline: AwsInlinePolicy[];
  boundary: string | undefined;
  tags: AwsTag[];
  extra: Record<string, unknown>;
}

class AwsNormaliser {
  readonly #entities = new Map<string, Entity>();
  readonly #principals: Principal[] = [];
  readonly #trusts: Trust[] = [];
  readonly #policies = new Map<string, Attachment>();
  readonly #edges: Edge[] = [];
  readonly #warnings: Warning[] = [];
  readonly #managed = new Map<string, Attachment>();
  #file: string | null = null;

  constructor(
    private readonly tenantId: string,
    private readonly accountId: string,
    private readonly bundle: AwsBundle,
  ) {}

  run(): NormalisedAccount {
    const { authorization, buckets } = this.bundle;
    this.#file = authorization?.file ?? null;
    const details = authorization?.details ?? { UserDetailList: [], GroupDetailList: [], RoleDetailList: [], Policies: [] };
    this.#addEntity(
      this.#entity('ACCOUNT_DATA', this.accountId, `arn:aws:iam::${this.accountId}:root`, this.accountId, '', { inferred: false }, false, true),
    );
    details.Policies.forEach((policy, index) => this.#addManagedPolicy(policy, `/Policies/${index}`));
    const groups = new Map<string, string>();
    details.GroupDetailList.forEach((group, index) => {
      const principal = this.#addPrincipal(
        {
          type: 'GROUP',
          arn: group.Arn ?? '',
          name: group.GroupName ?? '',
          path: group.Path ?? '/',
          created: group.CreateDate,
          attached: group.AttachedManagedPolicies ?? [],
          inline: group.GroupPolicyList ?? [],
          boundary: undefined,
          tags: [],
          extra: {},
        },
        `/GroupDetailList/${index}`,
      );
      if (principal) groups.set(group.GroupName ?? '', principal.entity.uri);
    });
    details.UserDetailList.forEach((user, index) => {
      const place = `/UserDetailList/${index}`;
      const principal = this.#addPrincipal(
        {
          type: 'USER',
          arn: user.Arn ?? '',
          name: user.UserName ?? '',
          path: user.Path ?? '/',
          created: user.CreateDate,
          attached: user.AttachedManagedPolicies ?? [],
          inline: user.UserPolicyList ?? [],
          boundary: user.PermissionsBoundary?.PermissionsBoundaryArn,
          tags: user.Tags ?? [],
          extra: {},
        },
        place,
      );
      for (const name of principal ? (user.GroupList ?? []) : []) {
        const group = groups.get(name);
        if (!group) this.#warn(`${place}/GroupList`, `The user ${user.UserName} is in a group "${name}" that the dump does not hold.`);
        else {
          principal?.groups.push(group);
          this.#edges.push({ childUri: principal?.entity.uri ?? '', parentUri: group, kind: 'member_of', detail: {} });
        }
      }
    });
    details.RoleDetailList.forEach((role, index) => {
      const place = `/RoleDetailList/${index}`;
      const principal = this.#addPrincipal(
        {
          type: 'ROLE', arn: role.Arn ?? '', name: role.RoleName ?? '', path: role.Path ?? '/', created: role.CreateDate, attached: role.AttachedManagedPolicies ?? [], inline: role.RolePolicyList ?? [],
          boundary: role.PermissionsBoundary?.PermissionsBoundaryArn, tags: role.Tags ?? [],
          extra: { serviceLinked: (role.Path ?? '').startsWith('/aws-service-role/'), ...(role.RoleLastUsed?.LastUsedDate ? { lastused: isoDate(role.RoleLastUsed.LastUsedDate) } : {}) },
        },
        place,
      ); // prettier-ignore
      const trust = this.#document(role.AssumeRolePolicyDocument, `${place}/AssumeRolePolicyDocument`);
      if (principal && trust) this.#trusts.push({ role: principal.entity, document: trust });
    });
    for (const bucket of buckets) {
      if (!bucket.Name) continue;
      this.#addEntity(
        this.#entity(
          'OBJECT_STORE',
          bucket.Name,
          `arn:aws:s3:::${bucket.Name}`,
          bucket.Name,
          bucket.BucketRegion ?? '',
          { inferred: false, ...(bucket.CreationDate ? { created: isoDate(bucket.CreationDate) } : {}) },
          false,
          true,
        ),
      );
    }
    this.#addNamedResources();
    return {
      accountId: this.accountId,
      entities: [...this.#entities.values()],
      principals: this.#principals,
      trusts: this.#trusts,
      policies: [...this.#policies.values()],
      edges: this.#edges,
      warnings: this.#warnings,
    };
  }

  #addManagedPolicy(policy: AwsPolicy, place: string): void {
    const { Arn: arn, PolicyName: name } = policy;
    if (!arn || !name) return this.#warn(place, 'A policy without Arn or PolicyName was left out.');
    const version = policy.PolicyVersionList?.find((candidate) => candidate.IsDefaultVersion || candidate.VersionId === policy.DefaultVersionId);
    const document = this.#document(version?.Document, `${place}/PolicyVersionList`);
    if (!document) return;
    const owned = arn.split(':')[4] === this.accountId;
    const entity = this.#entity(
      'POLICY',
      `${(policy.Path ?? '/').slice(1)}${name}`,
      arn,
      name,
      '',
      {
        policytype: owned ? 'customer' : 'aws',
        path: policy.Path ?? '/',
        attachments: policy.AttachmentCount ?? 0,
        ...(policy.CreateDate ? { created: isoDate(policy.CreateDate) } : {}),
      },
      false,
      owned,
    );
    this.#addEntity(entity);
    const attachment: Attachment = { policyId: arn, policyName: name, policyUri: entity.uri, document };
    this.#managed.set(arn, attachment);
    this.#policies.set(arn, attachment);
  }

  #addPrincipal(shape: PrincipalShape, place: string): Principal | null {
    const { type, arn, name } = shape;
    if (!arn || !name) {
      this.#warn(place, `A ${type.toLowerCase()} without Arn or name was left out.`);
      return null;
    }
    const entity = this.#entity(type, `${shape.path.slice(1)}${name}`, arn, name, '', {
      path: shape.path,
      boundary: shape.boundary !== undefined,
      ...(shape.created ? { created: isoDate(shape.created) } : {}),
      ...Object.fromEntries(shape.tags.flatMap(({ Key: key, Value: value }) => (key ? [[`tag.${key}`, value ?? '']] : []))),
      ...shape.extra,
    }, true, true); // prettier-ignore
    if (this.#entities.has(entity.uri)) {
      this.#warn(place, `The ${type.toLowerCase()} ${name} stands twice; the first one counts.`);
      return null;
    }
    this.#addEntity(entity);
    const policies = [
      ...shape.attached.flatMap((ref, index) => this.#attach(entity, ref, `${place}/AttachedManagedPolicies/${index}`)),
      ...shape.inline.flatMap((policy, index) => this.#addInline(entity, policy, `${place}/inline/${index}`)),
    ];
    const principal: Principal = { entity, policies, boundary: this.#boundary(entity, shape.boundary, place), groups: [] };
    this.#principals.push(principal);
    return principal;
  }

  #attach(holder: Entity, { PolicyArn: arn = '', PolicyName: name = '' }: AwsManagedPolicyRef, place: string): Attachment[] {
    const managed = this.#managed.get(arn);
    if (!managed) {
      this.#warn(
        place,
        `The policy ${name || arn} is attached to ${holder.name}, but the dump does not hold its document. What it grants is missing here.`,
      );
      return [];
    }
    this.#edges.push({ childUri: holder.uri, parentUri: managed.policyUri, kind: 'attached', detail: {} });
    return [managed];
  }

  #addInline(holder: Entity, { PolicyName: name = 'inline', PolicyDocument: raw }: AwsInlinePolicy, place: string): Attachment[] {
    const document = this.#document(raw, place);
    if (!document) return [];
    const attachment: Attachment = { policyId: `${holder.nativeId}/${name}`, policyName: name, policyUri: holder.uri, document };
    this.#policies.set(attachment.policyId, attachment);
    return [attachment];
  }

  #boundary(holder: Entity, arn: string | undefined, place: string): Attachment | null {
    if (!arn) return null;
    const managed = this.#managed.get(arn);
    if (managed) {
      this.#edges.push({ childUri: holder.uri, parentUri: managed.policyUri, kind: 'boundary', detail: {} });
      return managed;
    }
    this.#warn(`${place}/PermissionsBoundary`, `The boundary ${arn} of ${holder.name} is not in the dump, so nothing is granted to it here.`);
    const nothing = parsePolicyDocument({ Version: '2012-10-17', Statement: [] });
    return nothing ? { policyId: arn, policyName: arn.split('/').pop() ?? arn, policyUri: holder.uri, document: nothing } : null;
  }

  /** Resources that policies name in full and that no file of the bundle lists. */
  #addNamedResources(): void {
    const known = new Set([...this.#entities.values()].map(({ nativeId }) => nativeId));
    for (const { document } of this.#policies.values()) {
      for (const pattern of document.statements.flatMap(({ resources, notResources }) => resources ?? notResources ?? [])) {
        const named = namedResource(pattern, this.accountId);
        if (!named || known.has(named.arn) || named.accountId !== this.accountId) continue;
        known.add(named.arn);
        this.#addEntity(this.#entity(named.type, named.name, named.arn, named.name, named.region, { inferred: true }, false, true));
      }
    }
  }

  #document(raw: unknown, place: string): PolicyDocument | null {
    if (raw === undefined) return null;
    const document = parsePolicyDocument(raw);
    if (!document) this.#warn(place, 'A policy document could not be read and was left out.');
    return document;
  }

  #entity(
    type: string,
    id: string,
    nativeId: string,
    name: string,
    region: string,
    attributes: Record<string, unknown>,
    isIdentity: boolean,
    isResource: boolean,
  ): Entity {
    return {
      uri: resourceUri(this.tenantId, 'AWS', this.accountId, region, type, id),
      nativeId,
      name,
      type,
      accountId: this.accountId,
      cloudType: 'AWS',
      region: region || '-',
      isIdentity,
      isResource,
      attributes,
    };
  }

  #addEntity(entity: Entity): void {
    if (!this.#entities.has(entity.uri)) this.#entities.set(entity.uri, entity);
  }

  #warn(place: string, message: string): void {
    this.#warnings.push({ file: this.#file, place, message });
  }
}

function isoDate(text: string): string {
  const date = new Date(text.replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}
