import type { AlertInfo } from '@cam/contracts';
import { INTRUDER } from '../../demo/company/intruder';
import { api } from '../support/client';
import { until } from '../support/until';
import { COMES, LIMIT, server, token } from './tenant';

/** The kinds of charts of the alerts about the intruder, by method. */
const TRACES = {
  'activity.impossible-travel': ['location', 'location'],
  'activity.new-country': ['location', 'location'],
  'activity.entra-risky-sign-in': ['event'],
  'activity.refusal-burst': ['usage'],
  'activity.first-sensitive-use': ['event'],
  'activity.log-tampering': ['event'],
};

/** The most alerts of one call. */
const PAGE = 500;

async function activityAlerts(): Promise<AlertInfo[]> {
  const all: AlertInfo[] = [];
  for (let found = 1; all.length < found;) {
    const query = { show: 'ALERT_NOT_DISMISSED', limit: PAGE, offset: all.length } as const;
    const { body } = await api('GET /v1/intents/alerts', { query }, token, server.url);
    all.push(...body.alert_info_list);
    found = body.alert_info_list.length === 0 ? 0 : body.found_count;
  }
  return all.filter(({ alert_type: type }) => !['ALERT_TYPE_GUARDRAIL', 'ALERT_TYPE_NONE'].includes(type));
}

/** Defines the tests of the alerts about what people and programs did. */
export function casesOfActivity(): void {
  it(
    'raises alerts about the traces of the intruder and about nothing else, with charts and places',
    async () => {
      const alerts = await until('the logs are analyzed', async () => ((await activityAlerts()).length > 0 ? activityAlerts() : null), COMES);
      const charts: Record<string, string[]> = {};
      for (const { monitor_id: id, chart } of alerts) (charts[id] ??= []).push(chart?.kind ?? 'none');
      expect(charts).toEqual(TRACES);
      const { city, country } = INTRUDER.place;
      const places = alerts.flatMap(({ chart }) => (chart?.kind === 'location' ? [chart] : []));
      for (const { alert_location: at, previous_locations: before } of places) {
        expect(at).toMatchObject({ city, country });
        expect(before.map((place) => place.country)).toEqual(['United States']);
      }
      const bursts = alerts.flatMap(({ chart }) => (chart?.kind === 'usage' ? [chart.alert_y] : []));
      expect(bursts.every((calls) => calls > 0)).toBe(true);
    },
    LIMIT,
  );

  it(
    'shows these alerts as one group by cause: they are about the accounts of one person',
    async () => {
      const { groups } = (await api('GET /v1/alerts/groups', { query: { by: 'CAUSE', limit: 500 } }, token, server.url)).body;
      expect(groups.filter(({ element }) => element === 'IDENTITY')).toMatchObject([
        { count: Object.values(TRACES).flat().length, identities_count: 3 },
      ]);
    },
    LIMIT,
  );
}
