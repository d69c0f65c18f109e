import type { ProposalPart, ProposalStatus } from '@cam/contracts/server';
import type { Db, Tx } from '../../../platform/db/database';
import { notFound } from '../../../platform/http/errors';
import { isSensitiveAzureAction } from '../../providers/azure/compile/action-kinds';
import { isSensitive } from '../../engine/catalogue/action-kinds';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import { isSensitiveGcpPermission } from '../../providers/gcp/compile/action-kinds';
import { toMember } from '../../providers/gcp/compile/members';
import type { DirectoryRules } from '../../providers/directory/compile/directory-rules';
import { ENTRA_RULES } from '../../providers/directory/compile/entra-rules';
import { OKTA_RULES } from '../../providers/directory/compile/okta-rules';
import { findEntity, firstSeen } from '../counts/read-entities';
import { isGroupType } from '../../engine/model';
import type { StoredEntity } from '../read-holders';
import { proposeForAws } from './aws-proposal';
import { proposeForAzure } from './azure-proposal';
import { APPLICATION, proposeForDirectory } from './directory-proposal';
import { proposeForGcp } from './gcp-proposal';
import { replay, takenAway, type ActionFacts, type Draft, type UsedCall } from './proposal';
import { membersInLogs, namesInPolicies, readDocuments, readHeld, readParents } from './read-assignments';
import { readAwsSubject } from './read-aws-subject';
import { readCalls, readLogs, type SourceLog } from './read-calls';

export interface Proposal {
  entity: { uri: string; name: string; type: string };
  /** First day of the window. */
  since: string;
  parts: Omit<ProposalPart, 'account_name'>[];
}

/** A proposal before formatting, or the reason why there is none. */
interface Outcome {
  source: Pick<SourceLog, 'cloudType' | 'accountId'>;
  draft: Draft | null;
  status: ProposalStatus;
  reason: string;
}

/** The identity whose policies are narrowed, with the names that identify its calls. */
interface Holder {
  entity: StoredEntity;
  /** Names of the identity and its groups in policies. */
  own: readonly string[];
  groups: readonly string[];
  /** Names of the identity in logs; for a group, those of its members. */
  callers: readonly string[];
  /** The size of a group; null: not a group. */
  members: number | null;
}

interface Window {
  days: number;
  since: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Proposes policies that keep only the used permissions of identities and roles. */
export class LeastPrivilege {
  readonly #sensitive: ReadonlySet<string>;

  constructor(
    private readonly db: Db,
    private readonly catalogue: Catalogue,
  ) {
    this.#sensitive = new Set(catalogue.actions.filter(isSensitive).map(({ id }) => id));
  }

