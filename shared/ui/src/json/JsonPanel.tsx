import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from 'antd';
import { Icon } from '../entity/Icon';
import { JsonView } from './JsonView';
import { clampTop, defaultTop, MIN_OFFSET, topAfterKey } from './panel-top';
import styles from './JsonPanel.module.css';

interface Props {
  /** JSON text. Invalid text shows an empty viewer; null shows an empty document. */
  json: string | null | undefined;
  /** Name of the policy, if it has one. */
  title?: string;
  /** Index of the marked statement of a policy document. */
  highlightStatement?: number;
  onClose: () => void;
}

/** Shows a document at the bottom of the window, above all else. The upper edge moves by dragging or arrow keys, and Escape closes the panel. */
export function JsonPanel({ json, title, highlightStatement, onClose }: Props): ReactNode {
  const [top, setTop] = useState(() => defaultTop(window.innerHeight));
  const panel = useRef<HTMLDialogElement>(null);
  const name = title || 'JSON Viewer';

  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.focus();
    const fit = (): void => setTop((now) => clampTop(now, window.innerHeight));
    window.addEventListener('resize', fit);
    return () => {
      window.removeEventListener('resize', fit);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return createPortal(
    <dialog
      open
      ref={panel}
      className={styles.panel}
      style={{ top }}
      aria-label={name}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div
        className={styles.edge}
        role="slider"
        aria-orientation="vertical"
        aria-label={`Height of ${name}`}
        aria-valuenow={top}
        aria-valuemin={MIN_OFFSET}
        aria-valuemax={Math.max(window.innerHeight - MIN_OFFSET, MIN_OFFSET)}
        tabIndex={0}
        onKeyDown={(event) => {
          const next = topAfterKey(event.key, top, window.innerHeight);
          if (next === null) return;
          event.preventDefault();
          setTop(next);
        }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) setTop(clampTop(event.clientY, window.innerHeight));
        }}
      />
      <header>
        <h2>{name}</h2>
        <Button type="text" aria-label={`Close ${name}`} icon={<Icon name="close" />} onClick={onClose} />
      </header>
      <JsonView json={json ?? ''} highlightStatement={highlightStatement} label={name} />
    </dialog>,
    document.body,
  );
}
