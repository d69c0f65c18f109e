import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoCloud } from './demo-cloud';

describe('the provider stand-ins of the demo company', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'cam-demo-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('serve the state of the previous day, and keep their secrets across days and restarts', async () => {
    let now = '2026-03-02T00:10:00Z';
    const newCloud = (): DemoCloud => new DemoCloud(folder, () => Date.parse(now));
    const cloud = newCloud();
    const first = await cloud.open('2026-03-01');
    expect(first.bundles('IDP_OKTA')[0]).toMatchObject({ day: '2026-03-01' });
    const secrets = first.credentials('IDP_OKTA');
    const before = await cloud.contextFor('IDP_OKTA', secrets);

    now = '2026-03-20T23:50:00Z';
    const after = await cloud.contextFor('IDP_OKTA', secrets);
    expect(after).not.toBeNull();
    expect(after?.endpoints).not.toEqual(before?.endpoints);
    await cloud.stop();
    const reopened = newCloud();
    expect((await reopened.open('2026-03-19')).bundles('IDP_OKTA')[0]).toMatchObject({ day: '2026-03-19' });
    expect(await reopened.contextFor('IDP_OKTA', secrets)).not.toBeNull();
    expect(await reopened.contextFor('IDP_OKTA', { ...secrets, token: 'another' })).toBeNull();
    await reopened.stop();
  });

  it('do not exist before the demo company is opened', async () => {
    expect(await new DemoCloud(folder).contextFor('IDP_OKTA', { token: 'x' })).toBeNull();
  });
});
