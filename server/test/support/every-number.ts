import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Api } from '@cam/contracts';
import { api } from './client';
import { allRows, countOf, deepCounts, shownCounts, type ShownCount } from './inventory-counts';

/** A number that a page or answer shows, with its place and the query that it stands for. */
export interface ShownNumber extends Omit<ShownCount, 'of'> {
  /** The answer or file that shows it. */
  place: string;
  /** Unit to count in the rows of the query. A finding is one entity in one account of its resources. */
  of: ShownCount['of'] | 'finding' | 'subject';
}

/** A number with the count of its query's answer. */
export interface CheckedNumber extends ShownNumber {
  answered: number;
}

/** Numbers from several places that state the same fact. */
export interface SameFact {
  fact: string;
  numbers: { place: string; count: number | null }[];
}

const PUBLIC_RULES = { INSTANCE: 'machines', OBJECT_STORE: 'object-stores', RELATIONAL_DB: 'databases', SERVERLESS_COMPUTE: 'functions' } as const;
const PUBLIC_GUARDRAILS = {
  INSTANCE: 'instances-public',
  OBJECT_STORE: 'public-object-stores',
  RELATIONAL_DB: 'public-databases',
  SERVERLESS_COMPUTE: 'public-functions',
} as const;

/** Reads all numbers of a tenant from the answers of its server. */
export class NumbersOf {
  #guardrails: Promise<Api['GET /v1/intents/monitors']['answer']['monitor_info_list']> | null = null;

  constructor(
    private readonly token: string,
    private readonly base: string,
  ) {}

