import { createContext, use, type ComponentProps, type ReactNode } from 'react';

/** Heights of the rows above and below that are not drawn, pixels. */
export const NotDrawn = createContext({ before: 0, after: 0 });

/** The body of a table of which only the rows in sight are drawn: the others are room alone. */
export function WindowBody({ children, ...body }: ComponentProps<'tbody'>): ReactNode {
  const { before, after } = use(NotDrawn);
  return (
    <tbody {...body}>
      {before > 0 && <Room height={before} />}
      {children}
      {after > 0 && <Room height={after} />}
    </tbody>
  );
}

function Room({ height }: { height: number }): ReactNode {
  return (
    <tr aria-hidden style={{ height }}>
      <td style={{ padding: 0, border: 0 }} />
    </tr>
  );
}
