import { SCOPES } from '@cam/contracts/server';
import { ACCOUNT, allow, dump, policyDocument, user } from '../../server/test/support/aws-account';
import { zipOf } from '../../server/test/support/bundle';
import type { Dice } from '../../server/test/support/differential';
import { api } from '../../server/test/support/client';
import type { Findings } from '../attack/suite';
import type { Installation } from './installation';
import { Person, type Tally } from './person';

const GUARDRAILS = 3;
/** Users in each generation of the imported account, besides the one that may read the bucket. */
const SIZE = 40;
/** Saved searches of a writer; beyond that, the writer deletes the oldest. */
const MOST_SAVED = 30;
const READS = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*'));
const PASSWORD = 'Right-password-1';

/** Shared by the people of all teams. */
export interface Soak {
  installation: Installation;
  findings: Findings;
  tally: Tally;
  isOver: () => boolean;
}

/**
 * The users of one tenant and what they know for certain: which searches were saved and deleted, and which generation of the account was sent and
 * imported last.
 */
export class Team {
  readonly #saved = new Map<string, Person>();
  readonly #deleted = new Set<string>();
  #sent = 0;
  #imported = 0;
  #people: Person[] = [];

  constructor(
    private readonly soak: Soak,
    private readonly tenantId: string,
  ) {}

  /** Creates the tenant with its users, a first snapshot, and guardrails that notify by mail and webhook. */
  async prepare(size: number): Promise<void> {
    const { installation, findings, tally } = this.soak;
    const { url, operatorHeaders: headers, chat } = installation;
    const admin = `ann@${this.tenantId}.example`;
    const body = { tenant_id: this.tenantId, name: this.tenantId, admin_email: admin, admin_password: PASSWORD };
    await expectStatus(201, api('POST /v1/operator/tenants', { body, headers }, undefined, url));
    const emails = [admin, ...Array.from({ length: size - 1 }, (_none, index) => `user${index}@${this.tenantId}.example`)];
    for (const email of emails.slice(1)) {
      const added = { email, tenant: this.tenantId, password: PASSWORD, scopes: SCOPES.filter((scope) => scope !== 'cam:operator') };
      await expectStatus(201, api('POST /v1/operator/users', { body: added, headers }, undefined, url));
    }
    this.#people = emails.map((email) => new Person(installation, email, findings, tally));
    for (const person of this.#people) await person.signIn();
    await this.#import();
    const { token } = this.#admin;
    const flag = { path: { featureflag: 'UI_REPORTS' as const }, body: { value: true } };
    await expectStatus(200, api('PATCH /v1/tenants/featureflag/{featureflag}', flag, token, url));
    const receivers = { email: [`ops@${this.tenantId}.example`], syslog: [], slack_url: [chat.url] };
    const settings = { path: { severity: 'HIGH' as const }, body: { notification_info: receivers } };
    await expectStatus(200, api('PUT /v1/tenants/notification/{severity}', settings, token, url));
    const ids: string[] = [];
    for (let index = 0; index < GUARDRAILS; index += 1) {
      const guardrail = { name: `Payroll ${index}`, query: 'user with-access object_store payroll for read', severity: 'HIGH' as const };
      ids.push((await expectStatus(201, api('POST /v1/intents/monitors', { body: guardrail }, token, url))).monitor.monitor_id);
    }
    await expectStatus(200, api('PATCH /v1/intents/monitors', { body: { monitor_ids: ids, alerts_enabled: true } }, token, url));
  }

  get #admin(): Person {
    return this.#people[0] as Person;
  }

