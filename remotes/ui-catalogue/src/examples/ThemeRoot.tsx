import type { ReactNode } from 'react';
import { Tag, useColourMode } from '@cam/ui';

const COLOURS = ['accent', 'ok', 'low', 'medium', 'high', 'muted', 'border'];

export default function Example(): ReactNode {
  const mode = useColourMode();
  return (
    <>
      <Tag>{mode}</Tag>
      {COLOURS.map((name) => (
        <span key={name}>
          <span style={{ display: 'inline-block', width: 12, height: 12, borderRadius: 3, background: `var(--cam-${name})` }} /> --cam-{name}
        </span>
      ))}
    </>
  );
}
