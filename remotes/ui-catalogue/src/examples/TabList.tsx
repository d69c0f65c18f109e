import { useState, type ReactNode } from 'react';
import { TabList } from '@cam/ui';

const ITEMS = ['Users', 'Groups', 'Roles', 'Service accounts'].map((label) => ({ key: label, label }));

export default function Example(): ReactNode {
  const [chosen, setChosen] = useState('Users');
  return <TabList label="Kinds of identities" items={ITEMS} chosen={chosen} onChoose={setChosen} />;
}
