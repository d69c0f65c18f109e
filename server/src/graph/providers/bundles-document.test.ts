import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AWS_CALLS, AWS_FILES } from './aws/read/files/account-files';
import { AZURE_FILES } from './azure/read/fields';
import { ENTRA_FILES } from './directory/read/entra-fields';
import { GCP_FILES } from './gcp/read/fields';
import { OKTA_FILES } from './directory/read/okta-fields';

const document = readFileSync(join(__dirname, '../../../../docs/bundles.md'), 'utf8').replace(/ +/g, ' ');

/** Returns the section of one cloud. */
const section = (cloud: string): string => document.split('\n## ').find((text) => text.startsWith(`${cloud}:`)) ?? '';

describe('docs/bundles.md', () => {
  it.each(AWS_CALLS)('documents the command and the content of %s', (call) => {
    const { command, gives } = AWS_FILES[call];
    expect(section('AWS')).toContain(`| \`${call}\` | \`${command}\` | ${gives} |`);
  });

  it.each([
    ['AZURE', AZURE_FILES],
    ['GCP', GCP_FILES],
    ['IDP_AZURE_AD', ENTRA_FILES],
    ['IDP_OKTA', OKTA_FILES],
  ])('lists all files of %s', (cloud, files) => {
    const named = section(cloud);
    expect(Object.keys(files).filter((file) => !named.includes(`| \`${file}`))).toEqual([]);
  });
});
