import { createHash } from 'node:crypto';
import type { ChangeEdit, ReviewUnitKind } from '@cam/contracts/server';
import { isGroupType } from '../../engine/model';
import { isEditableGroup } from '../editable-groups';
import { editsOf, principalsOf, statementAt, type Removal } from '../breaks/edits-of-cut';

/** Kinds of access as bits, so that kinds of several ways can be joined. */
export const KIND_BITS = { READ: 1, WRITE: 2, ADMIN: 4 } as const;

/** An identity of a review. */
export interface ReviewedIdentity {
  uri: string;
  name: string;
  type: string;
  nativeId: string;
  profileId: string;
  accountId: string;
  sourceUid: string;
  /** E-mail addresses of the person, in lower case. */
  addresses: string[];
  /** Own attributes, and those of the other accounts of the person. */
  attributes: Record<string, unknown>;
}

/** A grant of a principal class, with the kinds of access that it gives to each resource class. */
export interface ClassGrant {
  policyId: string;
  policyName: string;
  policyUri: string;
  holderType: string;
  holderUri: string;
  statementIndex: number;
  classId: string;
  kinds: number;
}

/** A path of a profile to a principal class. */
export interface ClassPath {
  pclassId: string;
  hops: readonly { uri: string; type: string; name: string }[];
}

/** A policy as it is attached. */
export interface HeldPolicy {
  kind: string;
  sourceUid: string;
  /** Name of an inline policy. */
  name: string;
  /** Native id of the resource of an assignment. */
  holderId: string;
  hash: string;
  document: string;
}

/** The resources of one class. */
export interface ResourceClass {
  /** Resources of each tier, 0 to 3. */
  tiers: readonly [number, number, number, number];
  type: string;
  sourceUids: readonly string[];
}

/** The facts of the graph about the identities of a review. */
export interface ReviewFacts {
  paths: ReadonlyMap<string, readonly ClassPath[]>;
  grants: ReadonlyMap<string, readonly ClassGrant[]>;
  policies: ReadonlyMap<string, readonly HeldPolicy[]>;
  classes: ReadonlyMap<string, ResourceClass>;
  /** Class of the roles at the beginning of paths, by URI. */
  roleClasses: ReadonlyMap<string, string>;
  /** The groups that an entity is a direct member of, by URI. */
  groupsOf: ReadonlyMap<string, readonly DirectMembership[]>;
  /** Name and native id of groups and resources, by URI or native id. */
  names: ReadonlyMap<string, string>;
}

export interface DirectMembership {
  groupUri: string;
  groupId: string;
  groupName: string;
  memberId: string;
  sourceUid: string;
}

/** A unit of one identity, with the access that it gives. */
export interface ReviewUnit {
  identity: ReviewedIdentity;
  /** Names the unit of this identity in every snapshot. */
  key: string;
  /** The same for all identities with the unit. */
  sharedKey: string;
  kind: ReviewUnitKind;
  /** For example "makers" or "AdministratorAccess". */
  name: string;
  /** The change that takes it away, as a sentence without a full stop. */
  action: string;
  /** URI of the group, policy or resource. */
  uri: string;
  sourceUid: string;
  edits: ChangeEdit[];
  /** The kinds of access to each resource class. */
  classes: ReadonlyMap<string, number>;
  /** URIs of the roles whose sessions use the unit. */
  roles: ReadonlySet<string>;
  /** Resources of each tier. */
  reach: [number, number, number, number];
  /** Resources that no other unit of the identity gives in full. */
  onlyHere: number;
  /** Differs when what the unit gives differs. */
  fingerprint: string;
}

interface Draft extends Omit<ReviewUnit, 'classes' | 'roles' | 'reach' | 'onlyHere' | 'fingerprint'> {
  /** Texts that change with the policy. */
  content: Set<string>;
  classes: Map<string, number>;
  roles: Set<string>;
}

const MANAGED = /^arn:[^:]+:iam::(\d{12}|aws):policy\//;
const ASSIGNMENTS: ReadonlySet<string> = new Set(['azure_role_assignment', 'gcp_binding']);

/**
 * Returns what can be taken away from each identity: its direct memberships, and the policies, roles and statements that name it. Each access belongs to the
 * unit with which its path begins. Yields the fraction that is done.
 */
export function* unitsOfIdentities(identities: readonly ReviewedIdentity[], facts: ReviewFacts): Generator<number, ReviewUnit[]> {
  const closure = new GroupClosure(facts.groupsOf);
  const found: ReviewUnit[] = [];
  for (const [index, identity] of identities.entries()) {
    yield index / identities.length;
    found.push(...completed([...draftsOf(identity, facts, closure).values()], facts));
  }
  return found;
}

