import { useMemo } from 'react';
import { CSS_VARIABLES, FONT } from '../theme/tokens';
import { useColourMode } from '../theme/colour-mode';

/** Returns a colour of the theme by its short name, such as `accent`. A canvas cannot read CSS variables. */
type ColourOf = (name: 'accent' | 'border' | 'high' | 'medium' | 'muted' | 'surface' | 'text') => string;

interface ChartStyle {
  colour: ColourOf;
  /** The options that all charts share, tooltip included. */
  common: object;
  /** The options that all axes share. */
  axis: object;
}

/** Returns the look of charts in the current colour mode, as options of the chart library. */
export function useChartStyle(): ChartStyle {
  const mode = useColourMode();
  return useMemo(() => {
    const colour: ColourOf = (name) => CSS_VARIABLES[mode][`--cam-${name}`] ?? '#8892a4';
    const common = {
      autoFit: true,
      animate: false,
      margin: 0,
      theme: mode === 'dark' ? 'classicDark' : 'classic',
      viewStyle: { viewFill: 'transparent' },
      interaction: { tooltip: { css: tooltipCss(colour) } },
    };
    const axis = {
      title: false,
      labelFill: colour('muted'),
      labelOpacity: 1,
      labelFontFamily: FONT,
      labelFontSize: 12,
      gridStroke: colour('border'),
      gridStrokeOpacity: 1,
      gridLineDash: [0, 0],
      lineStroke: colour('border'),
      lineStrokeOpacity: 1,
      lineLineWidth: 1,
      tick: false,
    };
    return { colour, common, axis };
  }, [mode]);
}

/** Tooltips have a title alone: the library escapes it, but not the names and values of its list. */
function tooltipCss(colour: ColourOf): object {
  return {
    '.g2-tooltip': {
      padding: '6px 10px',
      border: `1px solid ${colour('border')}`,
      'border-radius': '8px',
      background: colour('surface'),
      // Fits beside a mark on a phone.
      width: 'max-content',
      'max-width': '180px',
      'min-width': '0',
      opacity: '1',
      color: colour('text'),
      'font-family': FONT,
    },
    '.g2-tooltip-title': {
      margin: '0',
      color: colour('text'),
      'font-size': '13px',
      'line-height': '1.5',
      'white-space': 'normal',
      'overflow-wrap': 'anywhere',
    },
    '.g2-tooltip-list': { display: 'none' },
  };
}
