import type { ReactNode } from 'react';
import { Button, Icon } from '@cam/ui';

interface Props {
  /** Name of the folder. */
  name: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** Expands and collapses a folder. */
export function FoldButton({ name, isOpen, onToggle }: Props): ReactNode {
  return (
    <Button
      type="text"
      size="small"
      aria-expanded={isOpen}
      aria-label={`Show contents of ${name}`}
      icon={<Icon name={isOpen ? 'down' : 'next'} />}
      onClick={onToggle}
    />
  );
}