  /** @throws 404 when no entity has this URI. The verification runs outside the transaction, so that others are not blocked */
  async propose(tenantId: string, uri: string, days: number, now: Date): Promise<Proposal> {
    const window = { days, since: new Date(now.getTime() - days * DAY).toISOString().slice(0, 10) };
    const { entity, outcomes } = await this.db.tenant(tenantId, async (tx) => {
      const found = uri.split(':').length === 6 ? await findEntity(tx, tenantId, uri) : null;
      if (!found) throw notFound('The graph has no entity with this URI. It may have been removed since the last snapshot. Find it in the list.');
      return { entity: found, outcomes: await this.#outcomes(tx, tenantId, found, window) };
    });
    const parts: Proposal['parts'] = [];
    for (const outcome of outcomes) parts.push(await this.#toPart(outcome, window));
    return { entity, since: window.since, parts };
  }

  async #outcomes(tx: Tx, tenantId: string, entity: StoredEntity, window: Window): Promise<Outcome[]> {
    const source = { cloudType: entity.cloudType, accountId: entity.accountId };
    const none = (status: ProposalStatus, reason: string): Outcome[] => [{ source, draft: null, status, reason }];
    const isGroup = isGroupType(entity.type);
    if (!entity.isIdentity && !isGroup) return none('NOT_SUPPORTED', 'Proposals exist only for identities, assumable roles and groups.');
    const { created } = entity.attributes;
    const since = (await firstSeen(tx, tenantId, entity)) ?? (typeof created === 'string' ? created : '');
    if (since.slice(0, 10) > window.since)
      return none('NOT_ENOUGH_DATA', `CAM first saw it on ${since.slice(0, 10)}, less than ${window.days} days ago.`);
    const logs = await readLogs(tx, tenantId);
    const { own, groups } = await namesInPolicies(tx, tenantId, entity);
    const within = isGroup ? await membersInLogs(tx, tenantId, entity.nativeId) : null;
    if (within?.members === 0) return none('NOTHING_USED', 'The group has no members, so nobody uses its permissions.');
    const holder: Holder = { entity, own, groups, callers: within?.names ?? own, members: within?.members ?? null };
    if (entity.cloudType === 'AWS') return [await this.#aws(tx, tenantId, holder, window, logs)];
    const outcomes = [
      ...(await this.#directory(tx, tenantId, holder, window, logs)),
      ...(await this.#azure(tx, tenantId, holder, window, logs)),
      ...(await this.#gcp(tx, tenantId, holder, window, logs)),
    ];
    if (outcomes.length > 0) return outcomes;
    return none('NOTHING_HELD', 'It holds no Azure or GCP roles. Its AWS permissions come from roles: open those roles instead.');
  }

  async #aws(tx: Tx, tenantId: string, { entity, callers, members }: Holder, window: Window, logs: readonly SourceLog[]): Promise<Outcome> {
    const log = logs.find(({ sourceUid }) => sourceUid === entity.sourceUid);
    const source = { cloudType: entity.cloudType, accountId: entity.accountId };
    if (entity.type !== 'USER' && entity.type !== 'ROLE' && members === null)
      return { source, draft: null, status: 'NOTHING_HELD', reason: 'It holds no policies of its own. Its permissions come from its role.' };
    const unknown = log ? lackOf(log, window) : 'CAM has no log of its account.';
    if (!log?.usage || unknown !== null) return { source, draft: null, status: 'NOT_ENOUGH_DATA', reason: unknown ?? '' };
    const calls = await readCalls(tx, tenantId, {
      names: members === null ? [entity.nativeId] : callers,
      sourceUid: entity.sourceUid,
      since: window.since,
    });
    const subject = await readAwsSubject(tx, tenantId, entity, [...new Set(calls.flatMap(({ resources }) => resources))]);
    if (subject.policies.length === 0)
      return { source, draft: null, status: 'NOTHING_HELD', reason: 'It holds no policies, neither directly nor through a group.' };
    // A group makes no calls itself. Its policies are verified as those of a member.
    const caller = members === null ? subject : { ...subject, arn: callers[0] ?? subject.arn };
    const draft = proposeForAws(caller, calls, log.usage, this.catalogue);
    return toOutcome(source, { ...draft, notes: [...unseen(entity, calls, window), ...draft.notes] }, members);
  }

  /** Proposes changes in the identity's directory. */
  async #directory(
    tx: Tx,
    tenantId: string,
    { entity, own, groups, callers, members }: Holder,
    window: Window,
    logs: readonly SourceLog[],
  ): Promise<Outcome[]> {
    const { cloudType, sourceUid } = entity;
    if (cloudType !== 'IDP_OKTA' && cloudType !== 'IDP_AZURE_AD') return [];
    const policies = await readHeld(tx, tenantId, { kinds: OF_DIRECTORIES, holders: [...own, ...groups], sourceUid });
    const log = logs.find((one) => one.sourceUid === sourceUid);
    if (policies.length === 0 || !log) return [];
    const unknown = lackOf(log, window);
    if (!log.usage || unknown !== null) return [{ source: log, draft: null, status: 'NOT_ENOUGH_DATA', reason: unknown ?? '' }];
    const rules = cloudType === 'IDP_OKTA' ? OKTA_RULES : ENTRA_RULES;
    const calls = await readCalls(tx, tenantId, { names: callers, sourceUid, since: window.since });
    return [toOutcome(log, proposeForDirectory({ name: entity.name, cloudType, rules, policies }, calls, log.usage), members)];
  }

  async #azure(
    tx: Tx,
    tenantId: string,
    { entity, own, groups, callers, members }: Holder,
    window: Window,
    logs: readonly SourceLog[],
  ): Promise<Outcome[]> {
    const assignments = await readDocuments(tx, tenantId, ['azure_role_assignment'], [...own, ...groups]);
    const sources = [...new Set(assignments.map(({ sourceUid }) => sourceUid))];
    if (sources.length === 0) return [];
    const around = await readDocuments(tx, tenantId, ['azure_role_definition', 'azure_deny_assignment'], null);
    const parents = await readParents(tx, tenantId, sources);
    const outcomes: Outcome[] = [];
    for (const sourceUid of sources) {
      const log = logs.find((one) => one.sourceUid === sourceUid);
      if (!log) continue;
      const unknown = lackOf(log, window);
      if (unknown !== null) {
        outcomes.push({ source: log, draft: null, status: 'NOT_ENOUGH_DATA', reason: unknown });
        continue;
      }
      const ofSource = around.filter((one) => one.sourceUid === sourceUid);
      const subject = {
        name: entity.name,
        principal: entity.nativeId,
        names: [entity.nativeId.toLowerCase(), ...groups],
        assignments: assignments.filter((one) => one.sourceUid === sourceUid),
        definitions: ofSource.filter(({ kind }) => kind === 'azure_role_definition'),
        denies: ofSource.filter(({ kind }) => kind === 'azure_deny_assignment'),
        parents: parents.get(sourceUid) ?? {},
      };
      const draft = proposeForAzure(subject, await readCalls(tx, tenantId, { names: callers, sourceUid, since: window.since }));
      if (draft.held.size > 0) outcomes.push(toOutcome(log, draft, members));
    }
    return outcomes;
  }

  async #gcp(
    tx: Tx,
    tenantId: string,
    { entity, own, groups, callers, members: inGroup }: Holder,
    window: Window,
    logs: readonly SourceLog[],
  ): Promise<Outcome[]> {
    const addresses = own.filter((name) => name.includes('@'));
    const bindings = await readDocuments(tx, tenantId, ['gcp_binding'], [...addresses, ...groups.filter((name) => name.includes('@'))]);
    const sources = [...new Set(bindings.map(({ sourceUid }) => sourceUid))];
    if (sources.length === 0) return [];
    const around = await readDocuments(tx, tenantId, ['gcp_role', 'gcp_deny_policy'], null);
    const parents = await readParents(tx, tenantId, sources);
    const kind = inGroup !== null ? 'group' : entity.type === 'SERVICE_ACCOUNT' ? 'serviceAccount' : 'user';
    const members = [
      ...new Set([...addresses.map((address) => toMember(`${kind}:${address}`)), ...groups.map((address) => toMember(`group:${address}`))]),
    ];
    const outcomes: Outcome[] = [];
    for (const sourceUid of sources) {
      const log = logs.find((one) => one.sourceUid === sourceUid);
      if (!log) continue;
      const unknown = lackOf(log, window);
      if (!log.usage || unknown !== null) {
        outcomes.push({ source: log, draft: null, status: 'NOT_ENOUGH_DATA', reason: unknown ?? '' });
        continue;
      }
      const ofSource = around.filter((one) => one.sourceUid === sourceUid);
      const subject = {
        name: entity.name,
        members,
        bindings: bindings.filter((one) => one.sourceUid === sourceUid),
        roles: ofSource.filter((one) => one.kind === 'gcp_role'),
        denies: ofSource.filter((one) => one.kind === 'gcp_deny_policy'),
        parents: parents.get(sourceUid) ?? {},
      };
      const draft = proposeForGcp(subject, await readCalls(tx, tenantId, { names: callers, sourceUid, since: window.since }), log.usage);
      if (draft.held.size > 0) outcomes.push(toOutcome(log, draft, inGroup));
    }
    return outcomes;
  }

  async #toPart({ source, draft, status, reason }: Outcome, { days }: Window): Promise<Proposal['parts'][number]> {
    const facts = this.#facts(source.cloudType);
    const proof = draft && (await replay(draft.cases));
    const isUnused = proof?.calls === 0;
    return {
      cloud_type: source.cloudType,
      account_id: source.accountId,
      status: isUnused && draft?.documents.length === 0 ? 'NOTHING_USED' : status,
      reason: isUnused ? `The log shows no use of its permissions within ${days} days.` : reason,
      documents: draft?.documents ?? [],
      replay: proof,
      taken_away: takenAway(draft ?? { held: new Set(), left: new Set() }, facts),
      notes: draft?.notes ?? [],
    };
  }

