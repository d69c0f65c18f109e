import { typeColour } from '@cam/contracts';
import { tierColour } from '../../explorer/tier-colour';
import type { Measure } from './graph-boxes';

export const FONT = 'Inter Variable, system-ui, sans-serif';
export const FONT_SIZE = 12;

/** Returns the width of texts in the font of the drawing. */
export function textMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = `${FONT_SIZE}px ${FONT}`;
  return (text) => context?.measureText(text).width ?? text.length * FONT_SIZE;
}

/** The colours of the present theme, as the drawing needs them: a canvas knows no variables of the style sheet. */
export function themeColours(): {
  surface: string;
  text: string;
  muted: string;
  accent: string;
  high: string;
  ofType: (type: string) => string;
  ofTier: (tier: number) => string;
} {
  const root = getComputedStyle(document.documentElement);
  const colour = (name: string): string => root.getPropertyValue(`--cam-${name}`).trim() || '#8892a4';
  return {
    surface: colour('surface'),
    text: colour('text'),
    muted: colour('muted'),
    accent: colour('accent'),
    high: colour('high'),
    ofType: typeColour,
    ofTier: (tier) => colour(tierColour(tier)),
  };
}

/**
 * Returns the icon of each type as an address of a picture: white on a square in the colour of the type.
 * @param drawn an element with one `[data-type]` for each type, which holds the icon
 */
export function iconPictures(drawn: HTMLElement): Map<string, string> {
  return new Map(
    [...drawn.querySelectorAll<HTMLElement>('[data-type]')].map((holder) => {
      const { type = '' } = holder.dataset;
      const icon = holder.querySelector('svg')?.cloneNode(true) as SVGElement | undefined;
      for (const [name, value] of Object.entries({ x: '5', y: '5', width: '14', height: '14', fill: '#ffffff' })) icon?.setAttribute(name, value);
      const square = `<rect width="24" height="24" rx="6" fill="${typeColour(type)}"/>`;
      const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 24 24">${square}${icon?.outerHTML ?? ''}</svg>`;
      return [type, `data:image/svg+xml,${encodeURIComponent(picture)}`];
    }),
  );
}
