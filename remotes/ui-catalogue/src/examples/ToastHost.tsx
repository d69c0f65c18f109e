import type { ReactNode } from 'react';
import { notify } from '@cam/platform';
import { Button } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <>
      <Button onClick={() => notify.success('Guardrail saved.')}>Success</Button>
      <Button onClick={() => notify.info('The report follows by e-mail.')}>Info</Button>
      <Button onClick={() => notify.error('The guardrail could not be saved.')}>Error</Button>
    </>
  );
}
