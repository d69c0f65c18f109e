import { listed } from './listed';
import type { PaletteEntry } from './palette-entry';
import { remoteEntries } from './static-entries';
import { rememberUse } from './uses';

const page = (text: string, keywords = ''): PaletteEntry => ({ id: `page ${text}`, section: 'Pages', text, keywords, to: `/${text}` });
const action = (text: string): PaletteEntry => ({ id: text, section: 'Actions', text, run: () => undefined });
const KNOWN = [page('Unused Access', 'stale'), page('Alerts'), page('Identities', 'users'), action('Dark theme'), action('Logout')];
const NORA: PaletteEntry = { id: 'name nora', section: 'Names', text: 'nora', to: '/identities/nora' };
const texts = (text: string, found: readonly PaletteEntry[] = []): string[] =>
  listed({ known: KNOWN, searches: [], found }, text).map((one) => one.text);

beforeEach(() => localStorage.clear());

describe('the command palette', () => {
  it.each([
    ['unus', 'Unused Access'],
    ['acc', 'Unused Access'],
    ['stale', 'Unused Access'],
    ['unacc', 'Unused Access'],
    ['alrts', 'Alerts'],
    ['dark', 'Dark theme'],
  ])('finds %s as %s: by its beginning, a word, a keyword, or letters in order', (text, first) => expect(texts(text)[0]).toBe(first));

  it('finds nothing for letters that do not occur in order', () => expect(texts('zzx')).toEqual([]));

  it('lists names first, unless the text names a page or an action', () => {
    expect(texts('nora', [NORA])).toEqual(['nora']);
    expect(texts('alert', [NORA])).toEqual(['Alerts', 'nora']);
  });

  it('lists an action or a search that the text names before a page that only a keyword finds', () => {
    const known = [page('Unused Access', 'right-size'), page('Objects', 'buckets'), action('Right-size')];
    const searches: PaletteEntry[] = [{ id: 'saved 1', section: 'Searches', text: 'Buckets', to: '/searchresult' }];
    const first = (text: string): string | undefined => listed({ known, searches, found: [] }, text)[0]?.text;
    expect([first('right'), first('buckets'), first('unus')]).toEqual(['Right-size', 'Buckets', 'Unused Access']);
  });

  it('limits its list by the first character', () => {
    expect(texts('>')).toEqual(['Dark theme', 'Logout']);
    expect(texts('>alerts')).toEqual([]);
    expect(texts('! payroll')).toEqual(['Find alerts with "payroll"']);
  });

  it('lists what was used last before everything else, and remembers nothing of the server', () => {
    rememberUse('Logout', Date.now() - 20 * 86_400_000);
    rememberUse('page Alerts', Date.now());
    expect(texts('').slice(0, 2)).toEqual(['Alerts', 'Logout']);
    expect(Object.keys(JSON.parse(localStorage.getItem('cam.palette') ?? '{}') as object)).toEqual(['page Alerts', 'Logout']);
  });

  it('scores 2,000 entries at once', () => {
    const many = Array.from({ length: 2000 }, (_none, index) => page(`Page number ${index}`));
    expect(listed({ known: many, searches: [], found: [] }, 'number 1999')[0]?.text).toBe('Page number 1999');
  });
});

describe('a command of a remote', () => {
  const item = { id: 'alerts', label: 'Alerts', to: '/alerts', group: 'watch', order: 1, icon: 'alert', disabled: false } as const;

  it('gives a page of the menu its keys, or is an action of its own', () => {
    const commands = [
      { id: 'alerts.open', label: 'Alerts', to: '/alerts', keys: 'g a' },
      { id: 'alerts.high', label: 'Show high alerts', to: '/alerts?severity=HIGH' },
    ];
    expect(remoteEntries([item], commands).map(({ section, text, keys }) => [section, text, keys])).toEqual([
      ['Pages', 'Alerts', 'g a'],
      ['Actions', 'Show high alerts', undefined],
    ]);
  });
});
