import { useState, type ReactNode } from 'react';
import { Button, Dropdown, Icon, readColourChoice, setColourChoice, type ColourChoice } from '@cam/ui';

const CHOICES: { key: ColourChoice; label: string }[] = [
  { key: 'system', label: 'System' },
  { key: 'light', label: 'Light' },
  { key: 'dark', label: 'Dark' },
];

/** Switches between light and dark. The system setting applies until the user chooses. */
export function ColourSwitch(): ReactNode {
  const [choice, setChoice] = useState(readColourChoice);
  const choose = (key: ColourChoice): void => {
    setColourChoice(key);
    setChoice(key);
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items: CHOICES, selectable: true, selectedKeys: [choice], onClick: ({ key }) => choose(key as ColourChoice) }}
    >
      <Button type="text" icon={<Icon name="theme" />} aria-label="Colour theme" aria-haspopup="menu" title="Colour theme" />
    </Dropdown>
  );
}
