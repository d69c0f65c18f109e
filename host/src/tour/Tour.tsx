import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '@cam/ui';
import { TOUR_STEPS } from './tour-steps';
import styles from './Tour.module.css';

/** The distance between the frame and its element, and between the frame and the card, px. */
const MARGIN = { frame: 6, card: 14 };
const CARD_WIDTH = 340;
/** A window below this width has the card at its lower edge. */
const NARROW = 640;

interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Explains the console in five steps. Each frames an element and describes it. Escape ends the tour. */
export function Tour({ onClose }: { onClose: () => void }): ReactNode {
  const [index, setIndex] = useState(0);
  const [place, setPlace] = useState<Place | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const step = TOUR_STEPS[index];
  const isLast = index === TOUR_STEPS.length - 1;
  // The browser keeps the focus inside a modal dialog, and returns it at the end.
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The browser gives the focus to the first button, which ends the tour.
    next.current?.focus();
    return () => shown?.close();
  }, []);
  useLayoutEffect(() => {
    const measure = (): void => setPlace(placeOf(step?.target ?? ''));
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [step]);
  if (!step) return null;
  return (
    <dialog ref={dialog} className={styles.tour} aria-labelledby={titleId} onClose={onClose}>
      {place && <span className={styles.frame} style={place} aria-hidden />}
      <div className={styles.card} data-placed={place !== null} style={cardPlace(place)}>
        <p className={styles.count}>
          Step {index + 1} of {TOUR_STEPS.length}
        </p>
        <div aria-live="polite">
          <h2 id={titleId}>{step.title}</h2>
          <p>{step.text}</p>
        </div>
        <div className={styles.actions}>
          <Button type="text" onClick={onClose}>
            End tour
          </Button>
          {index > 0 && <Button onClick={() => setIndex(index - 1)}>Back</Button>}
          <Button ref={next} type="primary" onClick={() => (isLast ? onClose() : setIndex(index + 1))}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

function placeOf(target: string): Place | null {
  const element = document.querySelector(target);
  if (!element) return null;
  element.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0) return null;
  return { left: left - MARGIN.frame, top: top - MARGIN.frame, width: width + 2 * MARGIN.frame, height: height + 2 * MARGIN.frame };
}

/** Returns the place of the card: below its element, or beside one in the menu, within the window. */
function cardPlace(place: Place | null): { left: number; top: number } | undefined {
  if (place === null || window.innerWidth < NARROW) return undefined;
  const isBeside = place.left + place.width + MARGIN.card + CARD_WIDTH < window.innerWidth && place.top > window.innerHeight / 12;
  const left = isBeside ? place.left + place.width + MARGIN.card : Math.min(place.left, window.innerWidth - CARD_WIDTH - MARGIN.card);
  return { left: Math.max(MARGIN.card, left), top: isBeside ? place.top : place.top + place.height + MARGIN.card };
}
