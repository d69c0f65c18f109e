import { createHash } from 'node:crypto';
import { isBucket } from '../providers/aws/evaluate/foreign-access-points';
import { mayAdmitOthers, openStatements } from '../providers/aws/evaluate/open-statements';
import { parsePolicyDocument } from '../providers/aws/compile/policy-document';
import { matchesWildcard } from '../engine/wildcard';
import { accountOfSignIn, readAppAssignment } from '../engine/app-assignment';
import type { Entity } from '../engine/model';
import type { PolicyFact, SourceFacts } from '../engine/source-facts';
import { accountOfNode, chainOf } from '../engine/organization';

const GUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
/** A canonical user id, by which S3 knows an account. */
const CANONICAL = /\b[0-9a-f]{64}\b/g;
const ACCOUNT = /\b\d{12}\b/g;
/** A GCP member: an e-mail address or a whole domain. */
const MEMBER = /[\w.+-]+@[\w.-]+\w|(?<=\bdomain:)[\w.-]+\w/g;
/** AWS resource policies name accounts; access policies of Azure key vaults name object ids. */
const ACCOUNT_OR_GUID = new RegExp(`${GUID.source}|${ACCOUNT.source}`, 'gi');

/** The policy kinds whose text names principals, with the pattern of such names. */
const NAMING: Partial<Record<PolicyFact['kind'], RegExp>> = {
  resource: ACCOUNT_OR_GUID,
  azure_role_assignment: GUID,
  azure_deny_assignment: GUID,
  gcp_binding: MEMBER,
  gcp_deny_policy: MEMBER,
};

/** The policy kinds whose holder may belong to another source; a managed identity, for example, belongs to a subscription. */
const OF_DIRECTORIES: ReadonlySet<PolicyFact['kind']> = new Set(['admin_role', 'app_assignment', 'federated_assignment']);

/** The key of the identities of every connected AWS account. */
export const ANY_ACCOUNT = 'any AWS account';

/** Returns the key of an account's data in its AWS organization; null: of any account. */
export function organizationKey(accountId: string | null): string {
  return `organization of ${accountId ?? 'any account'}`;
}

/** Returns the key of directory sign-ins to an AWS account; null: to any account. */
export function federationKey(accountId: string | null): string {
  return `federation into ${accountId ?? 'any account'}`;
}

/** Returns the key of the AWS account with a canonical user id. */
export function canonicalKey(id: string): string {
  return `canonical user ${id}`;
}

/** Returns the key of the access points of other accounts to a bucket. */
export function accessPointKey(bucket: string): string {
  return `access points to ${bucket}`;
}

/** Returns the key of another account's identities that may assume roles. */
export function assumingKey(accountId: string): string {
  return `assuming from ${accountId}`;
}

/**
 * Returns everything in other sources that the evaluation of a source depends on, as keys: the principals and accounts that its policies
 * name, its AWS organization, and the ends of relations to other sources. The keys may include too much, but never too little.
 */
export function needsOf({ cloudType, accountId, entities, relations, policies }: SourceFacts): Set<string> {
  const needs = new Set<string>(cloudType === 'AWS' ? [organizationKey(accountId), federationKey(accountId), federationKey(null)] : []);
  const own = new Set(entities.map(({ nativeId }) => nativeId));
  for (const { kind, holder, document } of policies) {
    if (OF_DIRECTORIES.has(kind)) needs.add(holder.nativeId.toLowerCase());
    const names = NAMING[kind];
    for (const [name] of names ? document.matchAll(names) : []) if (name !== accountId) needs.add(name.toLowerCase());
    if (kind === 'resource') for (const [id] of document.matchAll(CANONICAL)) needs.add(canonicalKey(id));
    if (kind === 'resource' && isBucket(holder.nativeId)) needs.add(accessPointKey(holder.nativeId));
    if (kind !== 'trust' && kind !== 'resource') continue;
    // Another account's policies, within its organization's limits, decide what its principals may do outside it.
    for (const [name] of document.matchAll(ACCOUNT)) {
      if (name === accountId) continue;
      needs.add(organizationKey(name));
      if (kind === 'trust') needs.add(assumingKey(name));
    }
  }
  // A statement for everyone may admit principals of any account.
  if (cloudType === 'AWS' && mayAdmitOthers(openStatements(policies))) for (const key of [ANY_ACCOUNT, organizationKey(null)]) needs.add(key);
  for (const { child, parent } of relations) {
    for (const { nativeId } of [child, parent]) if (!own.has(nativeId)) needs.add(nativeId.toLowerCase());
  }
  return needs;
}

