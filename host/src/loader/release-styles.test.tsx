import { cleanup, render } from '@testing-library/react';
import { beginStyles, endStyles, UsesStyles } from './release-styles';
import type { ReleaseFiles } from './release-files';

const SHARED = 'aaaaaaaaaaaa';

/** A release with a style sheet of its own and one that it shares with the other releases. */
function release(version: string): ReleaseFiles {
  const own = `${version.replace(/\D/g, '').padEnd(12, '0')}`;
  const files = [`1.${own}.css`, `2.${SHARED}.css`, `1.${own}.js`];
  return { base: `/r/alerts/${version}/`, files: '/r/alerts/f/', integrity: Object.fromEntries(files.map((file) => [file, 'sha384-x'])) };
}

/** Inserts the style sheets of a release, as its code does. */
function insert({ files, integrity }: ReleaseFiles): void {
  for (const file of Object.keys(integrity).filter((name) => name.endsWith('.css'))) {
    const href = `http://localhost${files}${file}`;
    if ([...document.querySelectorAll('link')].some((link) => link.href === href)) continue;
    document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  }
}

const shown = () => [...document.querySelectorAll('link')].map((link) => link.href.split('/').at(-1)).sort();

const [first, second] = [release('1.0.0'), release('2.0.0')];

afterEach(() => {
  cleanup();
  endStyles('alerts');
});

it('removes the style sheets of a release that another one replaced, except those that both use', () => {
  beginStyles('alerts', first);
  insert(first);
  const page = render(<UsesStyles id="alerts" base={first.base} />);
  expect(shown()).toEqual(['1.100000000000.css', `2.${SHARED}.css`]);
  endStyles('alerts');
  expect(shown()).toEqual(['1.100000000000.css', `2.${SHARED}.css`]);
  beginStyles('alerts', second);
  insert(second);
  page.unmount();
  expect(shown()).toEqual(['1.200000000000.css', `2.${SHARED}.css`]);
});

it('removes all style sheets of a remote that was turned off, and none of a remote whose page is left', () => {
  beginStyles('alerts', first);
  insert(first);
  render(<UsesStyles id="alerts" base={first.base} />).unmount();
  expect(shown()).toHaveLength(2);
  endStyles('alerts');
  expect(shown()).toEqual([]);
});

it('keeps the style sheets of a part of an earlier release until it leaves, too', () => {
  beginStyles('alerts', first);
  insert(first);
  const part = render(<UsesStyles id="alerts" base={first.base} />);
  endStyles('alerts');
  beginStyles('alerts', second);
  insert(second);
  expect(shown()).toHaveLength(3);
  part.unmount();
  expect(shown()).toEqual(['1.200000000000.css', `2.${SHARED}.css`]);
});