function draftsOf(identity: ReviewedIdentity, facts: ReviewFacts, closure: GroupClosure): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  const add = (
    unit: Omit<Draft, 'classes' | 'roles' | 'content'>,
    grants: Iterable<Pick<ClassGrant, 'classId' | 'kinds'>>,
    content: string,
  ): Draft => {
    const draft = drafts.get(unit.key) ?? { ...unit, classes: new Map<string, number>(), roles: new Set<string>(), content: new Set<string>() };
    drafts.set(unit.key, draft);
    for (const { classId, kinds } of grants) draft.classes.set(classId, (draft.classes.get(classId) ?? 0) | kinds);
    draft.content.add(content);
    return draft;
  };
  const paths = facts.paths.get(identity.profileId) ?? [];
  const own = paths.filter(({ hops }) => hops.length === 0).flatMap(({ pclassId }) => facts.grants.get(pclassId) ?? []);
  for (const grant of own) for (const unit of unitsOfGrant(identity, grant, facts, closure)) add(unit.unit, [grant], unit.content);
  for (const { pclassId, hops } of paths) {
    const [first] = hops;
    if (!first) continue;
    const grants = facts.grants.get(pclassId) ?? [];
    const roles = hops.filter(({ type }) => !isGroupType(type)).map(({ uri }) => uri);
    const begins = isGroupType(first.type)
      ? membershipsOf(identity, first.uri, closure).map((unit) => ({ unit, content: '' }))
      : own.filter(({ classId }) => classId === facts.roleClasses.get(first.uri)).flatMap((grant) => unitsOfGrant(identity, grant, facts, closure));
    for (const { unit, content } of begins) {
      const draft = add(unit, grants, content);
      for (const uri of roles) draft.roles.add(uri);
      for (const { policyId } of grants) draft.content.add(policyId);
    }
  }
  return drafts;
}

type UnitOfGrant = { unit: Omit<Draft, 'classes' | 'roles' | 'content'>; content: string };

/** Returns the units of an identity that a grant belongs to. */
function unitsOfGrant(identity: ReviewedIdentity, grant: ClassGrant, facts: ReviewFacts, closure: GroupClosure): UnitOfGrant[] {
  const { holderType, holderUri, policyId, policyName, policyUri } = grant;
  const held = facts.policies.get(policyId) ?? [];
  const content = `${policyId} ${held.map(({ hash }) => hash).join(' ')}`;
  if (isGroupType(holderType) && holderUri !== identity.uri) return membershipsOf(identity, holderUri, closure).map((unit) => ({ unit, content }));
  if (holderType === 'RESOURCE' || holderType === 'TRUST') return principalUnit(identity, grant, held, facts).map((unit) => ({ unit, content }));
  if (holderUri !== '' && holderUri !== identity.uri) return [];
  const [first] = held;
  const base = { identity, name: policyName, uri: policyUri || identity.uri, sourceUid: first?.sourceUid ?? identity.sourceUid };
  if (first?.kind === 'identity') {
    const isManaged = MANAGED.test(policyId);
    const removal: Removal = isManaged
      ? { kind: 'ATTACHMENT', holder: identity.nativeId, policy: policyId }
      : { kind: 'STATEMENT', document: { place: { kind: 'INLINE', holder: identity.nativeId, name: first.name }, text: first.document }, index: 0 };
    const edits: ChangeEdit[] = isManaged
      ? editsOf([removal])
      : [{ kind: 'SET_INLINE_POLICY', holder: identity.nativeId, name: first.name, document: null }];
    const action = isManaged ? `Detach ${policyName} from ${identity.name}` : `Delete the inline policy ${policyName} of ${identity.name}`;
    const kind: ReviewUnitKind = isManaged ? 'ATTACHMENT' : 'INLINE_POLICY';
    return [{ unit: { ...base, key: `${kind} ${policyId} ${identity.nativeId}`, sharedKey: `${kind} ${policyId}`, kind, action, edits }, content }];
  }
  const assigned = held.find(({ kind }) => ASSIGNMENTS.has(kind));
  const where = assigned ? ` on ${nameOfScope(assigned.holderId)}` : '';
  const unit = {
    ...base,
    key: `ASSIGNMENT ${policyId} ${identity.nativeId}`,
    sharedKey: `ASSIGNMENT ${policyId}`,
    kind: 'ASSIGNMENT' as const,
    action: `Remove the role ${policyName} of ${identity.name}${where}`,
    edits: assigned ? assignmentEdits(assigned, identity.nativeId) : [],
  };
  return [{ unit, content }];
}

/** Returns the edits that take a principal out of an assignment of Azure or a binding of Google Cloud; none: it names somebody else, such as a whole domain. */
function assignmentEdits({ holderId: scope, document }: HeldPolicy, principal: string): ChangeEdit[] {
  const value = JSON.parse(document) as Record<string, unknown>;
  const isIt = (named: unknown): named is string => typeof named === 'string' && named.toLowerCase() === principal.toLowerCase();
  if (Array.isArray(value.members)) {
    const { role, condition } = value as { role: string; condition?: { expression: string } };
    const member: unknown = value.members.find(isIt);
    return typeof member === 'string' ? editsOf([{ kind: 'ASSIGNMENT', principal: member, role, scope, ...(condition ? { condition } : {}) }]) : [];
  }
  const { principalId, roleDefinitionId } = { ...value, ...(value.properties as object | undefined) } as Record<string, unknown>;
  if (!isIt(principalId) || typeof roleDefinitionId !== 'string') return [];
  return editsOf([{ kind: 'ASSIGNMENT', principal: principalId, role: roleDefinitionId, scope }]);
}