/** Returns what a source offers to others: a fingerprint per key, which changes with the data. */
export function offersOf(facts: SourceFacts): Map<string, string> {
  const offers = new Map<string, string>();
  const members = membersOf(facts);
  const domains = new Map<string, string[]>();
  const gates = new Map(
    facts.entities.flatMap(({ nativeId, attributes: { azuresignin } }) => (azuresignin ? [[nativeId, azuresignin] as const] : [])),
  );
  for (const entity of facts.entities) {
    const within = members.get(entity.nativeId) ?? [];
    // Conditional access of a user or of a group's members limits what their policies elsewhere give.
    const gated = [entity.nativeId, ...within].flatMap((id) => (gates.has(id) ? [[id, gates.get(id)]] : []));
    const said = fingerprint([entity.uri, entity.name, entity.isIdentity, ...within, ...gated]);
    for (const name of namesOf(entity)) {
      offers.set(name, said);
      const domain = domainOf(name);
      if (domain === null) continue;
      const people = domains.get(domain);
      if (people) people.push(said);
      else domains.set(domain, [said]);
    }
  }
  for (const [domain, people] of domains) offers.set(domain, fingerprint(people.sort()));
  if (facts.cloudType === 'AWS') {
    const principals = principalsOf(facts, (document) => document);
    for (const key of [facts.accountId, ANY_ACCOUNT]) offers.set(key, fingerprint(principals));
    for (const id of canonicalIdsOf(facts)) offers.set(canonicalKey(id), fingerprint([facts.accountId, ...principals]));
    offers.set(assumingKey(facts.accountId), fingerprint(principalsOf(facts, aboutAssuming())));
    const organizations = organizationsOf(facts);
    for (const [account, said] of organizations) offers.set(organizationKey(account), said);
    if (organizations.size > 0) offers.set(organizationKey(null), fingerprint([...organizations].sort()));
  }
  for (const [bucket, said] of accessPointsOf(facts)) offers.set(accessPointKey(bucket), said);
  for (const [account, said] of federationOf(facts)) offers.set(federationKey(account), said);
  return offers;
}

/**
 * Returns the keys of an account that was connected before whose fingerprints tell of its principals and their policies alone. Sources that depend on no
 * other changed key are evaluated on the principals that they admit, so a change of any other principal does not concern them.
 */
export function principalKeys(before: SourceFacts, after: SourceFacts): ReadonlySet<string> {
  if (after.cloudType !== 'AWS' || before.entities.length === 0) return new Set();
  const { accountId } = after;
  const canonical = canonicalIdsOf(after);
  const isSame = canonicalIdsOf(before).join() === canonical.join();
  return new Set([accountId, ANY_ACCOUNT, assumingKey(accountId), ...(isSame ? canonical.map(canonicalKey) : [])]);
}

/** Returns the keys whose fingerprints differ. */
export function changedKeys(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
}

/** Returns the names by which other sources may refer to an entity. */
export function namesOf({ nativeId, attributes }: Entity): string[] {
  const { email } = attributes;
  return [nativeId.toLowerCase(), ...(typeof email === 'string' && email !== '' ? [email.toLowerCase()] : [])];
}

/** Returns the keys that a text gives to the needs of a source whose policies contain it. */
export function namesWithin(text: string): string[] {
  return [text, ...[ACCOUNT_OR_GUID, MEMBER].flatMap((pattern) => text.match(pattern) ?? [])].map((name) => name.toLowerCase());
}

/** Returns the domain of an e-mail address. */
export function domainOf(name: string): string | null {
  return name.includes('@') ? name.slice(name.indexOf('@') + 1) : null;
}

/** Returns the native ids of all members of a group, including nested groups. */
function membersOf({ relations }: SourceFacts): Map<string, string[]> {
  const direct = new Map<string, string[]>();
  for (const { kind, child, parent } of relations) {
    if (kind !== 'member_of') continue;
    const members = direct.get(parent.nativeId);
    if (members) members.push(child.nativeId);
    else direct.set(parent.nativeId, [child.nativeId]);
  }
  const all = (group: string): string[] => {
    const found = new Set(direct.get(group));
    for (const member of found) for (const further of direct.get(member) ?? []) found.add(further);
    return [...found].sort();
  };
  return new Map([...direct.keys()].map((group) => [group, all(group)]));
}

