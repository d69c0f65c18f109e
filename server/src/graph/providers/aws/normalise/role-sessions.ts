import { at, fields, text, type Fields } from '../../../../platform/json-values';
import { UNKNOWN_SESSION, UNKNOWN_STARTER, type SessionStarter } from '../../../engine/session-starters';
import { identityOf, sessionOf } from './trail-identity';

/** The trust of a role, as far as it tells who chose the name of a session. */
export interface RoleTrust {
  /** Only SAML providers may start sessions, so the provider chose the session's name. */
  isSamlOnly: boolean;
  /** The services that alone may start sessions; none: others may too. */
  onlyServices: readonly string[];
}

export interface RoleFacts {
  /** Returns the trust of a role by its ARN, with or without path; null: the role is not listed. */
  trustOf: (role: string) => RoleTrust | null;
  /** Returns the native id of the instance or function that runs as the role and names its sessions so. */
  workloadOf: (role: string, sessionName: string) => string | null;
}

/** A start of a session in the log. */
interface Start {
  role: string;
  sessionName: string;
  caller: Fields;
  sourceIdentity: string;
}

/** Evidence of the start in the events of a session. */
interface Traces {
  role: string;
  sessionName: string;
  sourceIdentity: string;
  /** ARN of the resource to which AWS gave the credentials. */
  issuedTo: string;
  /** EC2 gave the credentials to an instance. */
  isOfInstance: boolean;
}

/** A service-linked role, which only its service can assume. */
const SERVICE_LINKED = /:role\/aws-service-role\/([^/]+)\//;

/** Longer chains of roles are cut, so that a log with a ring ends. */
const LONGEST_CHAIN = 8;

/**
 * Finds who started each role session of a log. The best evidence is the event that issued the session's access key, because it names the caller.
 * Without it, only what the caller could not choose counts: the source identity, which STS keeps for the whole session and its successors, the
 * resource to which AWS gave the credentials, and the session name where only a SAML provider may set it.
 * @see IAM User Guide, "Monitor and control actions taken with assumed roles": source identity
 * @see CloudTrail User Guide, "CloudTrail userIdentity element": ec2RoleDelivery, inScopeOf, accessKeyId
 * @see IAM User Guide, "Create a service-linked role"
 * @see IAM User Guide, "Configure SAML assertions for the authentication response": RoleSessionName
 */
export class RoleSessions {
  readonly #starts = new Map<string, Start>();
  readonly #traces = new Map<string, Traces>();

