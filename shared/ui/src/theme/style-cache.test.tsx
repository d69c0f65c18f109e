import { act, render } from '@testing-library/react';
import { Button } from 'antd';
import { setColourChoice } from './colour-mode';
import { styleCache } from './style-cache';
import { CSS_VARIABLES } from './tokens';
import { ThemeRoot } from './ThemeRoot';

const sheets = (): string[] => [...document.querySelectorAll('style')].map(({ innerHTML }) => innerHTML);
const themes = (): string[] => sheets().filter((sheet) => sheet.includes('--ant-color-primary:'));
const buttons = (): string[] => sheets().filter((sheet) => sheet.includes('--ant-button-'));

afterEach(() => localStorage.clear());

test('the root of the page has the variables of the theme, and those of one colour mode at a time', () => {
  render(
    <ThemeRoot>
      <Button>Save</Button>
    </ThemeRoot>,
  );
  const surface = (mode: 'light' | 'dark'): string => `--ant-color-bg-container:${CSS_VARIABLES[mode]['--cam-surface']};`;
  for (const mode of ['dark', 'light', 'dark'] as const) {
    act(() => setColourChoice(mode));
    expect(themes()).toHaveLength(1);
    expect(themes()[0]).toMatch(/^:root\{/);
    expect(themes()[0]).toContain(surface(mode));
    expect(buttons()).toHaveLength(1);
    expect(buttons()[0]).toContain(`.cam-${mode}.ant-btn`);
  }
});

test('the styles of a component stay in the page when the last one leaves', () => {
  const page = (hasButton: boolean) => <ThemeRoot>{hasButton && <Button>Save</Button>}</ThemeRoot>;
  const { rerender } = render(page(true));
  const before = sheets();
  rerender(page(false));
  expect(sheets()).toEqual(before);
  rerender(page(true));
  expect(sheets()).toEqual(before);
});

test('the cache inserts the rules of a component once, and ends the entry of a theme with its last use', () => {
  const cache = styleCache();
  const add = (path: string, content: unknown[]): void => {
    cache.opUpdate(path, (known) => known ?? [0, content]);
    cache.opUpdate(path, (known) => known && [known[0] + 1, known[1]]);
  };
  const remove = (path: string): void => cache.opUpdate(path, (known) => (known && known[0] > 1 ? [known[0] - 1, known[1]] : null));
  add('style%Button', ['.ant-btn{color:red}', 'id']);
  expect(cache.opGet('style%Button')?.[1]).toEqual(['_FILE_STYLE__', 'id']);
  remove('style%Button');
  expect(cache.opGet('style%Button')).not.toBeNull();
  add('token%light', [{}, '', {}, '.cam-light{--ant-blue:blue;}', 'cam-light']);
  expect(cache.opGet('token%light')?.[1]).toEqual([{}, '', {}, ':root{--ant-blue:blue;}', 'cam-light']);
  remove('token%light');
  expect(cache.opGet('token%light')).toBeNull();
});
