import type { ReactNode } from 'react';
import { Button, Icon } from '@cam/ui';

interface Props {
  /** Of the folder. */
  name: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens and closes what is in a folder. */
export function FoldButton({ name, isOpen, onToggle }: Props): ReactNode {
  return (
    <Button
      type="text"
      size="small"
      aria-expanded={isOpen}
      aria-label={`What is in ${name}`}
      icon={<Icon name={isOpen ? 'down' : 'next'} />}
      onClick={onToggle}
    />
  );
}
