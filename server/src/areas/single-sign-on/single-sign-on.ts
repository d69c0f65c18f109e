import { createHash } from 'node:crypto';
import { scopesOfRights, type ApiTokenScope, type SamlTest } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { ApiError } from '../../platform/http/errors';
import type { SecretBox } from '../../platform/security/secret-box';
import { SignOnRefusal } from '../../platform/security/sign-on-refusal';
import type { PoolUser, ProvisionedUsers, SignOn, UserPool } from '../identity-platform';
import type { ConnectionRow } from './connection-store';
import type { SamlConnections } from './connections';
import { domainOf } from './domains';
import { badMessage } from './refusal';
import { emailOf, protocolOf, requestNamedBy, verifyResponse, type Assertion } from './response';
import { renewedRights, rightsByRules, type PersonFacts } from './rights-mapping';
import { openPass, openRequest, sealPass, sealRequest, type SignOnRequest } from './sealed-requests';
import { failedTest, type SamlTests } from './tests';

/** Records a change of a user that a sign-in made. */
export type RecordUserChange = (
  user: { tenantId: string; email: string },
  change: { call: 'POST /identity/saml/new-user' | 'POST /identity/saml/renewed-rights'; address: string; before?: object; after: object },
) => Promise<void>;

export interface SingleSignOnDependencies {
  secrets: SecretBox;
  connections: SamlConnections;
  tests: SamlTests;
  pool: UserPool;
  users: ProvisionedUsers;
  /** Reports whether provisioning decides the rights of a user; sign-ins leave them then. */
  ownsRights: (tenantId: string, userId: string) => Promise<boolean>;
  /** Reports whether a role gives a person rights. */
  hasRole: (tenantId: string, email: string) => Promise<boolean>;
  record: RecordUserChange;
}

/** The end of a message of a provider: a person on the way to the sign-in in the browser, or a test. */
export type Accepted = { kind: 'sign-in'; uid: string | null; pass: string } | { kind: 'test'; isPassed: boolean };

