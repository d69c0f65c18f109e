import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { eventOfRow, instanceOf, locateEvents, loggedPlaces } from '../../server/src/areas/activity/event-of-row';
import { IpCountries } from '../../server/src/areas/activity/ip-countries';
import type { LoggedEvent, Place } from '../../server/src/areas/activity/logged-event';
import { runToCompletion } from '../../server/src/platform/async/cooperative-scheduler';
import { SMALL_COMPANY } from '../../server/demo/small-company';
import { demoDays } from '../../server/demo/tenant';
import { lettersOf } from '../../server/src/graph/providers/action-traits';
import { Catalogue, type CatalogueFile } from '../../server/src/graph/engine/catalogue/catalogue';
import { normaliseAws } from '../../server/src/graph/providers/aws/normalise/normalise';
import type { SourceFacts } from '../../server/src/graph/engine/source-facts';
import { AwsBundleReader } from '../../server/src/graph/providers/aws/read/read-account';
import { PROVIDERS } from '../../server/src/sources/providers';
import { compactCatalogue } from '../catalogue/compact-catalogue';

const catalogue = new Catalogue(compactCatalogue(process.cwd()) as CatalogueFile);

const countries = new IpCountries(
  createRequire(join(process.cwd(), 'server/package.json')).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
);
const countryOf = (address: string): Place | null => countries.placeOf(address);

/** Returns the events of a folder with CloudTrail logs, as an import reads them. */
export function readTrail(folder: string, account: string): LoggedEvent[] {
  const reader = new AwsBundleReader();
  for (const name of readdirSync(folder).sort()) reader.add({ name: `cloudtrail/${name}`, content: readFileSync(join(folder, name)), problem: null });
  return placed(eventsOf('AWS', account, normaliseAws('t', account, reader.result().bundle)));
}

/** Returns the events of all sources of the demo company over 90 days. @param end last day, YYYY-MM-DD */
export function readDemo(end: string): LoggedEvent[] {
  const events: LoggedEvent[] = [];
  for (const { bundles } of demoDays({ ...SMALL_COMPANY, days: 1, end })) {
    for (const { cloudType, accountId, takenAt, files } of bundles) {
      const reader = PROVIDERS[cloudType]?.newReader();
      if (!reader || cloudType === 'CLOUD_TYPE_UNKNOWN') throw new Error(`bundles of ${cloudType} cannot be read`);
      for (const { path, parts } of files()) reader.add({ name: path, content: Buffer.from([...parts].join('')), problem: null });
      events.push(...eventsOf(cloudType, accountId, reader.result().normalise('t', accountId, new Date(takenAt))));
    }
  }
  return placed(events);
}

function placed(events: readonly LoggedEvent[]): LoggedEvent[] {
  return runToCompletion(locateEvents(events, loggedPlaces(events), countryOf));
}

function eventsOf(cloudType: SourceFacts['cloudType'], accountId: string, { events }: SourceFacts): LoggedEvent[] {
  const letters = lettersOf(cloudType, catalogue);
  return events.map(({ resource, raw, ...event }) =>
    eventOfRow({ ...event, resource: resource ?? '', accountId, letters: letters(event.action), instance: instanceOf(raw), raw }),
  );
}
