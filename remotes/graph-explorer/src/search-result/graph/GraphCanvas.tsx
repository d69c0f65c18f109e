import { useEffect, useImperativeHandle, useMemo, useRef, type ReactNode, type Ref } from 'react';
import { Icon } from '@cam/ui';
import { OTHER_ICON, TYPE_ICONS } from '@cam/contracts';
import { placeGraph, type PlacedGraph } from './graph-boxes';
import { motionOf, newGraph, placeOf, showStart } from './graph-drawing';
import { DrawingFrames } from './graph-frames';
import { GraphHits } from './graph-hit';
import { iconPictures, textMeasure } from './graph-look';
import type { GraphMotion } from './graph-motion';
import { followPointer } from './graph-pointer';
import { GraphPointing } from './graph-pointing';
import type { GraphShape } from './graph-shape';
import styles from './AccessGraph.module.css';

/** The distance that an arrow key moves the drawing, in pixels, and the zoom factor of a key. */
const STEP = 60;
const ZOOM_FACTOR = 1.25;
/** The height of the frame, px. A higher drawing is scaled down. */
const HEIGHT = { least: 220, most: 640, margin: 56 };
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
  const moving = useRef<{ motion: GraphMotion; fit: () => void } | null>(null);
  const pointing = useRef<GraphPointing | null>(null);
  const placed = useMemo(() => placeGraph(shape, textMeasure()), [shape]);
  const choose = useRef(onChoose);
  const chosenNow = useRef(chosen);
  useEffect(() => {
    choose.current = onChoose;
    chosenNow.current = chosen;
  }, [onChoose, chosen]);
  useImperativeHandle(controls, () => ({
    zoom: (factor) => moving.current?.motion.zoom(factor),
    fit: () => moving.current?.fit(),
    placed: () => placed,
  }));

  useEffect(() => {
    if (!box.current || !icons.current) return;
    const element = box.current;
    const frames = new DrawingFrames();
    const graph = newGraph(element, placed, iconPictures(icons.current), frames);
    const own = new GraphPointing(placed, (states) => {
      frames.wake();
      void graph.setElementState(states, false);
    });
    let isGone = false;
    let end = (): void => undefined;
    const drawn = graph.render().then(
      async () => {
        if (isGone) return;
        await showStart(graph, placed);
        if (isGone) return;
        const motion = motionOf(graph, frames);
        const fit = (): void => {
          motion.reset();
          void graph.fitView();
        };
        frames.wake();
        pointing.current = own;
        moving.current = { motion, fit };
        own.pointOut(chosenNow.current);
        const hits = new GraphHits(placed);
        const unfollow = followPointer(element, {
          motion,
          hitAt: (point) => hits.at(placeOf(graph, motion, point)),
          onClick: (hit) => {
            if (hit?.kind !== 'link') choose.current(hit?.id ?? null);
          },
          onHover: (hit) => {
            own.pointOut(hit?.kind === 'node' ? hit.id : chosenNow.current);
            own.showWords(hit?.kind === 'link' ? hit.id : null);
          },
        });
        const onKeyDown = (event: KeyboardEvent): void => {
          const move = MOVES[event.key];
          if (move) motion.move(move);
          else if (event.key === '+' || event.key === '-') motion.zoom(event.key === '+' ? ZOOM_FACTOR : 1 / ZOOM_FACTOR);
          else if (event.key === '0') fit();
          else return;
          event.preventDefault();
        };
        element.addEventListener('keydown', onKeyDown);
        end = () => {
          element.removeEventListener('keydown', onKeyDown);
          unfollow();
          motion.end();
        };
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      end();
      own.end();
      pointing.current = null;
      moving.current = null;
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