  async #get<K extends Parameters<typeof api>[0]>(key: K, args: Parameters<typeof api<K>>[1] = {}): Promise<Api[K]['answer']> {
    const answer = await api(key, args, this.token, this.base);
    if (answer.status !== 200) throw new Error(`${key}: ${answer.status} ${answer.error.user_message}`);
    return answer.body;
  }

  /** Returns every number that has a query: of the explorer, of guardrails and of compliance. */
  async all(): Promise<ShownNumber[]> {
    const inventory = [...(await shownCounts(this.token, this.base)), ...(await deepCounts(this.token, this.base))];
    return [
      ...inventory.map((one) => ({ ...one, place: 'explorer' })),
      ...(await this.#ofGuardrails()),
      ...(await this.#ofCompliance()),
      ...(await this.#ofNetworks()),
    ];
  }

  /** Returns the facts that several places show. */
  async sameFacts(): Promise<SameFact[]> {
    const dashboard = await this.#get('GET /v1/graph-querymgr/dashboard');
    const open = await this.#get('GET /v1/graph-querymgr/public-objects');
    const shadow = await this.#get('GET /v1/graph-querymgr/shadow-access');
    const rules = (await this.#get('GET /v1/intents/rules')).rules;
    const facts: SameFact[] = [];
    for (const { source_type: type, public_count: tab } of open.public_objects_info) {
      const query = `${type.toLowerCase()} with-attribute public true`;
      const numbers: SameFact['numbers'] = [
        { place: 'tab of Public Objects', count: tab },
        { place: 'rows of Public Objects', count: open.entity_info.filter((one) => one.type === type).length },
        { place: 'dashboard', count: dashboard.public_objects_info.find((one) => one.source_type === type)?.public_count ?? 0 },
        { place: query, count: countOf(await allRows(this.token, this.base, query), 'entity') },
      ];
      if (type === 'INSTANCE') numbers.push({ place: 'tile Instances', count: dashboard.instance_info.public_instance_count });
      const guardrail = PUBLIC_GUARDRAILS[type as keyof typeof PUBLIC_GUARDRAILS];
      if (guardrail) numbers.push({ place: `guardrail ${guardrail}`, count: await this.#findings(guardrail) });
      const rule = PUBLIC_RULES[type as keyof typeof PUBLIC_RULES];
      const failed = rules.filter(({ id }) => new RegExp(`^(aws|azure|gcp)-${rule}-public$`).test(id));
      if (rule) numbers.push({ place: 'compliance', count: failed.reduce((sum, one) => sum + one.failed_count + one.dismissed_count, 0) });
      facts.push({ fact: `public ${type}`, numbers });
    }
    const unknown = { place: 'tab Unknown Sources', count: shadow.unknown_account.length };
    facts.push({ fact: 'unknown sources', numbers: [unknown, { place: 'tile Shadow Access', count: dashboard.shadow_access_info.account_count }] });
    const networks = { place: 'tab Shadow Networks', count: shadow.shadow_network.length };
    facts.push({ fact: 'shadow networks', numbers: [networks, { place: 'tile Shadow Access', count: dashboard.shadow_access_info.network_count }] });
    facts.push({ fact: 'unused roles', numbers: await this.#unusedRoles(dashboard.role_info.unused_role_count) });
    const administrators = rules.find(({ id }) => id === 'aws-unused-roles-administer');
    facts.push({
      fact: 'unused administrative roles',
      numbers: [
        { place: 'guardrail unused-administrators', count: await this.#findings('unused-administrators', 'subject') },
        { place: 'compliance', count: (administrators?.failed_count ?? 0) + (administrators?.dismissed_count ?? 0) },
      ],
    });
    facts.push(await this.#openAlerts());
    const alerts = await this.#alertsByGuardrail(({ id }) => id);
    for (const { monitor_id: id, name, failed_count: count } of await this.#monitors()) {
      const numbers = [
        { place: 'guardrails', count },
        { place: 'GET /v2/alerts', count: alerts.get(id)?.length ?? 0 },
      ];
      facts.push({ fact: `open alerts of ${name}`, numbers });
    }
    return facts;
  }

  async #unusedRoles(tile: number | null): Promise<SameFact['numbers']> {
    const view = { identity_type: 'UNUSED_ROLE', request_type: 'UNUSED_SUMMARY' } as const;
    const page = await this.#get('GET /v1/graph-querymgr/unused-accesses', { query: view });
    const tab = page.top_level_count_for_unused_access.find((one) => one.identity_type === 'UNUSED_ROLE' && one.request_type === 'UNUSED_SUMMARY');
    const file = String(await this.#get('POST /v1/graph-querymgr/unused-accesses/report', { body: view }));
    const { total } = await this.#get('GET /v1/resources/roles', { query: { usage: 'UNUSED' } });
    return [
      { place: 'tile Roles', count: tile },
      { place: 'Unused Access', count: page.total },
      { place: 'tab Unused Roles', count: tab?.count ?? null },
      { place: 'CSV of Unused Access', count: file.split('\r\n').length - 1 },
      { place: 'GET /v1/resources/roles less idle ones', count: total - page.idle_count },
    ];
  }

  async #openAlerts(): Promise<SameFact> {
    const badge = await this.#get('GET /v1/intents/alertscount');
    const count = await this.#get('GET /v2/alerts/count');
    const list = await this.#get('GET /v2/alerts', { query: { show: 'ALERT_NOT_DISMISSED' } });
    return {
      fact: 'open alerts',
      numbers: [
        { place: 'GET /v1/intents/alertscount', count: badge.high_count + badge.medium_count + badge.low_count },
        { place: 'GET /v2/alerts/count', count: count.highCount + count.mediumCount + count.lowCount },
        { place: 'GET /v2/alerts', count: list.length },
      ],
    };
  }

  async #findings(guardrailId: string, of: 'finding' | 'subject' = 'finding'): Promise<number> {
    const query = (await this.#monitors()).find(({ monitor_id: id }) => id === `built-in.${guardrailId}`)?.query ?? '';
    return countNumber(await allRows(this.token, this.base, query), of);
  }

  #monitors(): Promise<Api['GET /v1/intents/monitors']['answer']['monitor_info_list']> {
    this.#guardrails ??= this.#get('GET /v1/intents/monitors').then(({ monitor_info_list: list }) => list);
    return this.#guardrails;
  }

  /** Returns what the alerts of each guardrail cover. A finding that grew has several alerts, one for each time. */
  async #ofGuardrails(): Promise<ShownNumber[]> {
    const covered = await this.#alertsByGuardrail(({ objectURI, accountId }) => `${objectURI} ${accountId}`);
    return (await this.#monitors())
      .filter(({ alerts_enabled: isOn }) => isOn)
      .map(({ monitor_id: id, name, query }) => ({
        place: 'alerts',
        what: `findings of ${name}`,
        count: new Set(covered.get(id)).size,
        query,
        of: 'finding' as const,
      }));
  }

  async #alertsByGuardrail(keyOf: (alert: Api['GET /v2/alerts']['answer'][number]) => string): Promise<Map<string, string[]>> {
    const byGuardrail = new Map<string, string[]>();
    for (const alert of await this.#get('GET /v2/alerts', { query: { show: 'ALERT_NOT_DISMISSED' } }))
      byGuardrail.set(alert.referenceId, [...(byGuardrail.get(alert.referenceId) ?? []), keyOf(alert)]);
    return byGuardrail;
  }

  async #ofCompliance(): Promise<ShownNumber[]> {
    const { rules } = await this.#get('GET /v1/intents/rules');
    return rules
      .filter(({ manual, total_count: total }) => !manual && total > 0)
      .map(({ id, failed_count: failed, dismissed_count: dismissed, query }) => ({
        place: 'compliance',
        what: `failures of ${id}`,
        count: failed + dismissed,
        query,
        of: 'subject' as const,
      }));
  }

  /** Returns who has access to some firewalls, in total and by tab. */
  async #ofNetworks(): Promise<ShownNumber[]> {
    const numbers: ShownNumber[] = [];
    for (const type of ['SECURITY_GROUP', 'INSTANCE', 'VPC']) {
      const { rows } = await this.#get('GET /v1/graph-querymgr/entities', { query: { type, page_size: 3 } });
      for (const { uri, name } of rows) {
        const { network_detail_info: info } = await this.#get('GET /v1/graph-querymgr/network-service', { query: { uri } });
        const add = (what: string, count: number, types: string): void =>
          void numbers.push({
            place: 'page of a network',
            what: `${what} of ${name}`,
            count,
            query: info.query.replace(/^any /, `${types} `),
            of: 'identity',
          });
        add('IAM', info.identity_count, 'any');
        add('risk', info.risk.reached, 'any');
        add('Users', info.user_count, 'user|federated_user|service_account');
        add('Roles', info.role_count, 'role');
        add('Groups', info.group_count, 'group|federated_group');
      }
    }
    return numbers;
  }
}

function countNumber(rows: Awaited<ReturnType<typeof allRows>>, of: ShownNumber['of']): number {
  if (of === 'finding') {
    const key = (row: (typeof rows)[number]): string =>
      row.identity_uri === ''
        ? `${row.resource_uri} ${row.resourceAccountID}`
        : `${row.identity_uri} ${row.resource_uri === '' ? row.identityAccountID : row.resourceAccountID}`;
    return new Set(rows.map(key)).size;
  }
  if (of === 'subject') return new Set(rows.map((row) => row.identity_uri || row.resource_uri)).size;
  return countOf(rows, of);
}

/** Asks the query of every number. Equal queries are asked once. */
export async function check(token: string, base: string, numbers: readonly ShownNumber[]): Promise<CheckedNumber[]> {
  const answers = new Map<string, number>();
  const checked: CheckedNumber[] = [];
  for (const number of numbers) {
    const key = `${number.of} ${number.query}`;
    const answered = answers.get(key) ?? countNumber(await allRows(token, base, number.query), number.of);
    answers.set(key, answered);
    checked.push({ ...number, answered });
  }
  return checked;
}

/** Returns the table of number, place and query, with a mark before each number that its query contradicts. */
export function tableOf(checked: readonly CheckedNumber[], facts: readonly SameFact[]): string {
  const lines = checked.map(({ place, what, count, answered, query }) =>
    [count === answered ? ' ' : '!', String(count).padStart(6), String(answered).padStart(6), place, what, query].join('\t'),
  );
  const same = facts.map(({ fact, numbers }) =>
    [isOneNumber({ fact, numbers }) ? ' ' : '!', fact, ...numbers.map(({ place, count }) => `${place}: ${count}`)].join('\t'),
  );
  return [['', 'number', 'query', 'place', 'what', 'query'].join('\t'), ...lines, '', 'Facts that several places show', ...same, ''].join('\n');
}

export function isOneNumber({ numbers }: SameFact): boolean {
  return new Set(numbers.map(({ count }) => count)).size === 1;
}

/** Writes the table, for people who want to see every number. */
export function writeTable(file: string, table: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, table);
}
