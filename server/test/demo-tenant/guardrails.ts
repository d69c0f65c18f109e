import type { AccessRow } from '@cam/contracts';
import { BUILT_INS } from '../../src/areas/guardrails/built-in/all-built-ins';
import { Pages } from '../support/guardrail-pages/pages';
import { keyOf, type Place } from '../support/guardrail-pages/places';
import { GUARDRAIL_PLACES } from '../support/guardrail-pages/table';
import { allRows } from '../support/inventory-counts';
import { counted, LIMIT, server, token } from './tenant';

/** How long the pages of all resources may take on a busy machine, ms. */
const ALL_PAGES = 900_000;

/** Defines the tests that compare built-in guardrails with the pages that show the same fact. */
export function casesOfGuardrails(): void {
  beforeAll(counted, LIMIT);

  it('has an entry for each built-in guardrail: its pages, or the reason why only the search shows it', () => {
    expect(Object.keys(GUARDRAIL_PLACES).sort()).toEqual(BUILT_INS.map(({ id }) => id).sort());
    for (const [id, places] of Object.entries(GUARDRAIL_PLACES)) {
      if ('searchOnly' in places) expect([id, places.searchOnly]).toEqual([id, expect.stringMatching(/^[A-Z].+[.]$/)]);
      else expect([id, places.length > 0]).toEqual([id, true]);
    }
  });

  it(
    'finds what the pages with the same fact show, and what its search answers',
    async () => {
      const pages = new Pages(token, server.url);
      const { monitor_info_list: monitors } = await pages.get('GET /v1/intents/monitors');
      const alerts = await pages.get('GET /v2/alerts', { query: { show: 'ALERT_NOT_DISMISSED' } });
      const table: string[] = [];
      const faults: unknown[] = [];
      let found = 0;
      for (const { id, query } of BUILT_INS) {
        const monitor = monitors.find(({ monitor_id: one }) => one === `built-in.${id}`);
        expect([id, monitor?.query]).toEqual([id, query]);
        const rows = await allRows(token, server.url, query);
        found += rows.length > 0 ? 1 : 0;
        const compare = (place: string, shown: Iterable<string>, answered: Iterable<string>): void => {
          const [there, here] = [new Set(shown), new Set(answered)];
          table.push([there.size === here.size ? ' ' : '!', id, here.size, there.size, place].join('\t'));
          const [missing, extra] = [[...here].filter((one) => !there.has(one)), [...there].filter((one) => !here.has(one))];
          if (missing.length + extra.length > 0)
            faults.push({ id, place, missing: missing.slice(0, 5), extra: extra.slice(0, 5), of: [here.size, there.size] });
        };
        for (const place of placesOf(id)) {
          const own = rows.filter((row) => place.clouds?.includes(cloudOf(keyOf(row, 'subject'))) ?? true);
          compare(
            place.name,
            await place.read(pages),
            own.map((row) => keyOf(row, place.of)),
          );
        }
        if (placesOf(id).length === 0) table.push([' ', id, rows.length, '-', 'search only'].join('\t'));
        if (!monitor?.alerts_enabled) {
          // Without alerts, the back test of the guardrail's form shows its findings of the last day.
          const { days } = await pages.get('POST /v1/intents/monitors/backtest', { body: { query } });
          const findings = new Set(rows.map(findingOf)).size;
          table.push([days.at(-1)?.found === findings ? ' ' : '!', id, findings, days.at(-1)?.found, 'back test'].join('\t'));
          if (days.at(-1)?.found !== findings) faults.push({ id, place: 'back test', of: [findings, days.at(-1)?.found] });
          continue;
        }
        const covered = alerts.filter(({ referenceId }) => referenceId === monitor.monitor_id).map((one) => `${one.objectURI} ${one.accountId}`);
        compare('alerts', covered, rows.map(findingOf));
      }
      if (process.env.CAM_TEST_TABLE) process.stdout.write(`${table.join('\n')}\n`);
      expect(faults).toEqual([]);
      // A comparison of empty answers would show nothing.
      expect(found).toBeGreaterThan(BUILT_INS.length / 2);
    },
    ALL_PAGES,
  );
}

function placesOf(id: string): readonly Place[] {
  const places = GUARDRAIL_PLACES[id];
  return places === undefined || 'searchOnly' in places ? [] : places;
}

/** Returns the key of a finding: its subject, in one account of its resources. */
function findingOf(row: AccessRow): string {
  const isSubjectOnly = row.identity_uri !== '' && row.resource_uri === '';
  return `${keyOf(row, 'subject')} ${isSubjectOnly ? row.identityAccountID : row.resourceAccountID}`;
}

/** Returns the cloud of an entity, which its URI names. */
function cloudOf(uri: string): string {
  return uri.split(':')[1] ?? '';
}
