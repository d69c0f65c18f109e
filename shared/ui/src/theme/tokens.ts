import { theme, type ThemeConfig } from 'antd';

export type ColourMode = 'light' | 'dark';

export const FONT = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif';

/** Colours for the style sheets of pages, as `var(--cam-...)`. */
export const CSS_VARIABLES: Record<ColourMode, Record<string, string>> = {
  light: {
    '--cam-bg': '#f3f5fa',
    '--cam-surface': '#ffffff',
    '--cam-raised': '#f7f9fd',
    '--cam-border': '#dde3ef',
    '--cam-field': '#7d89a1',
    '--cam-text': '#16203a',
    '--cam-muted': '#55607a',
    '--cam-accent': '#2447d8',
    '--cam-accent-soft': '#e9eefe',
    '--cam-high': '#c62828',
    '--cam-medium': '#b85c00',
    '--cam-low': '#8a6d00',
    '--cam-ok': '#1b7f4b',
    '--cam-mark': '#fff3c4',
    '--cam-sidebar': '#111a33',
    '--cam-sidebar-text': '#c9d3ee',
    '--cam-sidebar-active': '#26356a',
  },
  dark: {
    '--cam-bg': '#0d1322',
    '--cam-surface': '#161e31',
    '--cam-raised': '#1b2439',
    '--cam-border': '#2c3851',
    '--cam-field': '#6f7c99',
    '--cam-text': '#e8ecf6',
    '--cam-muted': '#9aa6c0',
    '--cam-accent': '#7f9aff',
    '--cam-accent-soft': '#212f58',
    '--cam-high': '#ff8a80',
    '--cam-medium': '#ffb265',
    '--cam-low': '#ecd060',
    '--cam-ok': '#69d39c',
    '--cam-mark': '#4a4114',
    '--cam-sidebar': '#0a1020',
    '--cam-sidebar-text': '#b6c1de',
    '--cam-sidebar-active': '#212f58',
  },
};

/** Controls under the pointer and while pressed. antd derives colours that are too faint to read (WCAG 1.4.3). */
const POINTED: Record<ColourMode, { accent: string; accentPressed: string; danger: string; dangerPressed: string }> = {
  light: { accent: '#3b5cdf', accentPressed: '#1530b3', danger: '#cc3632', dangerPressed: '#a1181d' },
  dark: { accent: '#99ade8', accentPressed: '#7f93e0', danger: '#e8a299', dangerPressed: '#dc7870' },
};

/**
 * Returns the antd theme of a colour mode.
 * @param isStill turns motion off, for people whose system asks for less motion
 */
export function antdTheme(mode: ColourMode, { isStill = false } = {}): ThemeConfig {
  const colours = CSS_VARIABLES[mode];
  const pointed = POINTED[mode];
  // The edge of a field is all that shows where to type or to tick, so it has a contrast of 3:1 (WCAG 1.4.11).
  const field = { colorBorder: colours['--cam-field'] };
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: `cam-${mode}` },
    hashed: false,
    token: {
      colorPrimary: colours['--cam-accent'],
      colorText: colours['--cam-text'],
      colorTextSecondary: colours['--cam-muted'],
      // antd's own colours of these two are too faint to read.
      colorTextPlaceholder: colours['--cam-muted'],
      colorTextDescription: colours['--cam-muted'],
      colorBgContainer: colours['--cam-surface'],
      colorBgElevated: colours['--cam-surface'],
      colorBgLayout: colours['--cam-bg'],
      colorBorder: colours['--cam-border'],
      colorBorderSecondary: colours['--cam-border'],
      colorError: colours['--cam-high'],
      colorPrimaryHover: pointed.accent,
      colorPrimaryTextHover: pointed.accent,
      colorPrimaryActive: pointed.accentPressed,
      colorPrimaryTextActive: pointed.accentPressed,
      colorErrorHover: pointed.danger,
      colorErrorTextHover: pointed.danger,
      colorErrorActive: pointed.dangerPressed,
      colorErrorTextActive: pointed.dangerPressed,
      // A link stays readable under the pointer.
      colorLink: colours['--cam-accent'],
      colorLinkHover: colours['--cam-accent'],
      colorLinkActive: colours['--cam-accent'],
      linkHoverDecoration: 'underline',
      fontFamily: FONT,
      fontSize: 14,
      borderRadius: 8,
      controlHeight: 36,
      wireframe: false,
      motion: !isStill,
    },
    components: {
      Input: field,
      InputNumber: field,
      Select: field,
      DatePicker: field,
      Mentions: field,
      Checkbox: field,
      Table: { headerBg: colours['--cam-raised'], cellPaddingBlock: 10, headerSplitColor: 'transparent' },
      Form: { itemMarginBottom: 20, verticalLabelPadding: '0 0 4px' },
      // White on the light accent of the dark mode is too faint to read.
      Button: { primaryColor: mode === 'dark' ? colours['--cam-bg'] : '#ffffff', primaryShadow: 'none', defaultShadow: 'none', fontWeight: 550 },
    },
  };
}
