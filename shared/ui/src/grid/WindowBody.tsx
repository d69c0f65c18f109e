import { createContext, use, type ComponentProps, type ReactNode } from 'react';

/** Heights of the undrawn rows above and below, px. */
export const UndrawnHeights = createContext({ before: 0, after: 0 });

/** Shows a table body that draws visible rows only. Empty space replaces the other rows. */
export function WindowBody({ children, ...body }: ComponentProps<'tbody'>): ReactNode {
  const { before, after } = use(UndrawnHeights);
  return (
    <tbody {...body}>
      {before > 0 && <Spacer height={before} />}
      {children}
      {after > 0 && <Spacer height={after} />}
    </tbody>
  );
}

function Spacer({ height }: { height: number }): ReactNode {
  return (
    <tr aria-hidden style={{ height }}>
      <td style={{ padding: 0, border: 0 }} />
    </tr>
  );
}
