import { Graph, GraphEvent } from '@antv/g6';
import { BOX, startView, type PlacedGraph } from './graph-boxes';
import type { DrawingFrames } from './graph-frames';
import { FONT, FONT_SIZE, themeColours } from './graph-look';
import { GraphMotion } from './graph-motion';
import { linkLabel } from './graph-shape';

export const ZOOM_RANGE = [0.1, 2.5] as const;
/** The distance between the drawing and its frame, px. */
const PADDING = 24;
/** The number of boxes from which an overview helps. */
const MINIMAP_FROM = 24;
/** The overview copies every shape, so it waits until the drawing has rested for this time, ms. */
const OVERVIEW_DELAY = 400;

/** The mark of a tier stands in its box, beside the type. */
const MARK_PLACE = { placement: 'right-bottom', textAlign: 'right', offsetX: -BOX.padding, offsetY: -6 } as const;

/** Shows the whole drawing, or its left edge where the whole would be too small to read. */
export async function showStart(graph: Graph, placed: PlacedGraph): Promise<void> {
  const [width, height] = graph.getSize();
  const { zoom, start } = startView(placed, [width - 2 * PADDING, height - 2 * PADDING]);
  if (start === null) return zoom === 1 ? graph.fitCenter() : graph.fitView();
  await graph.zoomTo(zoom);
  const [x = 0, y = 0] = graph.getViewportByCanvas(start);
  await graph.translateBy([PADDING - x, height / 2 - y]);
}

/** Returns what moves the picture of a graph that has been drawn. */
export function motionOf(graph: Graph, frames: DrawingFrames): GraphMotion {
  const canvas = graph.getCanvas();
  // The console finds what is at the pointer. The library would search all shapes for every move of the pointer on the page.
  canvas.context.eventService.setPickHandler(() => null);
  // The overview moves the drawing too.
  graph.on(GraphEvent.BEFORE_TRANSFORM, () => frames.wake());
  const layers = Object.values(canvas.getLayers());
  return new GraphMotion({
    pictures: layers.map((layer) => layer.getContextService().getDomElement() as unknown as HTMLElement),
    size: () => graph.getSize(),
    zoom: () => graph.getZoom(),
    zoomRange: ZOOM_RANGE,
    draw: ({ scale, x, y }) =>
      new Promise((drawn) => {
        canvas.getLayer().addEventListener('rerender', () => drawn(), { once: true });
        if (scale !== 1) void graph.zoomBy(scale, false, [0, 0]);
        void graph.translateBy([x, y], false);
      }),
  });
}

/** Returns the point of the drawing that is at a point of its frame. */
export function placeOf(graph: Graph, { view: { scale, x, y } }: GraphMotion, [left, top]: readonly [number, number]): [number, number] {
  const [drawnX = 0, drawnY = 0] = graph.getCanvasByViewport([(left - x) / scale, (top - y) / scale]);
  return [drawnX, drawnY];
}

/** Returns a graph of the library in the colours of the present theme. Nothing in it answers to the pointer. */
export function newGraph(container: HTMLElement, { nodes, links }: PlacedGraph, icons: ReadonlyMap<string, string>, frames: DrawingFrames): Graph {
  const colours = themeColours();
  // One picture is moved faster than four. The type of the library leaves out the other two, which its canvas takes too.
  const canvasConfig = { enableMultiLayer: false, requestAnimationFrame: frames.request, cancelAnimationFrame: frames.cancel };
  const text = { labelFontFamily: FONT, labelFontSize: FONT_SIZE };
  return new Graph({
    container,
    canvas: canvasConfig,
    padding: PADDING,
    zoomRange: [...ZOOM_RANGE],
    animation: false,
    plugins: nodes.length < MINIMAP_FROM ? [] : [{ type: 'minimap', size: [160, 100], delay: OVERVIEW_DELAY, position: 'right-bottom' }],
    data: {
      nodes: nodes.map(({ id, type, tier, x, y, width, height, title, subtitle, mark }) => ({
        id,
        style: {
          x: x + width / 2,
          y: y + height / 2,
          size: [width, height],
          stroke: colours.ofType(type),
          labelText: `${title}\n${subtitle}`,
          labelOffsetX: BOX.icon - width / 2,
          iconX: BOX.icon / 2 - width / 2,
          iconSrc: icons.get(type),
          iconWidth: 24,
          iconHeight: 24,
          badge: mark !== '',
          badges: mark === '' ? [] : [{ text: mark, ...MARK_PLACE, fill: colours.ofTier(tier ?? 0) }],
          port: true,
          ports: [
            { key: 'in', placement: 'left' },
            { key: 'out', placement: 'right' },
          ],
        },
      })),
      edges: links.map((link) => ({
        id: link.id,
        source: link.from,
        target: link.to,
        style: {
          ...(link.lanes.length > 0
            ? { controlPoints: link.lanes.flatMap(({ x, y, width }) => [[x, y] as [number, number], [x + width, y] as [number, number]]), radius: 20 }
            : {}),
          sourcePort: 'out',
          targetPort: 'in',
          stroke: link.isHighlighted ? colours.high : colours.muted,
          lineWidth: link.isHighlighted ? 3 : 1.2,
          lineDash: link.isConditional ? [4, 3] : 0,
          labelText: linkLabel(link),
        },
      })),
    },
    node: {
      type: 'rect',
      style: {
        fill: colours.surface,
        lineWidth: 1.5,
        radius: 8,
        labelFill: colours.text,
        labelPlacement: 'center',
        labelTextAlign: 'left',
        labelLineHeight: 17,
        labelWordWrap: false,
        badgeBackground: false,
        badgeFontWeight: 600,
        badgeFontSize: FONT_SIZE,
        badgeFontFamily: FONT,
        ...text,
      },
      state: { active: { lineWidth: 3 }, inactive: { opacity: 0.25 } },
    },
    edge: {
      // A line through lanes has corners, which are round. Others are curves.
      type: ({ style }) => (style?.controlPoints ? 'polyline' : 'cubic-horizontal'),
      style: {
        endArrow: true,
        endArrowSize: 7,
        // The words of a line appear when it is pointed out. All of them at once would cover each other, and cost more than the lines.
        label: false,
        labelFill: colours.text,
        labelBackground: true,
        labelBackgroundFill: colours.surface,
        labelBackgroundOpacity: 0.95,
        labelAutoRotate: false,
        labelWordWrap: true,
        labelMaxWidth: 180,
        labelMaxLines: 3,
        ...text,
      },
      state: {
        active: { stroke: colours.accent, lineWidth: 2, label: true },
        inactive: { opacity: 0.15 },
      },
    },
    behaviors: [],
  });
}