/** Attributes with the names of a person, as the usual providers name them. */
const FIRST_NAMES = ['firstName', 'givenName', 'urn:oid:2.5.4.42', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname'];
const LAST_NAMES = ['lastName', 'surname', 'sn', 'urn:oid:2.5.4.4', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname'];
const LONGEST_NAME = 100;

/** Signs people in with the SAML provider of their organization. */
export class SingleSignOn implements SignOn {
  constructor(
    private readonly ctx: Context,
    private readonly deps: SingleSignOnDependencies,
  ) {}

  isUsed(): Promise<boolean> {
    return this.deps.connections.areUsed();
  }

  async begin(email: string, uid: string): Promise<{ name: string; url: string } | null> {
    const row = await this.deps.connections.findForEmail(email);
    return row && { name: row.name, url: await this.#requestUrl(row, { kind: 'sign-in', of: uid }) };
  }

  /** Begins a test of a connection, enabled or not. */
  async beginTest(row: ConnectionRow): Promise<{ test_id: string; url: string }> {
    const testId = await this.deps.tests.begin(row.tenant_id);
    return { test_id: testId, url: await this.#requestUrl(row, { kind: 'test', of: testId }) };
  }

  async isRequiredOf({ tenantId, isBreakGlass, rights }: PoolUser): Promise<boolean> {
    if (isBreakGlass || rights.includes('CAM_OPERATOR')) return false;
    const row = await this.deps.connections.find(tenantId);
    return row !== null && row.is_enabled && row.is_required;
  }

  async take(sealed: string, uid: string | null): Promise<{ userId: string; signedInAt: number } | null> {
    const pass = openPass(this.deps.secrets, sealed);
    if (!pass || pass.uid !== uid) return null;
    const user = await this.deps.pool.findById(pass.userId);
    if (!user || user.sessionsFrom !== pass.version) return null;
    return { userId: user.userId, signedInAt: Math.max(Math.floor(Date.now() / 1000), user.sessionsFrom + 1) };
  }

  /**
   * Accepts a message of a provider.
   * @param address IP address of the browser
   * @throws SignOnRefusal
   */
  async accept(connectionId: string, encoded: string, address: string): Promise<Accepted> {
    const row = await this.deps.connections.findById(connectionId);
    if (!row) throw badMessage('there is no such connection');
    const request = this.#requestOf(row, requestNamedBy(encoded));
    if (request?.kind === 'test') return this.#acceptTest(row, request, encoded);
    if (!row.is_enabled)
      throw new SignOnRefusal('Single sign-on is off for your organization. Sign in with a password, or ask your administrator.', 'not enabled');
    const assertion = await this.#verify(row, encoded);
    if (assertion.inResponseTo === null && !row.accepts_unrequested)
      throw new SignOnRefusal(
        'Your organization lets people sign in from CAM only. Open CAM, and enter your e-mail there.',
        'the sign-in began at the provider, which the connection does not accept',
      );
    if (assertion.inResponseTo !== null && !request) throw expiredRequest();
    const user = await this.#userOf(row, assertion, address);
    const uid = request?.of ?? null;
    return { kind: 'sign-in', uid, pass: sealPass(this.deps.secrets, { userId: user.userId, version: user.sessionsFrom, uid }) };
  }

  async #acceptTest(row: ConnectionRow, { of: testId }: SignOnRequest, encoded: string): Promise<Accepted> {
    const result = await this.#verify(row, encoded)
      .then((assertion) => this.#testResult(row, assertion))
      .catch((error: unknown) => {
        if (error instanceof SignOnRefusal) return failedTest(sentenceOf(error.reason));
        throw error;
      });
    await this.deps.tests.end(row.tenant_id, testId, result);
    const isPassed = result.state === 'PASSED';
    if (isPassed) await this.deps.connections.passedTest(row);
    return { kind: 'test', isPassed };
  }

  /** Returns what the provider says about a person. A test fails if this person could not sign in. */
  async #testResult(row: ConnectionRow, assertion: Assertion): Promise<SamlTest> {
    const shown = {
      name_id: assertion.nameId,
      name_id_format: assertion.nameIdFormat,
      attributes: [...assertion.attributes].map(([name, values]) => ({ name, values: [...values] })),
    };
    const rights = rightsByRules(row.rules, assertion.attributes);
    const scopes = scopesOfRights(rights) as ApiTokenScope[];
    try {
      const email = await this.#emailOf(row, assertion);
      const result = { ...shown, email, scopes };
      if (rights.length === 0)
        return { ...result, state: 'FAILED', message: 'No rule gives this person rights. Compare the rules with the attributes.' };
      return { ...result, state: 'PASSED', message: '' };
    } catch (error) {
      if (!(error instanceof SignOnRefusal)) throw error;
      return { ...shown, email: '', scopes, state: 'FAILED', message: sentenceOf(error.reason) };
    }
  }

  /** Verifies a message, and uses up its assertion. */
  async #verify(row: ConnectionRow, encoded: string): Promise<Assertion> {
    const assertion = await verifyResponse(await this.deps.connections.peerOf(row), encoded);
    const used = {
      connection_id: row.connection_id,
      assertion_digest: createHash('sha256').update(assertion.id).digest('hex'),
      expires_at: new Date(assertion.endsAt),
    };
    const { numInsertedOrUpdatedRows: inserted } = await this.ctx.db.system((tx) =>
      tx
        .insertInto('saml_used_assertion')
        .values(used)
        .onConflict((known) => known.doNothing())
        .executeTakeFirstOrThrow(),
    );
    if (inserted !== 1n) throw badMessage('the assertion was used already');
    return assertion;
  }

  /** Returns the user of an assertion with renewed rights. The first sign-in adds the user. */
  async #userOf(row: ConnectionRow, assertion: Assertion, address: string): Promise<PoolUser> {
    const { pool, users, record } = this.deps;
    const email = await this.#emailOf(row, assertion);
    const given = rightsByRules(row.rules, assertion.attributes);
    const known = await pool.findByEmail(email);
    if (known?.isActive === false)
      throw new SignOnRefusal('Your access to CAM was taken away. Ask your administrator to activate your account.', 'the user is not active');
    // The administrators of a tenant choose its provider, so it must not be able to sign in somebody with more rights than theirs.
    if (known?.rights.includes('CAM_OPERATOR'))
      throw new SignOnRefusal('Operators of CAM sign in with a password. Choose that on the sign-in page.', 'the user is an operator');
    const isProvisioned = known !== null && (await this.deps.ownsRights(known.tenantId, known.userId));
    const hasRole = await this.deps.hasRole(row.tenant_id, email);
    if (isProvisioned && (known.rights.length > 0 || hasRole)) return known;
    if ((given.length === 0 || isProvisioned) && !hasRole && !known?.isBreakGlass)
      throw new SignOnRefusal(
        `You have no access to CAM yet. Ask your administrator for a group or role that the rules of ${row.name} in CAM give rights to.`,
        'no rule and no role gives the person rights',
      );
    if (!known) {
      const { attributes } = assertion;
      const name = { firstName: nameIn(attributes, FIRST_NAMES), lastName: nameIn(attributes, LAST_NAMES) };
      const added = await users.add({ email, tenantId: row.tenant_id, rights: given, ...name }).catch((error: unknown) => {
        // Two first sign-ins at once: the other one added the user.
        if (error instanceof ApiError && error.status === 409) return null;
        throw error;
      });
      if (!added) return this.#userOf(row, assertion, address);
      await record(added, { call: 'POST /identity/saml/new-user', address, after: { email, scopes: scopesOfRights(given) } });
      return added;
    }
    const rights = renewedRights(known.rights, given);
    if (known.isBreakGlass || isSameSet(rights, known.rights)) return known;
    await pool.changeRights(email, rights);
    const change = { before: { email, scopes: scopesOfRights(known.rights) }, after: { email, scopes: scopesOfRights(rights) } };
    await record(known, { call: 'POST /identity/saml/renewed-rights', address, ...change });
    return (await pool.memberOf(row.tenant_id, email)) ?? known;
  }

  /** Returns the e-mail of an assertion, if the provider may speak for it. @throws SignOnRefusal */
  async #emailOf(row: ConnectionRow, assertion: Assertion): Promise<string> {
    const email = emailOf(assertion, row.email_attribute);
    const domains = await this.deps.connections.domainsOf(row.tenant_id);
    if (!domains.includes(domainOf(email))) throw badMessage(`the e-mail is in the domain ${domainOf(email)}, which is not one of the connection`);
    const known = await this.deps.pool.findByEmail(email);
    if (known && known.tenantId !== row.tenant_id) throw badMessage('the e-mail belongs to a user of another tenant');
    return email;
  }

  #requestOf({ connection_id: connectionId }: ConnectionRow, id: string | null): SignOnRequest | null {
    const request = id === null ? null : openRequest(this.deps.secrets, id);
    return request?.connectionId === connectionId ? request : null;
  }

  async #requestUrl(row: ConnectionRow, request: Omit<SignOnRequest, 'connectionId'>): Promise<string> {
    const saml = protocolOf(await this.deps.connections.peerOf(row), Date.now());
    saml.options.generateUniqueId = () => sealRequest(this.deps.secrets, { connectionId: row.connection_id, ...request });
    return saml.getAuthorizeUrlAsync('', undefined, {});
  }
}

function expiredRequest(): SignOnRefusal {
  return new SignOnRefusal(
    'This sign-in took too long, or began in another place. Open CAM, and sign in again.',
    'the answer is for no open request',
  );
}

/** Returns a reason as a sentence. */
function sentenceOf(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

function nameIn(attributes: PersonFacts, names: readonly string[]): string {
  const values = new Map([...attributes].map(([name, [value = '']]) => [name.toLowerCase(), value]));
  const found = names.map((name) => values.get(name.toLowerCase()) ?? '').find((value) => value !== '');
  return (found ?? 'none').slice(0, LONGEST_NAME);
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value));
}