  /** Reads a record and returns the handle of the session that acted; null: no session. */
  add(record: Fields): string | null {
    if (/^AssumeRole/.test(text(record.eventName))) this.#addStart(record);
    const identity = fields(record.userIdentity);
    const session = sessionOf(identity);
    if (session === null || this.#traces.has(session)) return session;
    this.#traces.set(session, {
      role: identityOf(identity),
      sessionName: sessionNameOf(identity),
      sourceIdentity: text(at(identity, 'sessionContext', 'sourceIdentity')),
      issuedTo: text(at(identity, 'inScopeOf', 'credentialsIssuedTo')),
      isOfInstance: text(at(identity, 'sessionContext', 'ec2RoleDelivery')) !== '',
    });
    return session;
  }

  #addStart({ responseElements, requestParameters, userIdentity }: Fields): void {
    const key = text(at(responseElements, 'credentials', 'accessKeyId'));
    const caller = fields(userIdentity);
    // Both accounts record an assumption across accounts. Only the caller's own account names the caller.
    if (key === '' || (this.#starts.has(key) && isOfOtherAccount(caller))) return;
    const source = text(at(responseElements, 'sourceIdentity')) || text(at(requestParameters, 'sourceIdentity'));
    this.#starts.set(key, {
      role: text(at(requestParameters, 'roleArn')),
      sessionName: text(at(requestParameters, 'roleSessionName')),
      caller,
      sourceIdentity: source || text(at(caller, 'sessionContext', 'sourceIdentity')),
    });
  }

  /** Returns who started a session, after all records are read. */
  starterOf(session: string, facts: RoleFacts, depth = 0): SessionStarter {
    const start = this.#starts.get(session);
    const found = start && depth < LONGEST_CHAIN ? this.#callerOf(start, facts, depth) : UNKNOWN_SESSION;
    if (!found.names.includes(UNKNOWN_STARTER)) return found;
    const traced = byTraces(this.#traces.get(session), start, facts);
    // A chain keeps its known roles. Its traces replace the unknown beginning.
    return traced ? { names: [...traced.names, ...found.names.filter((name) => name !== UNKNOWN_STARTER)], person: traced.person } : found;
  }

  #callerOf({ role, sessionName, caller }: Start, facts: RoleFacts, depth: number): SessionStarter {
    const identity = identityOf(caller);
    switch (caller.type) {
      case 'IAMUser':
      case 'Root':
      case 'FederatedUser':
        return identity === '' ? UNKNOWN_SESSION : { names: [identity], person: identity };
      case 'AssumedRole':
      case 'Role': {
        const before = this.starterOf(sessionOf(caller) ?? '', facts, depth + 1);
        return { names: [...before.names, identity], person: before.person };
      }
      case 'SAMLUser':
        return ofPerson(identity, sessionName);
      case 'WebIdentityUser':
        // A subject is an id, whose case matters to its issuer.
        return identity === ''
          ? UNKNOWN_SESSION
          : { names: [...new Set([text(caller.userName), identity])], person: identity.includes('@') ? identity : '' };
      case 'AWSService':
        return { names: [facts.workloadOf(role, sessionName) ?? identity], person: '' };
      default: {
        // The log of the role's account names a caller of another account by its unique id only. Behind a role, the user stays unknown.
        const [id = ''] = text(caller.principalId).split(':');
        const isUser = /^AIDA|^\d+$/.test(id);
        return identity === '' ? UNKNOWN_SESSION : { names: [isUser ? id : UNKNOWN_STARTER, identity], person: '' };
      }
    }
  }
}

function isOfOtherAccount({ type }: Fields): boolean {
  return type === 'AWSAccount';
}

function sessionNameOf({ arn }: Fields): string {
  return /:assumed-role\/[^/]+\/(.+)$/.exec(text(arn))?.[1] ?? '';
}

/**
 * Returns the person that an identity provider names, by the name identifier and by the session name. Only an e-mail address identifies a person
 * in the graph. Behind any other name may be anybody.
 */
function ofPerson(...given: readonly string[]): SessionStarter {
  const names = [...new Set(given.filter((name) => name !== '').map((name) => name.toLowerCase()))];
  const [first = ''] = names;
  const email = names.find((name) => name.includes('@'));
  return email === undefined ? { names: [...names, UNKNOWN_STARTER], person: first } : { names, person: email };
}

/** Returns who started a session by the traces in its events; null: they prove nothing. */
function byTraces(traces: Traces | undefined, start: Start | undefined, facts: RoleFacts): SessionStarter | null {
  const sourceIdentity = traces?.sourceIdentity || start?.sourceIdentity || '';
  if (sourceIdentity !== '') return ofPerson(sourceIdentity);
  if (!traces) return null;
  const { role, sessionName, issuedTo, isOfInstance } = traces;
  if (issuedTo !== '') return { names: [issuedTo], person: '' };
  const trust = facts.trustOf(role);
  const service = SERVICE_LINKED.exec(role)?.[1] ?? trust?.onlyServices[0] ?? (isOfInstance ? 'ec2.amazonaws.com' : '');
  if (service !== '') return { names: [facts.workloadOf(role, sessionName) ?? service], person: '' };
  return trust?.isSamlOnly && sessionName !== '' ? ofPerson(sessionName) : null;
}
