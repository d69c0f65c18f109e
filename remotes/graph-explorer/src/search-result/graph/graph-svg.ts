import { BOX, type Measure, type PlacedGraph, type PlacedLink } from './graph-boxes';
import { linkLabel } from './graph-shape';

/** Colours of an exported picture, as CSS colours. */
export interface SvgColours {
  surface: string;
  text: string;
  muted: string;
  high: string;
  /** Returns the colour of a type of entity. */
  ofType: (type: string) => string;
  /** Returns the colour of a tier. */
  ofTier: (tier: number) => string;
}

const MARGIN = 24;

/**
 * Returns the drawing as an SVG file of its own. The title of each line holds its relations.
 * @param measure the measure of the layout. Texts keep its widths where the file is shown in another font, so that they never leave their boxes.
 */
export function graphSvg({ nodes, links, width, height }: PlacedGraph, colours: SvgColours, measure: Measure): string {
  const text = (words: string, place: string): string =>
    words === '' ? '' : `<text ${place} textLength="${measure(words).toFixed(1)}" lengthAdjust="spacingAndGlyphs">${escapeXml(words)}</text>`;
  const at = new Map(nodes.map((node) => [node.id, node]));
  const lines = links.map((link) => {
    const [from, to] = [at.get(link.from), at.get(link.to)];
    if (!from || !to) return '';
    const [x1, y1, x2, y2] = [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2];
    const colour = link.isHighlighted ? colours.high : colours.muted;
    return `<path d="${pathOf([x1, y1], [x2, y2], link.lanes)}" fill="none" stroke="${colour}" stroke-width="${link.isHighlighted ? 3 : 1.2}"${link.isConditional ? ' stroke-dasharray="4 3"' : ''}><title>${escapeXml(linkLabel(link))}</title></path>`;
  });
  const boxes = nodes.map(({ x, y, width: wide, height: high, title, subtitle, mark, tier, name, type }) => {
    const colour = colours.ofType(type);
    const tierMark = text(
      mark,
      `x="${x + wide - BOX.padding}" y="${y + 36}" text-anchor="end" font-weight="600" fill="${colours.ofTier(tier ?? 0)}"`,
    );
    return `<g><title>${escapeXml(name)}</title><rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="8" fill="${colours.surface}" stroke="${colour}" stroke-width="1.5"/><rect x="${x + 8}" y="${y + 12}" width="22" height="22" rx="6" fill="${colour}"/>${text(title, `x="${x + BOX.icon}" y="${y + 20}" fill="${colours.text}"`)}${text(subtitle, `x="${x + BOX.icon}" y="${y + 36}" fill="${colours.muted}"`)}${tierMark}</g>`;
  });
  const box = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 2 * MARGIN}" height="${height + 2 * MARGIN}" viewBox="${box}" font-family="Inter, system-ui, sans-serif" font-size="12"><rect x="${-MARGIN}" y="${-MARGIN}" width="100%" height="100%" fill="${colours.surface}"/>${lines.join('')}${boxes.join('')}</svg>`;
}

/** Returns curves from one end over the lanes to the other, with a straight line through each lane. */
function pathOf(from: Point, to: Point, lanes: PlacedLink['lanes']): string {
  const ends = lanes.flatMap(({ x, y, width }): Point[] => [
    [x, y],
    [x + width, y],
  ]);
  const points = [...ends, to];
  let [x, y] = from;
  return `M${x} ${y}${points
    .map(([nextX, nextY], index) => {
      const bend = (nextX - x) / 2;
      const part = index % 2 === 1 ? `L${nextX} ${nextY}` : `C${x + bend} ${y} ${nextX - bend} ${nextY} ${nextX} ${nextY}`;
      [x, y] = [nextX, nextY];
      return part;
    })
    .join('')}`;
}

type Point = [x: number, y: number];

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
