import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '@cam/ui';
import { endTourOffer, isTourOffered } from './tour-steps';
import styles from './Tour.module.css';

/** Offers the tour above the dashboard until the user takes or declines it. */
export function TourOffer({ onStart }: { onStart: () => void }): ReactNode {
  const { pathname } = useLocation();
  const [isOffered, setOffered] = useState(isTourOffered);
  if (!isOffered || !pathname.startsWith('/dashboard')) return null;
  const end = (): void => {
    endTourOffer();
    setOffered(false);
  };
  return (
    <section className={styles.offer} aria-label="Tour">
      <span>New to CAM? Five steps show where to find what.</span>
      <Button
        size="small"
        type="primary"
        onClick={() => {
          end();
          onStart();
        }}
      >
        Take the tour
      </Button>
      <Button size="small" type="text" onClick={end}>
        No, thanks
      </Button>
    </section>
  );
}
