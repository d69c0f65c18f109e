import type { CloudType } from './vocabulary';

/** The cloud types that a source can be of. */
export type SourceCloud = Exclude<CloudType, 'CLOUD_TYPE_UNKNOWN'>;

interface SourceId {
  /** What the provider calls the id of what one source holds. */
  label: string;
  pattern: RegExp;
  /** What an id looks like, to be told where one does not. */
  rule: string;
  example: string;
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ids of sources, as each provider writes them. Console and server judge by the same patterns. */
export const SOURCE_IDS: Readonly<Record<SourceCloud, SourceId>> = {
  AWS: { label: 'Account ID', pattern: /^\d{12}$/, rule: 'An AWS account id has 12 digits', example: '111122223333' },
  AZURE: {
    label: 'Subscription ID',
    pattern: GUID,
    rule: 'An Azure subscription id has 32 hexadecimal digits in five groups',
    example: '0d6f2f5e-3c1b-4a7e-9d52-6f1b2c3d4e5f',
  },
  GCP: {
    label: 'Project ID',
    pattern: /^(?:[a-z0-9][a-z0-9.-]*:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$|^\d{6,20}$/,
    rule: 'A GCP project id has 6 to 30 lower-case letters, digits and hyphens',
    example: 'payments-prod',
  },
  IDP_AZURE_AD: {
    label: 'Directory ID',
    pattern: GUID,
    rule: 'The id of a directory of Entra ID has 32 hexadecimal digits in five groups',
    example: '8a1c7e90-52d4-4b3f-a6e8-1f2d3c4b5a69',
  },
  IDP_OKTA: {
    label: 'Org domain or ID',
    pattern: /^[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]+)*$/i,
    rule: 'An Okta org is named by its domain, as in example.okta.com, or by its id',
    example: 'example.okta.com',
  },
};
