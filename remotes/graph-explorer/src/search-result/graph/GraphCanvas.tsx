import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { OTHER_ICON, typeColour, TYPE_ICONS } from '@cam/contracts';
import { Icon } from '@cam/ui';
import { placeGraph, startView, type PlacedGraph } from './graph-boxes';
import { GraphBoxes, GraphLines, iconVariable } from './GraphElements';
import { iconPictures, textMeasure } from './graph-look';
import { GraphPointing } from './graph-pointing';
import { linkLabel, type GraphShape } from './graph-shape';
import { GraphStage } from './graph-stage';
import { centred, PADDING, startingAt } from './graph-view';
import styles from './AccessGraph.module.css';

/** The height of the frame, px. A higher drawing is scaled down. */
const HEIGHT = { least: 220, most: 640, margin: 56 };
/** The number of boxes from which an overview helps. */
const OVERVIEW_FROM = 24;

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

/** The words of a line, and where they stand in the frame, px. */
interface Words {
  text: string;
  x: number;
  y: number;
}

/** Draws a graph from left to right, in boxes that never overlap. The list view has the same content for screen readers. */
export default function GraphCanvas({ shape, label, chosen, onChoose, controls }: Props): ReactNode {
  const arrow = useId();
  const frame = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const icons = useRef<HTMLDivElement>(null);
  const mask = useRef<HTMLSpanElement>(null);
  const stage = useRef<GraphStage | null>(null);
  const pointing = useRef<GraphPointing | null>(null);
  const [words, setWords] = useState<Words | null>(null);
  const placed = useMemo(() => placeGraph(shape, textMeasure()), [shape]);
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  }, [onChoose]);
  useImperativeHandle(controls, () => ({
    zoom: (factor) => stage.current?.zoom(factor),
    fit: () => stage.current?.fit(),
    placed: () => placed,
  }));

  useLayoutEffect(() => {
    if (!frame.current || !world.current) return;
    const own = new GraphStage({ frame: frame.current, world: world.current, mask: mask.current, size: [placed.width, placed.height] }, (target) =>
      choose.current(boxAt(target)),
    );
    showStart(own, placed);
    stage.current = own;
    pointing.current = new GraphPointing(world.current, placed);
    return () => {
      own.end();
      stage.current = null;
      pointing.current = null;
    };
  }, [placed]);
  useLayoutEffect(() => pointing.current?.pointOut(chosen), [placed, chosen]);

  const types = useMemo(() => [...new Set(shape.nodes.map(({ type }) => type))].sort(), [shape]);
  useLayoutEffect(() => {
    if (!icons.current) return;
    for (const [type, picture] of iconPictures(icons.current)) world.current?.style.setProperty(iconVariable(type), `url("${picture}")`);
  }, [types]);

  const links = useMemo(() => new Map(placed.links.map((link) => [link.id, link])), [placed]);
  const pointAt = ({ target, buttons, clientX, clientY }: PointerEvent): void => {
    if (buttons > 0 || !(target instanceof Element)) return;
    pointing.current?.pointOut(boxAt(target) ?? chosen);
    const link = links.get(target.closest<SVGElement>('[data-line]')?.dataset.line ?? '');
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    setWords(link ? { text: linkLabel(link), x: clientX - left, y: clientY - top } : null);
  };
  const leave = (): void => {
    pointing.current?.pointOut(chosen);
    setWords(null);
  };
  return (
    <div
      ref={frame}
      tabIndex={0}
      title="Drag or press the arrow keys to move. Scroll or press + and - to zoom. Press 0 to fit the graph."
      className={styles.canvas}
      style={{ height: Math.min(HEIGHT.most, Math.max(HEIGHT.least, placed.height + HEIGHT.margin)) }}
      role="img"
      aria-label={`${label}: ${shape.nodes.length} nodes and ${shape.links.length} links. The list view has the same content.`}
      onPointerOver={pointAt}
      onPointerLeave={leave}
    >
      <div ref={world} className={styles.world} style={{ width: placed.width, height: placed.height }} aria-hidden>
        <GraphLines placed={placed} arrow={arrow} />
        <GraphBoxes placed={placed} />
      </div>
      <div ref={icons} hidden>
        {types.map((type) => (
          <span key={type} data-type={type}>
            <Icon name={(TYPE_ICONS as Record<string, string>)[type] ?? OTHER_ICON} />
          </span>
        ))}
      </div>
      {words && (
        <span className={styles.words} style={{ left: words.x, top: words.y }}>
          {words.text}
        </span>
      )}
      {placed.nodes.length >= OVERVIEW_FROM && <Overview placed={placed} mask={mask} />}
    </div>
  );
}

/** Returns the id of the box that an element belongs to; null outside of boxes. */
function boxAt(target: Element): string | null {
  return target.closest<HTMLElement>('[data-box]')?.dataset.box ?? null;
}

/** Shows the whole drawing, or its left edge where the whole would be too small to read. */
function showStart(stage: GraphStage, placed: PlacedGraph): void {
  const [width, height] = stage.frameSize;
  const { zoom, start } = startView(placed, [width - 2 * PADDING, height - 2 * PADDING]);
  stage.show(start === null ? centred([placed.width, placed.height], [width, height], zoom) : startingAt(start, [width, height], zoom));
}

/** Shows all boxes in a corner, with a frame around those in sight. */
function Overview({ placed: { nodes, width, height }, mask }: { placed: PlacedGraph; mask: Ref<HTMLSpanElement> }): ReactNode {
  return (
    <span className={styles.overview}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {nodes.map(({ id, x, y, width: wide, height: high, type }) => (
          <rect key={id} x={x} y={y} width={wide} height={high} fill={typeColour(type)} />
        ))}
      </svg>
      <span ref={mask} className={styles.mask} />
    </span>
  );
}