/** Returns the unit of a trust or resource policy that names the identity itself. One that names a whole account concerns everybody there. */
function principalUnit(identity: ReviewedIdentity, grant: ClassGrant, held: readonly HeldPolicy[], facts: ReviewFacts): UnitOfGrant['unit'][] {
  const [policy] = held;
  const resource = grant.policyId.replace(/\/(?:trust|policy)$/, '');
  if (!policy || resource === grant.policyId) return [];
  const statement = statementAt(policy.document, grant.statementIndex);
  const named = principalsOf(statement);
  if (!named.includes(identity.nativeId)) return [];
  const isTrust = grant.holderType === 'TRUST';
  const name = facts.names.get(resource) ?? resource;
  const words = isTrust ? `the trust policy of ${name}` : `the policy of ${name}`;
  const document = { place: { kind: isTrust ? ('TRUST' as const) : ('RESOURCE' as const), of: resource }, text: policy.document };
  const removal: Removal =
    named.length > 1
      ? { kind: 'PRINCIPAL', document, index: grant.statementIndex, principal: identity.nativeId }
      : { kind: 'STATEMENT', document, index: grant.statementIndex };
  return [
    {
      ...{
        identity,
        key: `PRINCIPAL ${grant.policyId} ${identity.nativeId}`,
        sharedKey: `PRINCIPAL ${grant.policyId}`,
        kind: 'PRINCIPAL',
        name: words,
      },
      ...{ action: `Take ${identity.name} out of ${words}`, uri: grant.policyUri || identity.uri, sourceUid: policy.sourceUid },
      edits: editsOf([removal]),
    },
  ];
}

/** Returns the direct memberships of an identity that lead to a group, itself or through the groups in between. */
function membershipsOf(identity: ReviewedIdentity, groupUri: string, closure: GroupClosure): UnitOfGrant['unit'][] {
  return closure.leadingTo(identity.uri, groupUri).map(({ groupUri: uri, groupId, groupName, memberId, sourceUid }) => ({
    ...{
      identity,
      key: `MEMBERSHIP ${groupId} ${memberId}`,
      sharedKey: `MEMBERSHIP ${groupId}`,
      kind: 'MEMBERSHIP' as const,
      name: groupName,
      uri,
      sourceUid,
    },
    action: `Remove ${identity.name} from ${groupName}`,
    edits: isEditableGroup(uri) ? editsOf([{ kind: 'MEMBERSHIP', group: groupId, member: memberId }]) : [],
  }));
}

/** Finds through which direct memberships an entity belongs to a group. */
class GroupClosure {
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(private readonly groupsOf: ReviewFacts['groupsOf']) {}

  leadingTo(member: string, group: string): DirectMembership[] {
    const direct = this.groupsOf.get(member) ?? [];
    const same = direct.filter(({ groupUri }) => groupUri === group);
    return same.length > 0 ? same : direct.filter(({ groupUri }) => this.#above(groupUri).has(group));
  }

  #above(group: string): ReadonlySet<string> {
    const known = this.#known.get(group);
    if (known) return known;
    const found = new Set<string>();
    const waiting = [group];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const { groupUri } of this.groupsOf.get(next) ?? []) {
        if (found.has(groupUri)) continue;
        found.add(groupUri);
        waiting.push(groupUri);
      }
    }
    this.#known.set(group, found);
    return found;
  }
}

/** Counts what each unit gives, and what only it gives. Units of a resource or trust policy are needed beside others, so they replace none. */
function completed(drafts: readonly Draft[], { classes }: ReviewFacts): ReviewUnit[] {
  const sizeOf = (classId: string): number => classes.get(classId)?.tiers.reduce((sum, count) => sum + count, 0) ?? 0;
  const replacing = drafts.filter(({ kind }) => kind !== 'PRINCIPAL');
  return drafts.flatMap(({ content, ...draft }) => {
    const reach: ReviewUnit['reach'] = [0, 0, 0, 0];
    let onlyHere = 0;
    for (const [classId, kinds] of draft.classes) {
      for (const [tier, count] of (classes.get(classId)?.tiers ?? []).entries()) reach[tier as 0] += count;
      const others = replacing.reduce((all, other) => (other.key === draft.key ? all : all | (other.classes.get(classId) ?? 0)), 0);
      if (draft.kind === 'PRINCIPAL' || (kinds & ~others) !== 0) onlyHere += sizeOf(classId);
    }
    if (reach.every((count) => count === 0)) return [];
    const kinds = [...draft.classes.values()].reduce((all, one) => all | one, 0);
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([kinds, reach, [...content].sort()]))
      .digest('hex')
      .slice(0, 24);
    return [{ ...draft, reach, onlyHere, fingerprint }];
  });
}

const nameOfScope = (scope: string): string => scope.split('/').at(-1) || scope;
