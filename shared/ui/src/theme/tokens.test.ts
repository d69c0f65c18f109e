import { theme } from 'antd';
import { antdTheme, CSS_VARIABLES, type ColourMode } from './tokens';

/** The least contrast of a text, by WCAG 1.4.3. */
const READABLE = 4.5;

/** Returns the relative luminance of `#rrggbb`, from 0 to 1, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each<ColourMode>(['light', 'dark'])('in the %s mode', (mode) => {
  const tokens = theme.getDesignToken(antdTheme(mode));
  const states = ['colorPrimary', 'colorPrimaryHover', 'colorPrimaryActive', 'colorError', 'colorErrorHover', 'colorErrorActive'] as const;

  test.each(states)('a control of the colour %s is readable on each background', (state) => {
    const faint = ['--cam-surface', '--cam-raised', '--cam-bg'].filter((name) => {
      const background = CSS_VARIABLES[mode][name];
      return background === undefined || contrast(tokens[state], background) < READABLE;
    });
    expect(faint).toEqual([]);
  });

  test.each(['colorPrimary', 'colorPrimaryHover', 'colorPrimaryActive'] as const)('the text of a filled button is readable on %s', (state) => {
    const text = antdTheme(mode).components?.Button?.primaryColor;
    expect(contrast(text ?? tokens[state], tokens[state])).toBeGreaterThanOrEqual(READABLE);
  });
});
