import { ACCOUNT } from '../../../server/test/support/aws-account';
import { AWS_FILES } from '../../../server/test/support/compliance-company/aws';
import { AZURE_FILES, SUBSCRIPTION } from '../../../server/test/support/compliance-company/azure';
import { ENTRA_FILES, OKTA_FILES } from '../../../server/test/support/compliance-company/directories';
import { GCP_FILES, PROJECT } from '../../../server/test/support/compliance-company/gcp';
import { DIRECTORY } from '../../../server/test/support/entra-directory';
import { ORG } from '../../../server/test/support/okta-org';
import type { CloudType } from '@cam/contracts/server';
import type { Payloads } from './payloads';

/** A bundle of one provider with hostile texts. */
export interface PoisonedBundle {
  cloud: CloudType;
  account: string;
  files: Record<string, unknown>;
}

type Files = Record<string, unknown>;

/** Another account than that of the planted bundle. */
const AWS_ACCOUNT = '444455556666';

/** Bundles of every provider. */
const BUNDLES: readonly PoisonedBundle[] = [
  { cloud: 'AWS', account: AWS_ACCOUNT, files: mapTexts(AWS_FILES, (text) => text.replaceAll(ACCOUNT, AWS_ACCOUNT)) },
  { cloud: 'AZURE', account: SUBSCRIPTION, files: AZURE_FILES },
  { cloud: 'GCP', account: PROJECT, files: GCP_FILES },
  { cloud: 'IDP_AZURE_AD', account: DIRECTORY, files: ENTRA_FILES },
  { cloud: 'IDP_OKTA', account: ORG, files: OKTA_FILES },
];

/** Properties whose values people or programs choose. Names that refer to each other stay equal. */
const CHOSEN = /name$|label|title|description|login|comment|agent|^sid$|^(?:key|value)$|purpose|department|mail/i;
/** Values that a reader compares with, which would only make it skip the object. */
const FIXED = /^[A-Z0-9_]+$|^\d|:\/\/|^arn:|\*|\//;

/** Returns bundles whose names carry payloads wherever they occur, so that the objects still refer to each other. */
export function bundlesWithHostileNames(payloads: Payloads): PoisonedBundle[] {
  return BUNDLES.map(({ files, ...bundle }) => {
    const renamed = new Map([...chosenTexts(files)].map((name) => [name, payloads.around(name)]));
    return { ...bundle, files: mapTexts(files, (text) => renamed.get(text) ?? withNames(text, renamed)) };
  });
}

/** Returns bundles in which every text carries a payload: types, times and ids too. Readers skip most objects and say why. */
export function bundlesWithHostileTexts(payloads: Payloads): PoisonedBundle[] {
  return BUNDLES.map(({ files, ...bundle }) => ({ ...bundle, files: mapTexts(files, (text) => payloads.around(text)) }));
}

function chosenTexts(value: unknown, key = '', found = new Set<string>()): Set<string> {
  if (typeof value === 'string' && value.length > 2 && CHOSEN.test(key) && !FIXED.test(value)) found.add(value);
  else if (Array.isArray(value)) for (const one of value) chosenTexts(one, key, found);
  else if (value !== null && typeof value === 'object') for (const [name, one] of Object.entries(value)) chosenTexts(one, name, found);
  return found;
}

/** Replaces names inside ids and addresses, where they stand between separators. */
function withNames(text: string, renamed: ReadonlyMap<string, string>): string {
  return text
    .split(/([/:])/)
    .map((part) => renamed.get(part) ?? part)
    .join('');
}

function mapTexts(value: Files, change: (text: string) => string): Files;
function mapTexts(value: unknown, change: (text: string) => string): unknown;
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}