  /** Everybody works until the soak is over: one imports, one makes reports, and the others search, look at pages and save searches. */
  async work(dice: Dice): Promise<void> {
    await Promise.all(
      this.#people.map(async (person, index) => {
        while (!this.soak.isOver()) {
          if (index === 0) await this.#import();
          else if (index === 1) await this.#report(person, dice);
          else if (dice.chance(0.3)) await this.#save(person);
          else await this.#look(person, dice);
          await pause(dice.next() * 1500);
        }
      }),
    );
  }

  async #look(person: Person, dice: Dice): Promise<void> {
    await dice.one([
      () => person.call('GET /v1/tenants'),
      () => person.call('GET /v1/graph-querymgr/dashboard'),
      () => person.call('GET /v1/intents/alerts', { query: { limit: 50 } }),
      () => person.call('GET /v1/intents/suites'),
      () => person.call('GET /v1/calendar/progress'),
      () => this.#search(person, 'role with-access any for admin'),
      () => this.expectWholeSnapshot(person),
    ])();
  }

  #search(person: Person, input: string) {
    return person.call('POST /v1/graph-querymgr/autocomplete-user', { body: { input, session_props: { batch_size: 1000 } } });
  }

  async #save(person: Person): Promise<void> {
    const own = [...this.#saved].filter(([, owner]) => owner === person);
    const [oldest] = own;
    if (oldest && own.length >= MOST_SAVED) {
      const [id] = oldest;
      // Without an answer, it is unknown whether the search is still there.
      this.#saved.delete(id);
      if (await person.call('DELETE /v1/graph-querymgr/saved-searches/{search_id}', { path: { search_id: id } })) this.#deleted.add(id);
      return;
    }
    const saved = await person.call('POST /v1/graph-querymgr/saved-searches', { body: { name: `search ${crypto.randomUUID()}`, query: 'role' } });
    if (!saved) return;
    this.soak.tally.writes += 1;
    this.#saved.set(saved.search_id, person);
  }

  async #report(person: Person, dice: Dice): Promise<void> {
    const body = { name: 'All access', type: 'REPORT_TYPE_ACCESS' as const, criteria: { query: 'user with-access any' } };
    const queued = await person.call('POST /v1/reports', { body });
    if (!queued) return;
    const { report_id: id } = queued.report;
    while (!this.soak.isOver()) {
      await pause(300 + dice.next() * 500);
      const listed = await person.call('GET /v1/reports', { query: { count: true, offset: 0, limit: 500 } });
      if (!listed) continue;
      const report = listed.entries.find(({ report_id: one }) => one === id);
      if (report && ['REPORT_STATUS_INITIATED', 'REPORT_STATUS_IN_PROGRESS'].includes(report.status)) continue;
      const isMade = report?.status === 'REPORT_STATUS_COMPLETED';
      this.soak.findings.expect(isMade, 'an acknowledged report was lost or failed', 'POST /v1/reports', body, report ?? 'no such report');
      this.soak.tally.reports += 1;
      await person.call('DELETE /v1/reports', { query: { report_ids: [id] } });
      return;
    }
  }

  /** Imports the next generation of the account, and waits until it is there. */
  async #import(): Promise<void> {
    const generation = (this.#sent += 1);
    const members = Array.from({ length: SIZE }, (_none, index) => user(`member-${generation}-${index}`));
    const users = [...members, user(`reader-${generation}-0`, { inline: { reads: READS } })];
    const files = { 'iam/get-account-authorization-details.json': dump({ users }), 's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] } };
    const path = { cloud_type: 'AWS' as const, account_id: ACCOUNT };
    const sent = await this.#admin.call('PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}', {
      path,
      raw: { content: await zipOf(files), type: 'application/zip' },
    });
    // An upload without an answer may have arrived: the next one waits until no import runs.
    while (!this.soak.isOver() || sent) {
      const progress = await this.#admin.call('GET /v1/calendar/progress');
      const source = progress?.sources[0];
      if (source?.progress === 100) {
        const failed = source.current_phase_enum.endsWith('_FAILED');
        this.soak.findings.expect(!failed, 'an import failed', 'PUT /v1/policy-reader/bundles', { generation }, source);
        if (sent && !failed) this.#imported = generation;
        this.soak.tally.imports += sent ? 1 : 0;
        return;
      }
      if (progress && !source && !sent) return;
      await pause(150);
    }
  }

  /** Expects that a search finds all users of one generation, neither an earlier one than the last import nor one that was not sent. */
  async expectWholeSnapshot(person = this.#admin): Promise<void> {
    const least = this.#imported;
    const answer = await this.#search(person, 'user');
    if (!answer) return;
    const names = answer.result_table.map(({ identity }) => identity);
    const generations = [...new Set(names.map((name) => Number(name.split('-')[1])))];
    const [generation = 0] = generations;
    const isWhole = generations.length === 1 && new Set(names).size === SIZE + 1 && names.length === SIZE + 1;
    const seen = { generations, rows: names.length, least, sent: this.#sent };
    this.soak.findings.expect(
      isWhole,
      'a search saw a part of a snapshot',
      'POST /v1/graph-querymgr/autocomplete-user',
      { tenant: this.tenantId },
      seen,
    );
    const isCurrent = generation >= least && generation <= this.#sent;
    this.soak.findings.expect(
      isCurrent,
      'a search saw an old snapshot after a new one',
      'POST /v1/graph-querymgr/autocomplete-user',
      { tenant: this.tenantId },
      seen,
    );
  }

  /** Expects every acknowledged write, of which the answer arrived before this call. */
  async expectWrites(): Promise<void> {
    const saved = new Map(this.#saved);
    const deleted = new Set(this.#deleted);
    for (const person of new Set(saved.values())) {
      const answer = await person.call('GET /v1/graph-querymgr/saved-searches');
      if (!answer) continue;
      const present = new Set(answer.searches.map(({ search_id: id }) => id));
      // The search may have been deleted while the list was on its way.
      const lost = [...saved].filter(([id, owner]) => owner === person && !present.has(id) && this.#saved.has(id)).map(([id]) => id);
      const back = [...present].filter((id) => deleted.has(id));
      this.soak.findings.expect(lost.length === 0, 'an acknowledged write was lost', 'POST /v1/graph-querymgr/saved-searches', {}, lost);
      this.soak.findings.expect(back.length === 0, 'a deleted search came back', 'DELETE /v1/graph-querymgr/saved-searches', {}, back);
    }
  }

  /** Returns the number of alerts, and expects one of each guardrail about each object. A new alert moves others to the next page, where they occur again. */
  async expectSingleAlerts(): Promise<number | null> {
    const found = new Map<string, string>();
    for (let offset = 0; ;) {
      const query = { search: 'Payroll ', show: 'ALERT_ALL' as const, offset, limit: 500 };
      const answer = await this.#admin.call('GET /v1/intents/alerts', { query });
      if (!answer) return null;
      if (answer.alert_info_list.length === 0) break;
      offset += answer.alert_info_list.length;
      for (const { alert_id: id, monitor_name: guardrail, object_name: name } of answer.alert_info_list) found.set(id, `${guardrail}: ${name}`);
    }
    const all = [...found.values()];
    const twice = all.filter((one, index) => all.indexOf(one) !== index);
    this.soak.findings.expect(twice.length === 0, 'an alert was raised twice', 'GET /v1/intents/alerts', { tenant: this.tenantId }, twice);
    return all.length;
  }

  /** Returns whether an import runs, or a message was not delivered yet. */
  async isBusy(): Promise<boolean> {
    const progress = await this.#admin.call('GET /v1/calendar/progress');
    const waiting = await this.#admin.call('GET /v1/tenants/notification/deliveries');
    return !progress || !waiting || progress.sources.some((source) => source.progress < 100) || waiting.deliveries.length > 0;
  }
}

export const pause = (ms: number): Promise<void> => new Promise((later) => setTimeout(later, ms));

async function expectStatus<T>(status: number, asked: Promise<{ status: number; body: T; error: unknown }>): Promise<T> {
  const answer = await asked;
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.error)}`);
  return answer.body;
}
