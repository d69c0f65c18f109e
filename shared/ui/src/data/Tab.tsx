import type { KeyboardEvent, ReactNode } from 'react';

interface Props {
  children: ReactNode;
  isChosen: boolean;
  /** The Tab key stops at one tab of a list alone, and arrow keys move on. */
  isReachable: boolean;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

/** Shows a tab of a list. */
export function Tab({ children, isChosen, isReachable, onChoose, onKeyDown }: Props): ReactNode {
  return (
    <button type="button" role="tab" aria-selected={isChosen} tabIndex={isReachable ? 0 : -1} onClick={onChoose} onKeyDown={onKeyDown}>
      {children}
    </button>
  );
}