/**
 * Returns a fingerprint of everything in an account that decides whether its principals may act in another account.
 * @param part returns the relevant part of a policy document
 */
function principalsOf({ entities, relations, policies }: SourceFacts, part: (document: string) => unknown): unknown[] {
  const held = policies.flatMap(({ policyId, kind, holder, document }) => {
    const said = kind === 'identity' || kind === 'boundary' ? part(document) : null;
    return said === null ? [] : [{ policyId, kind, holder: holder.nativeId, said }];
  });
  const holders = new Set(held.map(({ holder }) => holder));
  const memberships = relations.filter(({ kind, parent }) => kind === 'member_of' && holders.has(parent.nativeId));
  for (const { child } of memberships) holders.add(child.nativeId);
  // An identity without such a policy has no access elsewhere.
  const acting = entities.filter(({ isIdentity, nativeId }) => isIdentity && holders.has(nativeId));
  return [
    acting.map(({ nativeId, attributes }) => [
      nativeId,
      Object.entries(attributes)
        .filter(([name]) => name.startsWith('tag.'))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ]),
    memberships.map(({ child, parent }) => [child.nativeId, parent.nativeId]),
    held,
  ].map((list) => list.map((entry) => JSON.stringify(entry)).sort());
}

/** Returns the canonical user id of an account, if its buckets show it. */
function canonicalIdsOf({ entities }: SourceFacts): string[] {
  return entities.flatMap(({ type, attributes }) =>
    type === 'ACCOUNT_DATA' && typeof attributes.canonicalid === 'string' ? [attributes.canonicalid] : [],
  );
}

/**
 * Returns the statements of a document that may concern role assumption; null: none, so other policies have no effect. Each document is
 * parsed once.
 */
function aboutAssuming(): (document: string) => unknown {
  const known = new Map<string, unknown>();
  return (document) => {
    if (!known.has(document)) known.set(document, assumingStatements(document));
    return known.get(document);
  };
}

function assumingStatements(document: string): unknown {
  const statements = (parsePolicyDocument(document)?.statements ?? []).filter(
    ({ actions }) => !actions || actions.some((pattern) => matchesWildcard(pattern.toLowerCase(), 'sts:assumerole')),
  );
  return statements.length > 0 ? statements.map(({ index: _index, ...said }) => said) : null;
}

/** Returns, for each account of the organization, its ancestors and the policies attached there. */
function organizationsOf({ relations, policies }: SourceFacts): Map<string, string> {
  const parentOf = new Map(relations.filter(({ kind }) => kind === 'contains').map(({ child, parent }) => [child.nativeId, parent.nativeId]));
  const attached = new Map<string, string[]>();
  for (const { kind, holder, policyId, document } of policies) {
    if (kind !== 'scp' && kind !== 'rcp') continue;
    attached.set(holder.nativeId, [...(attached.get(holder.nativeId) ?? []), `${kind} ${policyId} ${document}`]);
  }
  const found = new Map<string, string>();
  for (const node of parentOf.keys()) {
    const account = accountOfNode(node);
    if (account === null) continue;
    const chain = chainOf(node, parentOf);
    found.set(account, fingerprint(chain.map((level) => [level, ...(attached.get(level) ?? []).sort()])));
  }
  return found;
}

/** Returns the directory sign-ins by AWS account. */
function federationOf({ policies }: SourceFacts): Map<string | null, string> {
  const found = new Map<string | null, string[]>();
  for (const policy of policies) {
    if (policy.kind !== 'federated_assignment') continue;
    const accounts = new Set(readAppAssignment(policy).signIns.map(accountOfSignIn));
    for (const account of accounts) found.set(account, [...(found.get(account) ?? []), `${policy.holder.uri} ${policy.name} ${policy.document}`]);
  }
  return new Map([...found].map(([account, said]) => [account, fingerprint(said.sort())]));
}

/** Returns what access points admit to buckets of other accounts, by bucket. */
function accessPointsOf({ policies }: SourceFacts): Map<string, string> {
  const found = new Map<string, string[]>();
  for (const { kind, holder, policyId, document } of policies) {
    if (kind === 'access_point') found.set(holder.nativeId, [...(found.get(holder.nativeId) ?? []), `${policyId} ${document}`]);
  }
  return new Map([...found].map(([bucket, said]) => [bucket, fingerprint(said.sort())]));
}

function fingerprint(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
