import type { ReactNode } from 'react';
import { Button, PageHeader } from '@cam/ui';

export default function Example(): ReactNode {
  return <PageHeader title="Payments" trail={['Accounts']} text="AWS account 1111-2222-3333" actions={<Button>Edit</Button>} />;
}
