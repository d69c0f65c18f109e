import { ChunkFiles } from './chunk-files';
import { refetchRelease } from './refetch-release';
import { registerRelease } from './release-files';
import { digestsInEntry, provideRemoteLoader } from './remote-loader';

const { origin } = window.location;
const RELEASE = {
  base: `${origin}/r/alerts/1.0.0/`,
  files: `${origin}/r/alerts/f/`,
  integrity: { '12.0123456789ab.js': 'sha384-script', '12.aaaaaaaaaaaa.css': 'sha384-style' },
};

const tags = <Tag extends 'script' | 'link'>(tag: Tag) => [...document.head.querySelectorAll(tag)];
const runs = (src: string, work: () => void): void => {
  const script = Object.assign(document.createElement('script'), { src });
  Object.defineProperty(document, 'currentScript', { configurable: true, get: () => script });
  work();
  Object.defineProperty(document, 'currentScript', { configurable: true, get: () => null });
};

beforeEach(() => {
  document.head.replaceChildren();
  registerRelease(RELEASE);
});

describe('the files of a chunk', () => {
  it('are requested once, from the folder that releases share, with their digests', async () => {
    const files = new ChunkFiles(RELEASE);
    const loads = [files.load(12), files.load(12)];
    const [[script], [link]] = [tags('script'), tags('link')];
    expect([tags('script').length, tags('link').length]).toEqual([1, 1]);
    expect(script).toMatchObject({ src: `${RELEASE.files}12.0123456789ab.js`, integrity: 'sha384-script' });
    expect(link).toMatchObject({ href: `${RELEASE.files}12.aaaaaaaaaaaa.css`, integrity: 'sha384-style' });
    files.arrived(12);
    script?.dispatchEvent(new Event('load'));
    link?.dispatchEvent(new Event('load'));
    await Promise.all([...loads, files.load(12), files.load('without files')]);
    expect([tags('script').length, tags('link').length]).toEqual([0, 1]);
  });

  it('fail with their address, and are requested again under another one', async () => {
    const files = new ChunkFiles({ ...RELEASE, integrity: { '12.0123456789ab.js': 'sha384-script' } });
    const load = files.load(12);
    tags('script')[0]?.dispatchEvent(new Event('error'));
    await expect(load).rejects.toMatchObject({ name: 'ChunkLoadError', request: `${RELEASE.files}12.0123456789ab.js` });
    refetchRelease(RELEASE);
    void files.load(12).catch(() => undefined);
    expect(tags('script').map(({ src }) => src)).toEqual([`${RELEASE.files}12.0123456789ab.js?try=1`]);
  });
});

it('an entry registers the digests of its first line, and takes the chunks of its own files only', () => {
  provideRemoteLoader();
  type Data = [number[], Record<number, string>];
  const chunks = () => (window as unknown as { cam_alerts_chunks: { push(data: Data): void } }).cam_alerts_chunks;
  const begin = (version: string, name: string) => {
    const modules: Record<number, string> = {};
    runs(`${origin}/r/alerts/${version}/remoteEntry.js?try=1`, () => {
      window.__camFiles = { ...window.__camFiles, [`${origin}/r/alerts/${version}/`]: RELEASE.files };
      window.__camListed = { [name]: 'digest' };
      window.__camAttach?.(Object.assign(() => null, { m: modules }) as never, { name: 'cam_alerts', exposed: 7, shared: {}, consumes: {} });
      chunks().push([[7], { 7: `exposed by ${version}` }]);
    });
    return modules;
  };
  const [first, second] = [begin('1.0.0', '12.0123456789ab.js'), begin('2.0.0', '12.ffffffffffff.js')];
  expect(digestsInEntry(`${origin}/r/alerts/2.0.0/`)).toEqual({ '12.ffffffffffff.js': 'sha384-digest' });
  runs(`${RELEASE.files}12.0123456789ab.js`, () => chunks().push([[12], { 12: 'page of 1.0.0' }]));
  runs(`${RELEASE.files}12.ffffffffffff.js`, () => chunks().push([[12], { 12: 'page of 2.0.0' }]));
  expect(first).toEqual({ 7: 'exposed by 1.0.0', 12: 'page of 1.0.0' });
  expect(second).toEqual({ 7: 'exposed by 2.0.0', 12: 'page of 2.0.0' });
});
