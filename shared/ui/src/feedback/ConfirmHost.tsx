import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Modal } from 'antd';
import { confirmAtom } from '@cam/platform/host';

/** Shows the confirmations of the console, one at a time. */
export function ConfirmHost(): ReactNode {
  const request = useAtomValue(confirmAtom);
  return (
    <Modal
      open={request !== null}
      title={request?.title}
      okText={request?.okText}
      cancelText="Cancel"
      onOk={() => request?.answer(true)}
      onCancel={() => request?.answer(false)}
      width={440}
      destroyOnHidden
    >
      {request?.message}
    </Modal>
  );
}
