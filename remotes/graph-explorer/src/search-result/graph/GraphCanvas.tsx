import { useEffect, useImperativeHandle, useMemo, useRef, type ReactNode, type Ref } from 'react';
import { Graph } from '@antv/g6';
import { Icon } from '@cam/ui';
import { OTHER_ICON, TYPE_ICONS } from '@cam/contracts';
import { BOX, placeGraph, startView, type PlacedGraph } from './graph-boxes';
import { FONT, FONT_SIZE, iconPictures, textMeasure, themeColours } from './graph-look';
import { GraphPointing } from './graph-pointing';
import { linkLabel, type GraphShape } from './graph-shape';
import styles from './AccessGraph.module.css';

/** The distance that an arrow key moves the drawing, in pixels, and the zoom factor of a key. */
const STEP = 60;
const ZOOM_FACTOR = 1.25;
/** The height of the frame, px. A higher drawing is scaled down. */
const HEIGHT = { least: 220, most: 640, margin: 56 };
/** The distance between the drawing and its frame, px. */
const PADDING = 24;
/** The number of boxes from which an overview helps. */
const MINIMAP_FROM = 24;
/** The overview copies every shape, so it waits until the drawing has rested for this time, ms. */
const OVERVIEW_DELAY = 400;

/** The mark of a tier stands in its box, beside the type. */
const MARK_PLACE = { placement: 'right-bottom', textAlign: 'right', offsetX: -BOX.padding, offsetY: -6 } as const;

const MOVES: Record<string, [number, number]> = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };

/** The functions of the buttons around the drawing. */
export interface GraphControls {
  zoom: (factor: number) => void;
  fit: () => void;
  /** Returns what is drawn, for an export. */
  placed: () => PlacedGraph;
}

interface Props {
  shape: GraphShape;
  label: string;
  /** Id of the box whose paths are pointed out; null for none. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
  controls: Ref<GraphControls>;
}

/** Draws a graph from left to right, in boxes that never overlap. The list view has the same content for screen readers. */
export default function GraphCanvas({ shape, label, chosen, onChoose, controls }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const icons = useRef<HTMLDivElement>(null);
  const drawing = useRef<Graph | null>(null);
  const pointing = useRef<GraphPointing | null>(null);
  const placed = useMemo(() => placeGraph(shape, textMeasure()), [shape]);
  const choose = useRef(onChoose);
  const chosenNow = useRef(chosen);
  useEffect(() => {
    choose.current = onChoose;
    chosenNow.current = chosen;
  }, [onChoose, chosen]);
  useImperativeHandle(controls, () => ({
    zoom: (factor) => void drawing.current?.zoomBy(factor),
    fit: () => void drawing.current?.fitView(),
    placed: () => placed,
  }));

  useEffect(() => {
    if (!box.current || !icons.current) return;
    const element = box.current;
    const graph = newGraph(element, placed, iconPictures(icons.current));
    let isGone = false;
    const own = new GraphPointing(placed, (states) => void graph.setElementState(states, false));
    const isPressed = (event: unknown): boolean => ((event as { buttons?: number }).buttons ?? 0) > 0;
    const onKeyDown = (event: KeyboardEvent): void => {
      const move = MOVES[event.key];
      if (move) void graph.translateBy(move);
      else if (event.key === '+' || event.key === '-') void graph.zoomBy(event.key === '+' ? ZOOM_FACTOR : 1 / ZOOM_FACTOR);
      else if (event.key === '0') void graph.fitView();
      else return;
      event.preventDefault();
    };
    const idOf = (event: unknown): string => (event as { target: { id: string } }).target.id;
    graph.on('node:click', (event) => choose.current(idOf(event)));
    graph.on('canvas:click', () => choose.current(null));
    // A drag moves the drawing under the pointer, so nobody means the boxes that it passes.
    graph.on('node:pointerenter', (event) => isPressed(event) || own.pointOut(idOf(event)));
    graph.on('node:pointerleave', (event) => isPressed(event) || own.pointOut(chosenNow.current));
    graph.on('edge:pointerenter', (event) => isPressed(event) || own.showWords(idOf(event)));
    graph.on('edge:pointerleave', () => own.showWords(null));
    const drawn = graph.render().then(
      async () => {
        if (isGone) return;
        await showStart(graph, placed);
        if (isGone) return;
        drawing.current = graph;
        pointing.current = own;
        own.pointOut(chosenNow.current);
        element.addEventListener('keydown', onKeyDown);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      own.end();
      drawing.current = null;
      pointing.current = null;
      element.removeEventListener('keydown', onKeyDown);
      void drawn.then(() => graph.destroy());
    };
  }, [placed]);

  useEffect(() => {
    pointing.current?.pointOut(chosen);
  }, [placed, chosen]);

  const types = useMemo(() => [...new Set(shape.nodes.map(({ type }) => type))], [shape]);
  return (
    <>
      <div ref={icons} hidden>
        {types.map((type) => (
          <span key={type} data-type={type}>
            <Icon name={(TYPE_ICONS as Record<string, string>)[type] ?? OTHER_ICON} />
          </span>
        ))}
      </div>
      <div
        ref={box}
        tabIndex={0}
        title="Drag or press the arrow keys to move. Scroll or press + and - to zoom. Press 0 to fit the graph."
        className={styles.canvas}
        style={{ height: Math.min(HEIGHT.most, Math.max(HEIGHT.least, placed.height + HEIGHT.margin)) }}
        role="img"
        aria-label={`${label}: ${shape.nodes.length} nodes and ${shape.links.length} links. The list view has the same content.`}
      />
    </>
  );
}

/** Shows the whole drawing, or its left edge where the whole would be too small to read. */
async function showStart(graph: Graph, placed: PlacedGraph): Promise<void> {
  const [width, height] = graph.getSize();
  const { zoom, start } = startView(placed, [width - 2 * PADDING, height - 2 * PADDING]);
  if (start === null) return zoom === 1 ? graph.fitCenter() : graph.fitView();
  await graph.zoomTo(zoom);
  const [x = 0, y = 0] = graph.getViewportByCanvas(start);
  await graph.translateBy([PADDING - x, height / 2 - y]);
}

function newGraph(container: HTMLElement, { nodes, links }: PlacedGraph, icons: ReadonlyMap<string, string>): Graph {
  const colours = themeColours();
  const text = { labelFontFamily: FONT, labelFontSize: FONT_SIZE };
  return new Graph({
    container,
    padding: PADDING,
    zoomRange: [0.1, 2.5],
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
        cursor: 'pointer',
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
        increasedLineWidthForHitTesting: 10,
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
    behaviors: ['drag-canvas', 'zoom-canvas'],
  });
}