  #facts(cloudType: string): ActionFacts {
    if (cloudType === 'AWS') return { serviceOf: (action) => action.split(':')[0] ?? action, isSensitive: (action) => this.#sensitive.has(action) };
    if (cloudType === 'IDP_OKTA' || cloudType === 'IDP_AZURE_AD') return DIRECTORY_FACTS[cloudType];
    if (cloudType === 'GCP') return { serviceOf: (action) => action.split('.')[0] ?? action, isSensitive: isSensitiveGcpPermission };
    return { serviceOf: (action) => action.split('/')[0] ?? action, isSensitive: isSensitiveAzureAction };
  }
}

/** The policy kinds that grant something in a directory. */
const OF_DIRECTORIES = ['admin_role', 'app_assignment', 'federated_assignment'] as const;

function directoryFacts(rules: DirectoryRules): ActionFacts {
  return {
    serviceOf: (action) => (action.startsWith(APPLICATION) ? 'applications' : 'directory roles'),
    isSensitive: (action) => !action.startsWith(APPLICATION) && rules.actionOf(action).kinds.includes('ADMIN'),
  };
}

const DIRECTORY_FACTS = { IDP_OKTA: directoryFacts(OKTA_RULES), IDP_AZURE_AD: directoryFacts(ENTRA_RULES) };

/** @param members the number of members whose use counts for a group; null: not a group */
function toOutcome(source: Outcome['source'], draft: Draft, members: number | null): Outcome {
  const notes = members === null ? draft.notes : [usedByMembers(members), ...draft.notes];
  return { source, draft: { ...draft, notes }, status: 'PROPOSED', reason: '' };
}

function usedByMembers(members: number): string {
  return `A permission counts as used when ${members === 1 ? 'its only member' : `any of its ${members} members`} used it.`;
}

/** AWS reports when a role or user was last active. When its log lacks that activity, the proposal needs a manual review. */
function unseen({ attributes: { lastused } }: StoredEntity, calls: readonly UsedCall[], { since }: Window): string[] {
  if (calls.length > 0 || typeof lastused !== 'string' || lastused.slice(0, 10) < since) return [];
  return [`AWS last saw it on ${lastused.slice(0, 10)}, but the log has none of its calls. Find out where it is used before you remove permissions.`];
}

/** Returns why a source's log is insufficient for a window; null: it suffices. */
function lackOf({ usage }: SourceLog, { days, since }: Window): string | null {
  if (!usage) return 'CAM has no log of the source, so usage is unknown.';
  return usage.since > since ? `The log starts on ${usage.since}, less than ${days} days ago.` : null;
}
