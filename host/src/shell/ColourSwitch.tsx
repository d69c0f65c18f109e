import { useState, type ReactNode } from 'react';
import { Button, Dropdown, Icon, readColourChoice, setColourChoice, type ColourChoice } from '@cam/ui';

const CHOICES: { key: ColourChoice; label: string }[] = [
  { key: 'system', label: 'System' },
  { key: 'light', label: 'Light' },
  { key: 'dark', label: 'Dark' },
];

/** Returns the menu entries that switch between light and dark, and the key of the chosen one. The system setting applies until the user chooses. */
export function useColourChoices(): { items: { key: ColourChoice; label: string; onClick: () => void }[]; chosen: ColourChoice } {
  const [chosen, setChosen] = useState(readColourChoice);
  const items = CHOICES.map(({ key, label }) => ({
    key,
    label,
    onClick: () => {
      setColourChoice(key);
      setChosen(key);
    },
  }));
  return { items, chosen };
}

/** Switches between light and dark. */
export function ColourSwitch(): ReactNode {
  const { items, chosen } = useColourChoices();
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, selectable: true, selectedKeys: [chosen] }}>
      <Button type="text" icon={<Icon name="theme" />} aria-label="Colour theme" aria-haspopup="menu" title="Colour theme" />
    </Dropdown>
  );
}
